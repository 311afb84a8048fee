import type { service as english } from '../en/service.ts';

export const service: typeof english = {
  title: 'Operação',
};
