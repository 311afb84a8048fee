/** The webhooks of accounts: how they are shown, and their form. */
import type { Field } from '../components/fields.tsx';
import { texts } from '../texts.ts';
import { endpointFields } from '../traffic/endpoint-fields.tsx';
import type { ShownEndpoint } from '../traffic/endpoint-state.tsx';
import { ACCOUNT_ENDPOINT_FIELDS } from '../words.ts';
import type { CrmApi, ListItem } from './api.ts';
import { camelCased, snakeName } from './names.ts';
import { CRM_EVENT_TYPES, WEBHOOK_FORMATS } from './words.ts';

export type Webhook = ListItem<'/api/v1/webhooks'>;

export const shownEndpoint = (webhook: Webhook): ShownEndpoint => camelCased(webhook);

export function webhookFields(api: CrmApi): readonly Field[] {
  const { examples } = texts().endpoints;
  return endpointFields({
    names: ACCOUNT_ENDPOINT_FIELDS,
    events: CRM_EVENT_TYPES,
    formats: WEBHOOK_FORMATS,
    spell: snakeName,
    trial: {
      post: async (path, body) =>
        camelCased((await api.post<Record<string, unknown>>(`/webhooks/${path}`, body)).data),
    },
    examples: {
      filter: [[examples.stages, { event: { $startsWith: 'pipeline_stage.' } }]],
      transform: [
        ['Slack', { template: 'slack' }],
        [examples.withoutPrevious, { omit: ['data.previous'] }],
      ],
    },
  });
}
