/** NATS, with or without JetStream. */

import { flag, type Kind, variable } from '../shared/variables/kinds.ts';
import { type Broker, brokerVariables } from './broker.ts';

/** A name that NATS can use in subjects and in files. */
const streamName: Kind<string> = {
  accepts: 'a stream name of 1 to 255 characters without blanks, dots, `*`, `>` or slashes',
  read: (text) => (/^[^\s.*>/\\\p{Cc}]{1,255}$/u.test(text) ? text : undefined),
};

const jetStreamVariables = {
  natsJetstream: variable({
    name: 'NATS_JETSTREAM',
    kind: flag,
    unset: false,
    about: '`true`: an event is delivered once a JetStream stream has stored it.',
  }),
  natsStream: variable({
    name: 'NATS_STREAM',
    kind: streamName,
    unset: 'GATEHOUSE',
    about: 'The stream; it is made if it is missing.',
  }),
};

export const NATS: Broker<'nats', typeof jetStreamVariables> = {
  name: 'nats',
  field: 'nats',
  title: 'NATS',
  place: 'subject',
  ports: { 'nats:': 4222, 'tls:': 4222, 'ws:': 80, 'wss:': 443 },
  variables: {
    ...brokerVariables('nats', {
      schemes: ['nats', 'tls', 'ws', 'wss'],
      aboutUrl: 'NATS server, by TCP (`tls://` requires encryption) or by WebSocket.',
      aboutGlobal: 'The subjects `{event}` receive the events of every instance.',
    }),
    ...jetStreamVariables,
  },
};
