import type { Module } from '../../module.ts';

export const ECHO: Module = {
  name: 'echo',
  about: 'A receiver that answers what a webhook has sent to it.',
  needs: [],
  variables: [],
  load: async () => (await import('./echo.ts')).ECHO_PARTS,
};
