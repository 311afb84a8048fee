/** Variables of the brokers: where they are, and which events of all instances they get. */
import {
  ALL,
  nearestEventName,
  parseSubscription,
  type Subscription,
} from '../events/contract/event-names.ts';
import { entries, URL_CHARACTERS_MAX } from '../shared/variables/addresses.ts';
import { flag, type Kind, optional, variable } from '../shared/variables/kinds.ts';

/** Credentials and a virtual host are part of such a URL. */
const brokerUrl = (...schemes: readonly string[]): Kind<string> => ({
  accepts: `a URL that starts with ${schemes.map((scheme) => `\`${scheme}://\``).join(' or ')}, credentials in it, special characters percent-encoded`,
  read: (text) => (isBrokerUrl(text, schemes) ? text : undefined),
});

function isBrokerUrl(text: string, schemes: readonly string[]): boolean {
  const url = URL.parse(text);
  if (url === null || text.length > URL_CHARACTERS_MAX || /\s/.test(text)) return false;
  const [scheme = ''] = text.split('://');
  const isNamed = schemes.includes(scheme.toLowerCase()) && url.hostname !== '' && url.port !== '0';
  return (
    isNamed && url.hash === '' && [url.username, url.password, url.pathname].every(isDecodable)
  );
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const eventNames: Kind<Subscription> = {
  accepts: 'a comma list of event names and categories as in `subscribe`; none means every event',
  read(text) {
    const parsed = parseSubscription(entries(text));
    return 'unknown' in parsed ? undefined : parsed.subscription;
  },
  problem(text) {
    const parsed = parseSubscription(entries(text));
    const unknown = 'unknown' in parsed ? parsed.unknown : [];
    const slips = unknown.map(
      (name) => `${JSON.stringify(name)}, nearest ${nearestEventName(name)}`,
    );
    return `no event is called ${slips.join('; ')}`;
  },
};

/** A name that NATS can use in subjects and in files. */
const streamName: Kind<string> = {
  accepts: 'a stream name of 1 to 255 characters without blanks, dots, `*`, `>` or slashes',
  read: (text) => (/^[^\s.*>/\\\p{Cc}]{1,255}$/u.test(text) ? text : undefined),
};

export const BROKER_VARIABLES = {
  amqpUrl: optional({
    name: 'AMQP_URL',
    kind: brokerUrl('amqp', 'amqps'),
    secret: 'in-address',
    about:
      'RabbitMQ, or another AMQP 0-9-1 broker with quorum queues; `/` and a virtual host may follow.',
  }),
  amqpGlobalEnabled: variable({
    name: 'AMQP_GLOBAL_ENABLED',
    kind: flag,
    unset: false,
    about: 'The queues `{event}` receive the events of every instance.',
  }),
  amqpGlobalEvents: variable<Subscription>({
    name: 'AMQP_GLOBAL_EVENTS',
    kind: eventNames,
    unset: [ALL],
    about: 'The events that these receive.',
  }),
  natsUrl: optional({
    name: 'NATS_URL',
    kind: brokerUrl('nats', 'tls', 'ws', 'wss'),
    secret: 'in-address',
    about: 'NATS server, by TCP (`tls://` requires encryption) or by WebSocket.',
  }),
  clusterNatsUrl: optional({
    name: 'CLUSTER_NATS_URL',
    kind: brokerUrl('nats', 'tls', 'ws', 'wss'),
    defaultText: '`NATS_URL`',
    secret: 'in-address',
    about:
      'With a database server: NATS server for [hints between nodes](cluster.md#what-a-node-needs). Nothing is lost without it.',
  }),
  natsGlobalEnabled: variable({
    name: 'NATS_GLOBAL_ENABLED',
    kind: flag,
    unset: false,
    about: 'The subjects `{event}` receive the events of every instance.',
  }),
  natsGlobalEvents: variable<Subscription>({
    name: 'NATS_GLOBAL_EVENTS',
    kind: eventNames,
    unset: [ALL],
    about: 'The events that these receive.',
  }),
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
