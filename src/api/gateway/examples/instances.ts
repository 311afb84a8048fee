/** Bodies that work: instances, where their events go, and deliveries. */
import type { ZoneExamples } from '../../../http/openapi-examples.ts';
import { INSTANCE, OWN_NUMBER } from './known.ts';

const CHANGES_OF_META = {
  object: 'whatsapp_business_account',
  entry: [{ id: '102290129340398', changes: [] }],
};

export const INSTANCE_BODIES: ZoneExamples['bodies'] = {
  'POST /instance/create': { instanceName: INSTANCE, provider: 'sandbox', number: OWN_NUMBER },
  'POST /instance/key/rotate/{instanceName}': { graceSeconds: 3600, scopes: ['read', 'send'] },
  'PATCH /instance/credentials/{instanceName}': { accessToken: 'EAAGm0PX4ZCpsBAKZCZA' },
  'POST /instance/connect': {
    webhookUrl: 'https://shop.example.com/hook',
    subscribe: ['MESSAGE'],
    websocketEnable: 'enabled',
    immediate: true,
  },
  'POST /passkey-ceremony/{token}/response': {
    id: 'AQIDBAUGBwg',
    rawId: 'AQIDBAUGBwg',
    type: 'public-key',
    response: {
      clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
      authenticatorData: 'AQIDBAUGBwg',
      signature: 'AQIDBAUGBwg',
    },
  },
  'POST /provider/whatsapp-cloud/webhook': CHANGES_OF_META,
  'POST /provider/whatsapp-cloud/webhook/{instanceName}': CHANGES_OF_META,
};
