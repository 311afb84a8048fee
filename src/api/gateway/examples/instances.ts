/** Bodies that work: instances, where their events go, and deliveries. */
import type { ZoneExamples } from '../../../http/openapi-examples.ts';

const CHANGES_OF_META = {
  object: 'whatsapp_business_account',
  entry: [{ id: '102290129340398', changes: [] }],
};

export const INSTANCE_BODIES: ZoneExamples['bodies'] = {
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
