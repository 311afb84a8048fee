/** Every place that the events of an instance go to, or would go to, as answers show it. */

import { type Static, Type } from '@sinclair/typebox';
import { DESTINATIONS } from '../../../channels/brokers.ts';
import { endpointOfInstance } from '../../../events/contract/endpoint.ts';
import { EVENT_TYPES } from '../../../events/contract/event-names.ts';
import type { Health, HealthState } from '../../../events/contract/health.ts';
import { isGone } from '../../../events/contract/routing.ts';
import { readHealth } from '../../../events/log/health.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { orNull, textOrNull } from '../../../http/nullable.ts';
import { words } from '../../../http/read-fields.ts';
import { Time } from '../../../http/time.ts';
import { iso } from '../../../shared/clock.ts';
import { failure } from '../../../shared/errors.ts';
import { MASK } from '../../../shared/mask-url.ts';
import { type InstanceEndpoint, OWNERS, type Owner } from '../../../webhooks/endpoint.ts';
import { type EventSettings, settingsOf } from '../../../webhooks/event-settings.ts';
import { FORMATS, type Format } from '../../../webhooks/format/formats.ts';
import { maskHeaders } from '../../../webhooks/headers.ts';
import type { GatewayPrincipal } from '../guard.ts';
import type { GatewayParts } from '../parts.ts';
import { isCustomerPage, visibleWebhooks } from '../portal/limits.ts';
import { shownUrl } from './shown-url.ts';

const FEED = 'websocket';
/** Endpoints that have operations of their own, or that variables of the service switch. */
export const SWITCHED_ELSEWHERE: readonly string[] = [
  ...DESTINATIONS.filter((destination) => destination !== 'webhook'),
  FEED,
];

const fields = {
  id: Type.String({
    description:
      'Id of the endpoint: `default` for the one that webhook/set changes, a UUID for another webhook of the instance, otherwise its destination',
  }),
  name: Type.String({ description: 'Name of the endpoint' }),
  description: Type.String({ description: 'Purpose of the endpoint' }),
  destination: Type.Unsafe<string>({
    ...words('webhook', ...SWITCHED_ELSEWHERE),
    description:
      'Kind of endpoint; one that begins with `global-` gets the events of all instances',
  }),
  owner: Type.Unsafe<Owner>({
    ...words(...OWNERS),
    description:
      "Owner of the endpoint: a customer's page sees and changes only those of the customer",
  }),
  readOnly: Type.Boolean({
    description:
      'Whether the endpoint is configured elsewhere: by operations of its own, or by variables of the service',
  }),
  enabled: Type.Boolean({ description: 'Whether the endpoint is enabled' }),
  target: orNull(
    Type.String(),
    'Where events go, with credentials and query values masked; null while the endpoint is off',
  ),
  reason: textOrNull('Why the endpoint is off'),
  events: Type.Array(Type.String(), {
    description:
      'Events of the endpoint: the names that were set for a webhook of the instance, otherwise the event types',
  }),
  url: textOrNull(
    'URL that events are posted to; only for webhooks of the instance. Credentials and query values are masked if you may not change the endpoint',
  ),
  headers: Type.Record(Type.String(), Type.String(), {
    description: 'Extra headers, with masked values',
  }),
  verifyToken: orNull(
    Type.String(),
    'Masked verify token that the receiver had to know before its URL was stored; null if the receiver was not checked',
  ),
  filter: orNull(
    Type.Object({}, { additionalProperties: true }),
    'Filter that selects which of these events are sent; null sends all of them',
  ),
  transform: orNull(
    Type.Object({}, { additionalProperties: true }),
    'Transform that changes the bodies; null leaves them unchanged',
  ),
  format: Type.Unsafe<Format>({ ...words(...FORMATS), description: 'Format of the bodies' }),
  base64: orNull(Type.Boolean(), 'Whether files are in the bodies; null uses WEBHOOK_FILES'),
  byEvents: Type.Boolean({
    description: 'Whether the event name is appended to the path of the URL',
  }),
  retry: orNull(
    Type.Object({ attempts: Type.Integer(), delaysMs: Type.Array(Type.Integer()) }),
    'Retry policy of the endpoint; null uses that of the service',
  ),
  ordering: words('chat', 'none'),
  autoDisable: Type.Boolean({
    description:
      'Whether the endpoint is disabled automatically when it answers 410 or has failed for long',
  }),
  health: orNull(
    NamedObject('EndpointHealth', {
      state: Type.Unsafe<HealthState>({
        ...words('healthy', 'failing', 'disabled'),
        description:
          '`failing`: the last attempt failed. `disabled`: nothing is sent, and events wait until the endpoint is enabled again',
      }),
      since: orNull(Time(), 'When the endpoint entered this state; null if it never failed'),
      failures: Type.Integer({ description: 'Number of attempts that failed in a row' }),
      percent: Type.Integer({
        description: 'How close the endpoint is to counting as dead, in percent: 0, 50, 75 or 100',
      }),
      reason: textOrNull('Why the last attempt failed'),
    }),
    'Whether the endpoint accepts deliveries; null for endpoints configured elsewhere',
  ),
  createdAt: orNull(
    Time(),
    'When the endpoint was created; null for endpoints configured elsewhere',
  ),
  updatedAt: orNull(Time(), 'When the endpoint was last changed'),
};

export const Endpoint = NamedObject('InstanceEndpoint', fields);
export type EndpointView = Static<typeof Endpoint>;

export const Endpoints = NamedObject('InstanceEndpoints', { endpoints: Type.Array(Endpoint) });

export const EndpointWithSecret = NamedObject('InstanceEndpointWithSecret', {
  ...fields,
  secret: Type.String({
    description:
      'Secret that signs every delivery as Standard Webhooks defines; GET /webhook/secret shows it again',
  }),
});

type Parts = Pick<GatewayParts, 'db' | 'settings' | 'destinations' | 'defaultFormat'>;
type Healths = ReadonlyMap<string, Health>;

/**
 * The endpoints of an instance as they are at this moment: its webhooks, then what is switched elsewhere as far as the
 * caller may see that.
 */
export async function endpointViews(
  parts: Parts,
  instanceId: string,
  caller: GatewayPrincipal,
): Promise<EndpointView[]> {
  const health = await readHealth(parts.db, instanceId);
  const webhooks = visibleWebhooks(parts, caller, instanceId).map((endpoint) =>
    webhookView(parts, { instanceId, caller, health }, endpoint),
  );
  if (isCustomerPage(caller)) return webhooks;
  const own = settingsOf(parts.settings, instanceId);
  return [...webhooks, ...SWITCHED_ELSEWHERE.map((id) => otherView(parts, instanceId, own, id))];
}

/** Throws `not_found` when the instance has no such endpoint. */
export async function endpointView(
  parts: Parts,
  instanceId: string,
  id: string,
  caller: GatewayPrincipal,
): Promise<EndpointView> {
  const views = await endpointViews(parts, instanceId, caller);
  const found = views.find((endpoint) => endpoint.id === id);
  if (found === undefined) throw failure('endpoint_not_found');
  return found;
}

interface ViewContext {
  readonly instanceId: string;
  readonly caller: GatewayPrincipal;
  readonly health: Healths;
}

const webhookView = (
  parts: Parts,
  { instanceId, caller, health }: ViewContext,
  endpoint: InstanceEndpoint,
): EndpointView => ({
  id: endpoint.id,
  name: endpoint.name,
  description: endpoint.description,
  destination: 'webhook',
  owner: endpoint.owner,
  readOnly: false,
  enabled: endpoint.enabled,
  ...placeOf(parts, instanceId, endpointOfInstance(endpoint.id)),
  events: [...endpoint.events],
  url: shownUrl(caller, endpoint.url),
  headers: maskHeaders(endpoint.headers),
  verifyToken: endpoint.verifyToken && MASK,
  filter: endpoint.filter,
  transform: endpoint.transform && { ...endpoint.transform },
  format: endpoint.format ?? parts.defaultFormat,
  base64: endpoint.base64,
  byEvents: endpoint.byEvents,
  retry: endpoint.retry && { ...endpoint.retry, delaysMs: [...endpoint.retry.delaysMs] },
  ordering: endpoint.ordering,
  autoDisable: endpoint.autoDisable,
  health: healthView(health.get(endpointOfInstance(endpoint.id))),
  createdAt: iso(endpoint.createdAt),
  updatedAt: iso(endpoint.updatedAt),
});

const healthView = (health: Health | undefined) => ({
  state: health?.state ?? 'healthy',
  since: health ? iso(health.since) : null,
  failures: health?.failures ?? 0,
  percent: health?.percent ?? 0,
  reason: health?.reason ?? null,
});

function otherView(parts: Parts, instanceId: string, own: EventSettings, id: string): EndpointView {
  const place = id === FEED ? feedPlace(own) : placeOf(parts, instanceId, id);
  const feedsOn = id === FEED && own.websocketEnabled;
  const gets = (type: string) => parts.destinations.of(instanceId, type).includes(id);
  return {
    id,
    name: id,
    description: '',
    destination: id,
    owner: 'operator',
    readOnly: true,
    enabled: place.reason === null,
    ...place,
    events: feedsOn ? [...own.webhook.events] : EVENT_TYPES.filter(gets),
    url: null,
    headers: {},
    verifyToken: null,
    filter: null,
    transform: null,
    format: parts.defaultFormat,
    base64: null,
    byEvents: false,
    retry: null,
    ordering: 'chat',
    autoDisable: false,
    health: null,
    createdAt: null,
    updatedAt: null,
  };
}

function placeOf({ destinations }: Parts, instanceId: string, endpoint: string) {
  const target = destinations.target(instanceId, endpoint);
  return isGone(target)
    ? { target: null, reason: target.gone }
    : { target: target.maskedAddress, reason: null };
}

/** Readers open the feed themselves, so it has no address. */
const feedPlace = ({ websocketEnabled }: EventSettings) =>
  websocketEnabled
    ? { target: '/ws', reason: null }
    : { target: null, reason: 'websocket disabled' };
