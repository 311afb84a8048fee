import type { Module } from '../../module.ts';

export const EVOLUTION: Module = {
  name: 'evolution',
  about: 'Answers and failures in the form of Evolution API, with EVOLUTION_MODE.',
  needs: ['gateway'],
  variables: [],
  load: async () => (await import('./evolution.ts')).EVOLUTION_PARTS,
};
