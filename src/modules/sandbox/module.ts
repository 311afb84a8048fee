import type { Module } from '../../module.ts';

export const SANDBOX: Module = {
  name: 'sandbox',
  about: 'A platform that a person or a program drives in place of a phone.',
  needs: ['gateway', 'whatsapp'],
  variables: [],
  load: async () => (await import('./sandbox.ts')).SANDBOX_PARTS,
};
