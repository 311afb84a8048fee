import type { Module } from '../../module.ts';

export const WHATSAPP_CLOUD: Module = {
  name: 'whatsapp-cloud',
  about: "WhatsApp's official API, reached by Meta's Graph API.",
  needs: [],
  variables: ['META_GRAPH_VERSION', 'META_APP_SECRET', 'META_VERIFY_TOKEN', 'HISTORY_EVENTS'],
  tables: ['cloud_numbers', 'cloud_people'],
  load: async () => (await import('./whatsapp-cloud.ts')).WHATSAPP_CLOUD_PARTS,
};
