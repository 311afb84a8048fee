/** Every place that the events of an instance go to, or would go to, as answers show it. */
import { type Static, Type } from '@sinclair/typebox';
import { DESTINATIONS } from '../../../core/channels/brokers.ts';
import { endpointOfInstance } from '../../../core/events/contract/endpoint.ts';
import { EVENT_TYPES } from '../../../core/events/contract/event-names.ts';
import type { Health } from '../../../core/events/contract/health.ts';
import { isGone } from '../../../core/events/contract/routing.ts';
import { readHealth } from '../../../core/events/log/health.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { orNull, textOrNull } from '../../../core/http/nullable.ts';
import { words } from '../../../core/http/read-fields.ts';
import { Time } from '../../../core/http/time.ts';
import { iso } from '../../../core/shared/clock.ts';
import { failure } from '../../../core/shared/errors.ts';
import { maskUrl } from '../../../core/shared/mask-url.ts';
import {
  type EventSettings,
  type InstanceEndpoint,
  settingsOf,
} from '../../../core/webhooks/event-settings.ts';
import {
  answerFields,
  initialValues,
  shownValues,
  type Viewer,
} from '../../../core/webhooks/fields/field.ts';
import { INSTANCE_FIELDS } from '../../../core/webhooks/fields/instance.ts';
import { healthFields, healthView } from '../../../core/webhooks/health-news.ts';
import type { GatewayPrincipal } from '../guard.ts';
import type { GatewayParts } from '../parts.ts';
import { isCustomerPage, visibleWebhooks } from '../portal/limits.ts';

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
  ...answerFields(INSTANCE_FIELDS),
  destination: Type.Unsafe<string>({
    ...words('webhook', ...SWITCHED_ELSEWHERE),
    description:
      'Kind of endpoint; one that begins with `global-` gets the events of all instances',
  }),
  readOnly: Type.Boolean({
    description:
      'Whether the endpoint is configured elsewhere: by operations of its own, or by variables of the service',
  }),
  target: orNull(
    Type.String(),
    'Where events go, with credentials and query values masked; null while the endpoint is off',
  ),
  reason: textOrNull('Why the endpoint is off'),
  url: textOrNull(
    'URL that events are posted to; only for webhooks of the instance. Credentials and query values are masked if you may not change the endpoint',
  ),
  health: orNull(
    NamedObject('EndpointHealth', healthFields),
    'Whether the endpoint accepts deliveries; null for endpoints configured elsewhere',
  ),
  createdAt: orNull(
    Time(),
    'When the endpoint was created; null for endpoints configured elsewhere',
  ),
  updatedAt: orNull(Time(), 'When the endpoint was last changed'),
};

export const Endpoint = NamedObject('InstanceEndpoint', fields);
type EndpointView = Static<typeof Endpoint>;

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
  destination: 'webhook',
  readOnly: false,
  ...placeOf(parts, instanceId, endpointOfInstance(endpoint.id)),
  ...shownValues(INSTANCE_FIELDS, endpoint, viewerOf(parts, caller)),
  health: healthView(health.get(endpointOfInstance(endpoint.id))),
  createdAt: iso(endpoint.createdAt),
  updatedAt: iso(endpoint.updatedAt),
});

const NOTHING_SET = initialValues(INSTANCE_FIELDS);

function otherView(parts: Parts, instanceId: string, own: EventSettings, id: string): EndpointView {
  const place = id === FEED ? feedPlace(own) : placeOf(parts, instanceId, id);
  const feedsOn = id === FEED && own.websocketEnabled;
  const gets = (type: string) => parts.destinations.of(instanceId, type).includes(id);
  return {
    ...shownValues(INSTANCE_FIELDS, NOTHING_SET, { mayChange: false, ...parts }),
    id,
    name: id,
    destination: id,
    readOnly: true,
    ...place,
    enabled: place.reason === null,
    events: feedsOn ? [...own.webhook.events] : EVENT_TYPES.filter(gets),
    url: null,
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

/** URLs of webhooks in answers. A URL may contain tokens, so only callers that may change the webhook see all of it. */
function mayReadUrls(caller: GatewayPrincipal): boolean {
  switch (caller.kind) {
    case 'global':
      return true;
    case 'instance':
      return caller.scopes.includes('settings');
    case 'portal':
      return caller.scopes.includes('endpoints:write');
  }
}

/**
 * Returns the URL, with credentials and query values masked for callers that may not change it. A masked URL that is
 * sent back keeps the stored URL.
 */
export const maskedUrl = (caller: GatewayPrincipal, url: string): string =>
  url === '' || mayReadUrls(caller) ? url : maskUrl(url);

/** Returns what the fields of endpoints need to know of a caller. */
export const viewerOf = (
  { defaultFormat }: Pick<GatewayParts, 'defaultFormat'>,
  caller: GatewayPrincipal,
): Viewer => ({ mayChange: mayReadUrls(caller), defaultFormat });
