import type { Module } from '../../module.ts';

export const MANAGER: Module = {
  name: 'manager',
  about: 'The page on which people use the service, and the page for customers.',
  needs: [],
  variables: [],
  load: async () => (await import('./manager.ts')).MANAGER_PARTS,
};
