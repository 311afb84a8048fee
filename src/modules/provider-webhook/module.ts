import type { Module } from '../../module.ts';

export const PROVIDER_WEBHOOK: Module = {
  name: 'provider-webhook',
  about: 'The addresses to which Meta sends what comes in for instances of the official API.',
  needs: ['whatsapp-cloud'],
  variables: [],
  load: async () => (await import('./provider-webhook.ts')).PROVIDER_WEBHOOK_PARTS,
};
