import type { Module } from '../../module.ts';

export const GATEWAY: Module = {
  name: 'gateway',
  about:
    'The zone of `apikey`: instances, messages, chats, groups, webhooks, events and deliveries.',
  needs: [],
  variables: [],
  tables: ['figures', 'gateway_audit', 'gateway_audit_begun', 'ws_tickets'],
  isRequired: true,
  load: async () => (await import('./gateway.ts')).GATEWAY_PARTS,
};
