/** Events about the webhooks of an instance themselves, which go to its other endpoints. */
import { Type } from '@sinclair/typebox';
import { count, eventType, object, orNull, text, time } from './event-type.ts';

const URL_SHOWN = 'https://orders.example.com/hook';

const endpoint = {
  id: text('Id of the endpoint: `default`, or the UUID of another webhook'),
  name: text('Name of the endpoint, such as `orders`'),
  url: text('URL that its events are posted to, with credentials and query values masked'),
};
const failures = {
  failures: count('Number of attempts that failed in a row'),
  failingSince: orNull(
    'When the endpoint began to fail',
    Type.String({ shownFormat: 'date-time' }),
  ),
  reason: orNull(
    'Why the last attempt failed, beginning with a word that stays the same',
    Type.String(),
  ),
};

const sample = (at: string) => ({
  id: '01a1fa97-2109-775b-8df8-e96b45bbbe0f',
  name: 'orders',
  url: URL_SHOWN,
  failures: 20,
  failingSince: at,
  reason: 'http_status: 500',
});

export const endpointFailing = eventType(
  'EndpointFailing',
  object('The endpoint, and how long it has failed', {
    ...endpoint,
    ...failures,
    percent: count('How close the endpoint is to counting as dead, in percent: 50, 75 or 100'),
  }),
)({
  category: 'ENDPOINT',
  olderNames: [],
  summary: 'Another endpoint has failed for long',
  sample: (at) => ({ ...sample(at), percent: 50 }),
  chatOf: ({ id }) => id,
  evolution: (data) => ({ event: 'endpoint.failing', data }),
});

export const endpointDisabled = eventType(
  'EndpointDisabled',
  object('The endpoint that nothing is sent to any more, and why', { ...endpoint, ...failures }),
)({
  category: 'ENDPOINT',
  olderNames: [],
  summary: 'Another endpoint was disabled for its failures; its events wait',
  sample,
  chatOf: ({ id }) => id,
  evolution: (data) => ({ event: 'endpoint.disabled', data }),
});

export const endpointRecovered = eventType(
  'EndpointRecovered',
  object('The endpoint that accepts events again', {
    ...endpoint,
    recoveredAt: time('When an attempt was delivered again'),
  }),
)({
  category: 'ENDPOINT',
  olderNames: [],
  summary: 'An endpoint that was reported as failing or disabled accepts events again',
  sample: (at) => ({
    id: '01a1fa97-2109-775b-8df8-e96b45bbbe0f',
    name: 'orders',
    url: URL_SHOWN,
    recoveredAt: at,
  }),
  chatOf: ({ id }) => id,
  evolution: (data) => ({ event: 'endpoint.recovered', data }),
});
