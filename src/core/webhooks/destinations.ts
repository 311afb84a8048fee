/**
 * Turns settings into routes and targets for the engine. They are made once per change of settings, since every event
 * asks for them.
 */

import type { EventType } from '../events/contract/catalog.ts';
import type { Target } from '../events/contract/channel.ts';
import { endpointOfInstance, endpointText, parseEndpoint } from '../events/contract/endpoint.ts';
import { EVENT_TYPES, selectedTypes } from '../events/contract/event-names.ts';
import type { Destinations, MissingTarget } from '../events/contract/routing.ts';
import type { Clock } from '../shared/clock.ts';
import {
  type EventSettings,
  endpointNamed,
  endpointsIn,
  type InstanceEndpoint,
} from './event-settings.ts';
import type { FilterFailures } from './filter/filter.ts';
import {
  type BodyReceiver,
  DEFAULT_SHAPE,
  type Format,
  type FormatFacts,
  type FormatParts,
  neverShapes,
  partsFor,
  withoutKeys,
} from './format/formats.ts';
import { isForCustomer } from './health-news.ts';
import { bodiesOf, endpointTarget, webhookTarget } from './target.ts';

/** A configured broker, and the types of events that it gets from all instances (null: no events). */
interface BrokerRoute {
  /** Endpoints with the same value share one concurrency limit: the broker's name and port. */
  readonly host: string;
  readonly types: ReadonlySet<EventType> | null;
  /** The most attempts at once. */
  readonly hostLimit: number;
}

/** The configuration of the whole deployment; null where nothing is configured. */
interface GlobalDestinations {
  readonly webhookUrl: string | null;
  readonly webhookSecret: string | null;
  /** Keyed by the name of the broker. */
  readonly brokers: ReadonlyMap<string, BrokerRoute>;
}

interface DestinationsDeps {
  readonly settings: { get(instanceId: string): EventSettings | null };
  readonly global: GlobalDestinations;
  readonly clock: Pick<Clock, 'steady'>;
  readonly facts: FormatFacts;
  readonly filterFailures: FilterFailures;
}

/** An endpoint that is switched on, and the event types that it gets. */
interface Route {
  readonly endpoint: string;
  readonly types: ReadonlySet<EventType>;
  readonly format: Format;
}

/** Returns the endpoints that get events of a type; none of a type that is no event of instances. */
type RouteTable = (type: string) => readonly string[];

/** Values that are computed from the settings of an instance. */
interface OwnDestinations {
  readonly routes: RouteTable;
  /** The formats of the endpoints that are switched on. */
  readonly formats: ReadonlyMap<string, Format>;
  /** The targets of its webhooks at a moment, in steady ms. */
  readonly webhooks: ReadonlyMap<string, (now: number) => Target | MissingTarget>;
}

export function createDestinations(deps: DestinationsDeps): Destinations {
  const { settings, global, clock, facts, filterFailures } = deps;
  const everyone = globalRoutes(global, facts);
  const ownOf = memoizePerObject((own: EventSettings) =>
    ownDestinations(own, everyone, { global, facts, filterFailures }),
  );
  const ofNobody = tabled(everyone);
  const globalTargets = globalTargetsOf(global, facts);
  const getsOwn: BodyReceiver['gets'] = (type, id) => isSubscribed(settings.get(id)?.webhook, type);
  const partsOwn = partsFor(DEFAULT_SHAPE, { address: null, gets: getsOwn }, facts);

  const instanceTarget = (streamId: string, endpoint: string): Target | MissingTarget => {
    const own = settings.get(streamId);
    const webhook = own && ownOf(own).webhooks.get(endpoint);
    if (webhook) return webhook(clock.steady());
    const { kind, scope } = parseEndpoint(endpoint) ?? NO_ENDPOINT;
    if (scope === 'account') return { gone: `no such destination: ${endpoint}` };
    if (scope === 'global') return { gone: `${kind} not configured` };
    if (own === null) return { gone: 'instance deleted' };
    if (scope === 'named') return { gone: 'endpoint deleted' };
    const isEnabled = own.brokers[kind] ?? false;
    const use = { isEnabled, prefix: `${streamId}.`, parts: partsOwn };
    return brokerTarget(kind, global.brokers.get(kind), use);
  };

  return {
    of(streamId, type, duplicatesType = null) {
      const own = settings.get(streamId);
      const { routes, formats } = own === null ? ofNobody : ownOf(own);
      const endpoints = routes(type);
      if (duplicatesType === null) return endpoints;
      const isTold = (endpoint: string) =>
        formats.get(endpoint) === 'evolution-api' && routes(duplicatesType).includes(endpoint);
      return endpoints.filter((endpoint) => !isTold(endpoint));
    },
    target: (streamId, endpoint) =>
      globalTargets.get(endpoint) ?? instanceTarget(streamId, endpoint),
    nameOf: (streamId, endpoint) => endpointNamed(settings.get(streamId), endpoint)?.name ?? null,
  };
}

const NO_ENDPOINT = { kind: '', scope: 'account' } as const;

/** Remembers the value of each object. Settings are replaced, never changed in place, so it is valid as long as they are. */
export function memoizePerObject<S extends object, T>(make: (own: S) => T): (own: S) => T {
  const made = new WeakMap<S, T>();
  return (own) => {
    const known = made.get(own);
    if (known !== undefined) return known;
    const value = make(own);
    made.set(own, value);
    return value;
  };
}

/** Global destinations get the events of every instance, whatever it subscribed to. */
const globalRoutes = (
  { webhookUrl, brokers }: GlobalDestinations,
  { defaultFormat: format }: FormatFacts,
): Route[] => [
  ...(webhookUrl === null
    ? []
    : [{ endpoint: globalOf('webhook'), types: new Set(EVENT_TYPES), format }]),
  ...[...brokers].flatMap(([kind, { types }]) =>
    types === null ? [] : [{ endpoint: globalOf(kind), types, format }],
  ),
];

const globalOf = (kind: string): string => endpointText({ kind, scope: 'global' });

/** An instance's brokers follow the event list of its webhook `default`. */
function ownDestinations(
  own: EventSettings,
  everyone: readonly Route[],
  { global, ...parts }: Pick<DestinationsDeps, 'global' | 'facts' | 'filterFailures'>,
): OwnDestinations {
  const { defaultFormat } = parts.facts;
  const [first, ...others] = endpointsIn(own).map((endpoint) => ({
    isOn: endpoint.isSet && endpoint.enabled,
    endpoint: endpointOfInstance(endpoint.id),
    types: typesOf(endpoint),
    format: endpoint.format ?? defaultFormat,
  }));
  const brokers = [...global.brokers.keys()].map((endpoint) => ({
    isOn: own.brokers[endpoint] ?? false,
    endpoint,
    types: typesOf(own.webhook),
    format: defaultFormat,
  }));
  const its = [...(first ? [first] : []), ...brokers, ...others].filter(({ isOn }) => isOn);
  const webhooks = endpointsIn(own).map(
    (endpoint) => [endpointOfInstance(endpoint.id), targetsOf(endpoint, own, parts)] as const,
  );
  return { ...tabled([...its, ...everyone]), webhooks: new Map(webhooks) };
}

/** An instance has events of a few types, so what all types would need is not kept for each instance. */
function tabled(routes: readonly Route[]): Pick<OwnDestinations, 'routes' | 'formats'> {
  const known = new Map<string, readonly string[]>();
  const wanting = (type: EventType) =>
    routes
      .filter(({ types, format }) => types.has(type) && !neverShapes(format, type))
      .map(({ endpoint }) => endpoint);
  return {
    routes(type) {
      return known.getOrInsertComputed(type, () => wanting(type as EventType));
    },
    formats: new Map(routes.map(({ endpoint, format }) => [endpoint, format])),
  };
}

function targetsOf(
  endpoint: InstanceEndpoint,
  { others }: EventSettings,
  { facts, filterFailures }: Pick<DestinationsDeps, 'facts' | 'filterFailures'>,
): (now: number) => Target | MissingTarget {
  if (!endpoint.isSet || endpoint.url === '') return () => ({ gone: 'webhook not set' });
  if (!endpoint.enabled) return () => ({ gone: 'webhook disabled' });
  const gets = (type: string) => isSubscribed(endpoint, type);
  const failed = filterFailures.of(endpointOfInstance(endpoint.id));
  const receiver = { address: endpoint.url, gets };
  if (endpoint.owner === 'operator')
    return endpointTarget(endpoint, bodiesOf(endpoint, receiver, facts, failed));
  // Whatever the format and the default are, now or later, the customer gets no key of the instance.
  const bodies = bodiesOf(endpoint, receiver, withoutKeys(facts), failed);
  const { wants = () => true } = bodies;
  return endpointTarget(endpoint, {
    ...bodies,
    wants: (event, budget) => isForCustomer(event, others) && wants(event, budget),
  });
}

/** Whether they have a target or not, global destinations are found here. */
function globalTargetsOf(
  global: GlobalDestinations,
  facts: FormatFacts,
): ReadonlyMap<string, Target | MissingTarget> {
  const brokers = [...global.brokers].map(([kind, broker]) => {
    const gets = (type: string) => broker.types?.has(type as EventType) ?? false;
    const parts = partsFor(DEFAULT_SHAPE, { address: null, gets }, facts);
    const use = { isEnabled: broker.types !== null, prefix: '', parts };
    return [globalOf(kind), brokerTarget(kind, broker, use)] as const;
  });
  return new Map([[globalOf('webhook'), globalWebhookTarget(global, facts)], ...brokers]);
}

function globalWebhookTarget(
  { webhookUrl, webhookSecret }: GlobalDestinations,
  facts: FormatFacts,
): Target | MissingTarget {
  if (webhookUrl === null) return { gone: 'global webhook not set' };
  const parts = partsFor(DEFAULT_SHAPE, { address: webhookUrl, gets: () => true }, facts);
  const secrets = webhookSecret === null ? [] : [webhookSecret];
  return { ...webhookTarget(webhookUrl), secrets, ...parts };
}

const typesOf = memoizePerObject((endpoint: InstanceEndpoint) => selectedTypes(endpoint.events));

const isSubscribed = (endpoint: InstanceEndpoint | undefined, type: string): boolean =>
  endpoint !== undefined && typesOf(endpoint).has(type as EventType);

interface BrokerUse {
  readonly isEnabled: boolean;
  /** The prefix of the names of queues and subjects, before the event. */
  readonly prefix: string;
  readonly parts: FormatParts;
}

/** Queues and subjects end in the event's name, which the channel inserts for `{event}`. */
function brokerTarget(
  channel: string,
  broker: BrokerRoute | undefined,
  { isEnabled, prefix, parts }: BrokerUse,
): Target | MissingTarget {
  if (broker === undefined) return { gone: `${channel} not configured` };
  if (!isEnabled) return { gone: `${channel} disabled` };
  const address = `${prefix}{event}`;
  return {
    channel,
    host: broker.host,
    hostLimit: broker.hostLimit,
    address,
    maskedAddress: address,
    headers: {},
    secrets: [],
    base64: null,
    ...parts,
  };
}
