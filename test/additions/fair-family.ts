/** A family of paths that tells of a fair: its zone, its routes, and the module that has them. */
import { Type } from '@sinclair/typebox';
import type { Module, ModuleParts } from '../../src/module.ts';
import { instanceOperation, mountOperations } from '../../src/modules/gateway/api.ts';

const readFair = instanceOperation('GET /fair/:instanceName', {
  tag: 'Fair',
  scope: 'read',
  summary: 'Get the fair of an instance',
  answer: Type.Object({ stalls: Type.Integer({ description: 'How many stalls it has' }) }),
  example: { answer: { stalls: 3 } },
  run: () => ({ stalls: 3 }),
});

const FAIR_PARTS: ModuleParts = {
  zones: ({ gateway }) => [{ ...gateway, prefixes: ['/fair'] }],
  routes: ({ gateway }) => [mountOperations([readFair], gateway)],
};

export const FAIR_MODULE: Module = {
  name: 'fair',
  about: 'Fairs.',
  needs: ['gateway'],
  variables: [],
  load: async () => FAIR_PARTS,
};
