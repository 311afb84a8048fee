/** The brokers this deployment is configured with. */
import type { EventType } from '../events/contract/catalog.ts';
import { type Subscription, selectedTypes } from '../events/contract/event-names.ts';
import type { Clock } from '../shared/clock.ts';
import type { Condition } from '../shared/condition.ts';
import type { Log } from '../shared/log.ts';
import { createAmqpChannel } from './amqp/channel.ts';
import type { BrokerChannel } from './broker-link.ts';
import { createNatsChannel } from './nats/channel.ts';

/** Enough to be in time for the next confirm of a queue that is replicated; a broker is one host for all instances. */
const IN_FLIGHT_MAX = 64;

interface BrokerSettings {
  readonly amqpUrl: string | null;
  readonly amqpGlobalEnabled: boolean;
  readonly amqpGlobalEvents: Subscription;
  readonly natsUrl: string | null;
  readonly natsGlobalEnabled: boolean;
  readonly natsGlobalEvents: Subscription;
  readonly natsJetstream: boolean;
  readonly natsStream: string;
}

/** Where a broker's deliveries go: its name and port, and which events of all instances it gets. */
interface BrokerRoute {
  readonly host: string;
  readonly types: ReadonlySet<EventType> | null;
  /** How many attempts it takes at once. */
  readonly hostLimit: number;
}

interface Brokers {
  readonly channels: { readonly amqp?: BrokerChannel; readonly nats?: BrokerChannel };
  /** Null: not configured. */
  readonly routes: { readonly amqp: BrokerRoute | null; readonly nats: BrokerRoute | null };
  /** By name, the configured ones. */
  conditions(): Readonly<Record<string, Condition>>;
  /** Begins connecting; returns at once. */
  start(): void;
  /** Ends all connections, in bounded time. */
  stop(): Promise<void>;
}

export function createBrokers(
  settings: BrokerSettings,
  deps: { readonly clock: Clock; readonly log: Log },
): Brokers {
  const { amqpUrl, natsUrl, natsJetstream, natsStream } = settings;
  const stream = natsJetstream ? natsStream : null;
  const amqp = amqpUrl === null ? null : createAmqpChannel({ ...deps, url: amqpUrl });
  const nats = natsUrl === null ? null : createNatsChannel({ ...deps, url: natsUrl, stream });
  const channels = { ...(amqp && { amqp }), ...(nats && { nats }) };
  const links = Object.entries(channels).map(([name, { link }]) => ({ name, link }));
  const { amqpGlobalEnabled, amqpGlobalEvents, natsGlobalEnabled, natsGlobalEvents } = settings;
  return {
    channels,
    routes: {
      amqp: routeTo(amqpUrl, amqpGlobalEnabled ? amqpGlobalEvents : null),
      nats: routeTo(natsUrl, natsGlobalEnabled ? natsGlobalEvents : null),
    },
    conditions: () => Object.fromEntries(links.map(({ name, link }) => [name, link.condition])),
    start() {
      for (const { link } of links) link.start();
    },
    async stop() {
      await Promise.all(links.map(({ link }) => link.stop()));
    },
  };
}

/** The scheme is part of it: a broker never shares a limit with a receiver on the same machine. */
const routeTo = (address: string | null, events: Subscription | null): BrokerRoute | null => {
  if (address === null) return null;
  const { protocol, host } = new URL(address);
  const types = events && selectedTypes(events);
  return { host: `${protocol}//${host}`, hostLimit: IN_FLIGHT_MAX, types };
};
