import type { Module } from '../../module.ts';

export const EVOLUTION_GO: Module = {
  name: 'evolution-go',
  about: 'The paths of Evolution Go, where the key names the instance.',
  needs: ['gateway'],
  variables: [],
  load: async () => (await import('./evolution-go.ts')).EVOLUTION_GO_PARTS,
};
