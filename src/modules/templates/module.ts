import type { Module } from '../../module.ts';

export const TEMPLATES: Module = {
  name: 'templates',
  about: 'Message templates: making, changing and sending them, for instances of any provider.',
  needs: ['gateway'],
  variables: [],
  tables: ['templates'],
  load: async () => (await import('./templates.ts')).TEMPLATES_PARTS,
};
