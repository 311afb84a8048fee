/** The form of an endpoint of an instance. */
import { type AnswerTo, at, type GatewayApi } from '../api.ts';
import type { Field } from '../components/fields.tsx';
import { texts } from '../texts.ts';
import { FORMATS, INSTANCE_ENDPOINT_FIELDS } from '../words.ts';
import { endpointFields } from './endpoint-fields.tsx';
import { EVENT_TYPES, typesOf } from './event-types.ts';

export type Endpoint = AnswerTo<'GET', '/webhook/endpoints/{instanceName}'>['endpoints'][number];

export const DEFAULT = 'default';

interface FormFacts {
  readonly api: GatewayApi;
  /** The name of the instance. */
  readonly name: string;
  readonly isCustomer: boolean;
  /** The id of the endpoint; absent for a new one. */
  readonly id?: string;
}

/** The default webhook is always the operator's, and is called what it is called. */
const NOT_OF_DEFAULT: readonly string[] = ['name', 'owner'];

export function fieldsOf({ api, name, isCustomer, id }: FormFacts): readonly Field[] {
  const { webhook, endpoints } = texts();
  const isDefault = id === DEFAULT;
  // Bodies of evolution-go are nothing without the key of the instance.
  const formats = FORMATS.filter((one) => !isCustomer || one !== 'evolution-go');
  return endpointFields({
    names: INSTANCE_ENDPOINT_FIELDS.filter(
      (field) =>
        !(isCustomer && field === 'owner') && !(isDefault && NOT_OF_DEFAULT.includes(field)),
    ),
    events: EVENT_TYPES,
    formats: [['', webhook.asService], ...formats],
    needsUrl: !isDefault,
    trial: {
      post: (path, body) => api.post(`${at`/webhook/endpoints/${name}`}/${path}`, body),
      ...(id !== undefined && { endpoint: id }),
    },
    examples: {
      filter: [
        [endpoints.examples.fromOthers, { 'data.Info.IsFromMe': false }],
        [endpoints.examples.groups, { 'data.Info.Chat': { $endsWith: '@g.us' } }],
        [endpoints.examples.contains, { 'data.Message.conversation': { $contains: 'order' } }],
      ],
      transform: [
        ['Slack', { template: 'slack' }],
        [endpoints.examples.fewer, { pick: ['event', 'instanceName', 'data.Info'] }],
        [
          endpoints.examples.own,
          { template: { from: '{{data.Info.PushName}}', text: '{{data.Message.conversation}}' } },
        ],
      ],
    },
  });
}

/** Returns the endpoint as its form shows it. */
export const storedForForm = (stored: Endpoint) => ({
  ...stored,
  events: stored.events.includes('ALL') ? ['ALL'] : typesOf(stored.events),
});
