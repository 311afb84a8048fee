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
import { notFound } from '../../../shared/errors.ts';
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
/** What is switched by operations of its own, or by variables of the service. */
export const SWITCHED_ELSEWHERE: readonly string[] = [
  ...DESTINATIONS.filter((destination) => destination !== 'webhook'),
  FEED,
];

const fields = {
  id: Type.String({
    description:
      'Id of the endpoint: `default` for the one that webhook/set changes, a UUID for another webhook of the instance, otherwise its destination',
  }),
  name: Type.String({ description: 'What its owner called it' }),
  description: Type.String({ description: 'What it is for' }),
  destination: Type.Unsafe<string>({
    ...words('webhook', ...SWITCHED_ELSEWHERE),
    description: 'The kind of place; what begins with `global-` gets the events of all instances',
  }),
  owner: Type.Unsafe<Owner>({
    ...words(...OWNERS),
    description: "Whose it is: a customer's page sees and changes only those of the customer",
  }),
  readOnly: Type.Boolean({
    description:
      'Whether it is switched elsewhere: by operations of its own, or by variables of the service',
  }),
  enabled: Type.Boolean({ description: 'Whether events are meant to go there' }),
  target: orNull(
    Type.String(),
    'Where it goes, with credentials and query values masked; null while it is off',
  ),
  reason: textOrNull('Why it is off'),
  events: Type.Array(Type.String(), {
    description: 'Of a webhook of the instance the names that were set, otherwise the event types',
  }),
  url: textOrNull(
    'Where events are posted to; only of a webhook of the instance. With credentials and query values masked for whoever may not change it',
  ),
  headers: Type.Record(Type.String(), Type.String(), {
    description: 'Extra headers, with masked values',
  }),
  verifyToken: orNull(
    Type.String(),
    'Masked: what the receiver had to know before its URL was stored; null: nothing was asked of it',
  ),
  filter: orNull(
    Type.Object({}, { additionalProperties: true }),
    'Which of these events are sent; null: all of them',
  ),
  transform: orNull(
    Type.Object({}, { additionalProperties: true }),
    'What is made of the bodies; null: nothing',
  ),
  format: Type.Unsafe<Format>({ ...words(...FORMATS), description: 'The form of the bodies' }),
  base64: orNull(Type.Boolean(), 'Whether files are in the bodies; null: as WEBHOOK_FILES says'),
  byEvents: Type.Boolean({ description: 'Whether the event is appended to the path of the URL' }),
  retry: orNull(
    Type.Object({ attempts: Type.Integer(), delaysMs: Type.Array(Type.Integer()) }),
    'Its own retries; null: those of the service',
  ),
  ordering: words('chat', 'none'),
  autoDisable: Type.Boolean({
    description: 'Whether it is switched off when it answers 410 or has failed for long',
  }),
  health: orNull(
    NamedObject('EndpointHealth', {
      state: Type.Unsafe<HealthState>({
        ...words('healthy', 'failing', 'disabled'),
        description:
          '`failing`: the last attempt failed. `disabled`: nothing is sent, and events wait until it is enabled again',
      }),
      since: orNull(Time(), 'When it entered this state; null if it was never bad'),
      failures: Type.Integer({ description: 'How many attempts have failed in a row' }),
      percent: Type.Integer({
        description: 'How much of what counts as dead is reached: 0, 50, 75 or 100',
      }),
      reason: textOrNull('Why the last attempt failed'),
    }),
    'Whether it takes what it is sent; null for what is switched elsewhere',
  ),
  createdAt: orNull(Time(), 'When it was made; null for what is switched elsewhere'),
  updatedAt: orNull(Time(), 'When it was last changed'),
};

export const Endpoint = NamedObject('InstanceEndpoint', fields);
export type EndpointView = Static<typeof Endpoint>;

export const Endpoints = NamedObject('InstanceEndpoints', { endpoints: Type.Array(Endpoint) });

export const EndpointWithSecret = NamedObject('InstanceEndpointWithSecret', {
  ...fields,
  secret: Type.String({
    description:
      'Signs every delivery as Standard Webhooks has it; GET /webhook/secret shows it again',
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
  if (found === undefined) throw notFound('endpoint');
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
  events: [...endpoint.subscribe],
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
    events: feedsOn ? [...own.webhook.subscribe] : EVENT_TYPES.filter(gets),
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

/** Whoever opens the feed comes to it, so it has no address. */
const feedPlace = ({ websocketEnabled }: EventSettings) =>
  websocketEnabled
    ? { target: '/ws', reason: null }
    : { target: null, reason: 'websocket disabled' };
