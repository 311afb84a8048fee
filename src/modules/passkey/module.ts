import type { Module } from '../../module.ts';

export const PASSKEY: Module = {
  name: 'passkey',
  about: 'The links by which a person confirms a pairing with a passkey.',
  needs: ['gateway'],
  variables: [],
  load: async () => (await import('./passkey.ts')).PASSKEY_PARTS,
};
