/** Deliveries and tests of webhooks in the manager. */
import { createFormats } from '../formats.ts';

const { count } = createFormats('en');

export const traffic = {
  deliveries: 'Deliveries',
  states: {
    waiting: 'waiting',
    sending: 'sending',
    delivered: 'delivered',
    discarded: 'discarded',
  },
  anyState: 'any state',
  event: 'Event',
  find: 'Find',
  findHint: 'ID, endpoint or status code',
  findHintOfAll: 'Delivery or event ID, status code',
  findInInstance:
    'Endpoint names and message IDs are found only in the deliveries of one instance.',
  attemptNumber: (number: number) => `Attempt ${number}`,
  nextAttempt: 'Next attempt',
  ms: (ms: string) => `${ms} ms`,
  exchange: 'Response and request',
  responseOf: (attempt: number) => `Response to attempt ${attempt}`,
  noBody: 'The response has no body.',
  copyCurl: 'Copy as curl',
  redeliverSelected: 'Redeliver selected',
  redeliverMatching: (deliveries: number, isMore: boolean) =>
    isMore
      ? `Redeliver all ${deliveries} or more that match`
      : count(deliveries, {
          one: 'Redeliver the # that matches',
          other: 'Redeliver all # that match',
        }),
  /** Why a receiver or a broker did not answer, by the word that its error begins with. */
  errors: {
    timeout: 'Timed out',
    connection_refused: 'Connection refused',
    connection_reset: 'Connection reset',
    connection_lost: 'Connection lost',
    connection_limit: 'Connection limit',
    dns_error: 'Host not found',
    tls_error: 'TLS error',
    malformed: 'Malformed response',
    redirect: 'Redirect',
    empty: 'Empty response',
    too_large: 'Too large',
    forbidden_network: 'Forbidden network',
    network_error: 'Network error',
    transform_failed: 'Transform failed',
    out_of_resources: 'Out of resources',
    internal_error: 'Internal error',
    access_refused: 'Access refused',
    queue_limit: 'Queue limit',
    unavailable: 'Unavailable',
    full: 'Queue full',
    refused: 'Refused',
    broker_error: 'Broker error',
  },
  newer: 'Newer',
  older: 'Older',
  noAttempts: 'No attempts yet',
  noOutcome: 'no outcome',
  status: (status: number) => `status ${status}`,
  redeliver: 'Redeliver',
  onItsWay: 'Redelivering',
  onItsWayAlready: 'Already being sent',
  tryIt: 'Send a test event',
  tryHint: 'Sends one sample event, marked "test": true.',
  test: 'Send test',
  noAnswer: (ms: string, error: string) => `Not delivered: no answer, ${ms} ms. ${error}`,
  answered: (isDelivered: boolean, status: number, ms: string) =>
    `${isDelivered ? 'Delivered' : 'Not delivered'}: status ${status}, ${ms} ms`,
  sent: 'Request sent',
  answer: 'Response',
  events: 'Events',
  chatHint: 'number or JID',
  idHint: 'event or message',
  inShort: 'Summary',
  /** Summaries of events. */
  summary: {
    account: 'this account',
    somebody: 'somebody',
    to: (chat: string, words: string) => `to ${chat}: ${words}`,
    edited: (words: string) => `${words} (edited)`,
    name: (name: string) => `name: ${name}`,
    topic: (topic: string) => `topic: ${topic}`,
  },
  deleted: 'deleted',
  anyEvent: 'any event',
  anyEndpoint: 'any endpoint',
  allInstances: '← All instances',
  ofOneEvent: 'You see only the deliveries of one event.',
  showAll: 'Show all',
  itsEvent: 'Show event',
  itsDeliveries: 'Show deliveries',
  wentNowhere: 'No endpoint subscribes to this event.',
  newest: 'Newest',
  orMore: (most: string) => `${most} or more`,
  showNew: (waiting: string) => `Show ${waiting} new`,
  pause: 'Pause',
  resume: 'Resume',
  resumeWith: (waiting: string) => `Resume: ${waiting} waiting`,
  copyJson: 'Copy JSON',
  asJson: (event: string) => `${event} as JSON`,
  characters: (length: number) => count(length, { one: '# character', other: '# characters' }),
  manyOnTheirWay: (deliveries: number) =>
    count(deliveries, { one: 'Redelivering # delivery', other: 'Redelivering # deliveries' }),
  request: 'Request',
  asNextAttempt: 'The next attempt sends this request, without files.',
  nowhere: 'no address',
  redeliverAll: 'Redeliver all',
  nothingSent: 'Nothing was redelivered.',
  redeliverQuestion: (deliveries: number, isMore: boolean) =>
    isMore
      ? `Redeliver ${deliveries} or more deliveries?`
      : count(deliveries, { one: 'Redeliver # delivery?', other: 'Redeliver # deliveries?' }),
  redeliverText: (instances: number) =>
    `${count(instances, { one: 'From # instance', other: 'From # instances' })}. Each goes to its current endpoint, with the same event ID.`,
  refused: (refusals: number, instances: number, first: string) =>
    `Refused by ${refusals} of ${instances} instances, first by ${first}`,
};
