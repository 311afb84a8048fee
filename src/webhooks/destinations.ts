/**
 * Turns settings into routes and targets for the engine. They are made once per change of settings, since every event
 * asks for them.
 */

import type { EventType } from '../events/contract/catalog.ts';
import type { Reshape, Target } from '../events/contract/channel.ts';
import { parseEndpoint } from '../events/contract/endpoint.ts';
import { EVENT_TYPES, selectedTypes } from '../events/contract/event-names.ts';
import {
  type Destinations,
  destinationsFor,
  type GlobalRoutes,
  type Gone,
} from '../events/contract/routing.ts';
import type { Clock } from '../shared/clock.ts';
import type { EventSettings } from './event-settings.ts';
import {
  type BodyReceiver,
  DEFAULT_SHAPE,
  type FormatFacts,
  reshapeFor,
  type Shape,
} from './format/formats.ts';
import { signedTarget, webhookTarget } from './target.ts';

/** A configured broker, and which events of all instances it gets (null: none). */
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
}

export function createDestinations(deps: DestinationsDeps): Destinations {
  const { settings, global, clock, facts } = deps;
  const deployment: GlobalRoutes = {
    webhook: global.webhookUrl !== null,
    brokers: new Map(
      [...global.brokers].flatMap(([name, { types }]) => (types === null ? [] : [[name, types]])),
    ),
  };
  const routesOf = perSettings((own) => routeTable(own, deployment, global));
  const withoutSettings = routeTable(null, deployment, global);
  const webhookOf = perSettings((own) => webhookTargets(own, facts));
  const globalWebhook = globalWebhookTarget(global, facts);
  const getsOwn: BodyReceiver['gets'] = (type, id) => isSubscribed(settings.get(id), type);
  const reshapeOwn = reshapeFor(DEFAULT_SHAPE, { address: null, gets: getsOwn }, facts);
  const reshapeGlobal = (kind: string) => {
    const gets = (type: string) => deployment.brokers.get(kind)?.has(type as EventType) ?? false;
    return reshapeFor(DEFAULT_SHAPE, { address: null, gets }, facts);
  };

  const instanceTarget = (streamId: string, kind: string): Target | Gone => {
    const own = settings.get(streamId);
    if (own === null) return { gone: 'instance deleted' };
    if (kind === 'webhook') return webhookOf(own)(clock.steady());
    const use = {
      isEnabled: own.brokers[kind] ?? false,
      prefix: `${streamId}.`,
      reshape: reshapeOwn,
    };
    return brokerTarget(kind, global.brokers.get(kind), use);
  };

  return {
    of(streamId, type, repeats = null) {
      const own = settings.get(streamId);
      const routes = own === null ? withoutSettings : routesOf(own);
      const endpoints = routes[type] ?? NOWHERE;
      if (repeats === null) return endpoints;
      const formatAt = (endpoint: string) =>
        (endpoint === 'webhook' ? own?.format : null) ?? facts.defaultFormat;
      const isTold = (endpoint: string) =>
        formatAt(endpoint) === 'evolution-api' && routes[repeats]?.includes(endpoint);
      return endpoints.filter((endpoint) => !isTold(endpoint));
    },
    target(streamId, endpoint) {
      const { kind, scope } = parseEndpoint(endpoint) ?? NO_ENDPOINT;
      if (scope === 'instance') return instanceTarget(streamId, kind);
      if (scope === 'account') return { gone: `no such destination: ${endpoint}` };
      if (kind === 'webhook') return globalWebhook;
      const isEnabled = deployment.brokers.has(kind);
      const use = { isEnabled, prefix: '', reshape: reshapeGlobal(kind) };
      return brokerTarget(kind, global.brokers.get(kind), use);
    },
  };
}

/** Keyed by event type; types that are not events of instances have no entry. */
type RouteTable = Readonly<Record<string, readonly string[]>>;

const NOWHERE: readonly string[] = [];
const NO_ENDPOINT = { kind: '', scope: 'account' } as const;

/** Settings are replaced, never changed in place, so a value made from them is valid as long as they are. */
export function perSettings<T>(make: (own: EventSettings) => T): (own: EventSettings) => T {
  const made = new WeakMap<EventSettings, T>();
  return (own) => {
    const known = made.get(own);
    if (known !== undefined) return known;
    const value = make(own);
    made.set(own, value);
    return value;
  };
}

function routeTable(
  own: EventSettings | null,
  deployment: GlobalRoutes,
  global: GlobalDestinations,
): RouteTable {
  const routes = own && {
    types: selectedTypes(own.subscribe),
    webhook: own.webhookSet && own.webhookEnabled,
    brokers: [...global.brokers.keys()].filter((name) => own.brokers[name]),
  };
  const entries = EVENT_TYPES.map((type) => [type, destinationsFor(type, routes, deployment)]);
  return Object.fromEntries(entries);
}

/** Returns the target at a moment, in steady ms. */
function webhookTargets(own: EventSettings, facts: FormatFacts): (now: number) => Target | Gone {
  const { webhookUrl, headers, base64 } = own;
  if (!own.webhookSet || webhookUrl === '') return () => ({ gone: 'webhook not set' });
  if (!own.webhookEnabled) return () => ({ gone: 'webhook disabled' });
  const gets = (type: string) => isSubscribed(own, type);
  const target = shapedTarget(own, { address: webhookUrl, gets }, facts);
  return signedTarget({ ...target, headers, base64 }, own);
}

interface WebhookReceiver extends BodyReceiver {
  readonly address: string;
}

function shapedTarget(shape: Shape, receiver: WebhookReceiver, facts: FormatFacts): Target {
  const reshape = reshapeFor(shape, receiver, facts);
  return { ...webhookTarget(receiver.address), ...(reshape && { reshape }) };
}

function globalWebhookTarget(
  { webhookUrl, webhookSecret }: GlobalDestinations,
  facts: FormatFacts,
): Target | Gone {
  if (webhookUrl === null) return { gone: 'global webhook not set' };
  const target = shapedTarget(DEFAULT_SHAPE, { address: webhookUrl, gets: () => true }, facts);
  return { ...target, secrets: webhookSecret === null ? [] : [webhookSecret] };
}

const typesOf = perSettings((own) => selectedTypes(own.subscribe));

const isSubscribed = (own: EventSettings | null, type: string): boolean =>
  own !== null && typesOf(own).has(type as EventType);

interface BrokerUse {
  readonly isEnabled: boolean;
  /** What stands before the event in names of queues and subjects. */
  readonly prefix: string;
  readonly reshape: Reshape | undefined;
}

/** Queues and subjects end in the event's name, which the channel inserts for `{event}`. */
function brokerTarget(
  channel: string,
  broker: BrokerRoute | undefined,
  { isEnabled, prefix, reshape }: BrokerUse,
): Target | Gone {
  if (broker === undefined) return { gone: `${channel} not configured` };
  if (!isEnabled) return { gone: `${channel} disabled` };
  const address = `${prefix}{event}`;
  return {
    channel,
    host: broker.host,
    hostLimit: broker.hostLimit,
    address,
    shown: address,
    headers: {},
    secrets: [],
    base64: null,
    ...(reshape && { reshape }),
  };
}
