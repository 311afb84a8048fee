/** Lists all brokers, and connects to those that this deployment has configured. */
import type { EventType } from '../events/contract/catalog.ts';
import { selectedTypes } from '../events/contract/event-names.ts';
import type { Condition } from '../shared/condition.ts';
import type { Intersection } from '../shared/variables/kinds.ts';
import { AMQP } from './amqp.ts';
import {
  type Broker,
  type BrokerDeps,
  type BrokerOpener,
  type BrokerSettings,
  readBroker,
} from './broker.ts';
import type { BrokerChannel } from './broker-link.ts';
import { NATS } from './nats.ts';

const DECLARED = [AMQP, NATS] as const;

/** All brokers, whether there is a module that connects to them or not. */
export const BROKERS: readonly Broker[] = DECLARED;

/** The variables of all brokers. */
// The cast: `assign` does not know that the list holds one of each.
export const BROKER_VARIABLES = Object.assign(
  {},
  ...DECLARED.map(({ variables }) => variables),
) as Intersection<(typeof DECLARED)[number]['variables']>;

/** The endpoints of every instance, as answers name them. */
export const DESTINATIONS: readonly string[] = [
  'webhook',
  ...BROKERS.map(({ name }) => name),
].flatMap((name) => [name, `global-${name}`]);

/** Enough to keep a replicated queue busy until its next confirm; a broker is one host for all instances. */
const IN_FLIGHT_MAX = 64;

/** A broker's name and port, and which events of all instances it gets. */
interface BrokerRoute {
  readonly host: string;
  /** The types of events that the broker gets from all instances; null if it gets only those of single instances. */
  readonly types: ReadonlySet<EventType> | null;
  /** The most attempts at once. */
  readonly hostLimit: number;
}

interface ConfiguredBrokers {
  /** Keyed by the name of the broker, like the next field. */
  readonly channels: Readonly<Record<string, BrokerChannel>>;
  readonly routes: ReadonlyMap<string, BrokerRoute>;
  /** The names of those that have a URL, and nothing that opens them. */
  readonly leftOut: ReadonlySet<string>;
  conditions(): Readonly<Record<string, Condition>>;
  /** Begins connecting; returns at once. */
  start(): void;
  /** Ends all connections, in bounded time. */
  stop(): Promise<void>;
}

/** `settings` have the values of `BROKER_VARIABLES`. A broker that nothing opens is left out. */
export function createBrokers<S extends object>(
  settings: S,
  openers: readonly BrokerOpener<S>[],
  deps: BrokerDeps,
): ConfiguredBrokers {
  const leftOut = new Set<string>();
  const configured = BROKERS.flatMap((broker) => {
    const { url, ...global } = readBroker(broker, settings);
    const opener = openers.find(({ name }) => name === broker.name);
    if (url === null) return [];
    if (opener === undefined) {
      leftOut.add(broker.name);
      return [];
    }
    const channel = opener.open(url, settings, deps);
    return [{ name: broker.name, channel, route: routeTo(url, global) }];
  });
  const links = configured.map(({ name, channel: { link } }) => ({ name, link }));
  return {
    channels: Object.fromEntries(configured.map(({ name, channel }) => [name, channel])),
    routes: new Map(configured.map(({ name, route }) => [name, route])),
    leftOut,
    conditions: () => Object.fromEntries(links.map(({ name, link }) => [name, link.condition])),
    start() {
      for (const { link } of links) link.start();
    },
    async stop() {
      await Promise.all(links.map(({ link }) => link.stop()));
    },
  };
}

/** The scheme is part of the host, so a broker never shares a limit with a receiver on the same machine. */
function routeTo(
  url: string,
  { isGlobal, globalEvents }: Omit<BrokerSettings, 'url'>,
): BrokerRoute {
  const { protocol, host } = new URL(url);
  const types = isGlobal ? selectedTypes(globalEvents) : null;
  return { host: `${protocol}//${host}`, hostLimit: IN_FLIGHT_MAX, types };
}
