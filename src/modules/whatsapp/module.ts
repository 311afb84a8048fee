import type { Module } from '../../module.ts';

export const WHATSAPP: Module = {
  name: 'whatsapp',
  about: 'WhatsApp by a paired phone.',
  needs: [],
  variables: [
    'WHATSAPP_SOCKET_URL',
    'WHATSAPP_ROOT_PUBLIC_KEY',
    'WHATSAPP_WEB_VERSION',
    'WHATSAPP_IDENTITY_EVENTS',
    'WHATSAPP_RECORD',
    'WHATSAPP_WORKERS',
  ],
  tables: ['whatsapp_credentials', 'whatsapp_keys', 'whatsapp_numbers'],
  checks: async () => (await import('./checks.ts')).CHECKS,
  load: async () => (await import('./whatsapp.ts')).WHATSAPP_PARTS,
};
