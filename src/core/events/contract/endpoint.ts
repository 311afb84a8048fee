/** Endpoints of deliveries. Rows and lanes store them as text, which only this file reads and writes. */

/**
 * `kind` is `webhook` or the name of a broker. The scope `instance` means the one of each instance, `global` the one for
 * all instances, `named` one of the further webhooks of an instance, `account` one of those of an account.
 */
export type Endpoint =
  | { readonly kind: string; readonly scope: 'instance' | 'global' }
  | { readonly kind: 'webhook'; readonly scope: 'named' | 'account'; readonly webhookId: string };

const GLOBAL_PREFIX = 'global-';
/** The conditions of an index and of the queries that use it repeat the colon, and some of the latter the whole text. */
const PREFIXES = { named: 'endpoint:', account: 'webhook:' } as const;

/** Separates an endpoint from the id of a replay in the name of the replay's lane. */
const REPLAY_MARK = '@';

/** Returns what rows and lanes of a replay to this endpoint store instead of it, so that they have a lane of their own. */
export const replayLane = (endpoint: string, replayId: string): string =>
  `${endpoint}${REPLAY_MARK}${replayId}`;

/** Returns the id of the replay that a lane belongs to, or null for the live events of an endpoint. */
export function replayOfLane(lane: string): string | null {
  const at = lane.indexOf(REPLAY_MARK);
  return at === -1 ? null : lane.slice(at + 1);
}

/** Returns the endpoint of a lane, whether it is that of its live events or of a replay. */
export function endpointOfLane(lane: string): string {
  const at = lane.indexOf(REPLAY_MARK);
  return at === -1 ? lane : lane.slice(0, at);
}

/** Returns whether a lane is the one named, or that of a replay to the endpoint named. */
export const isLaneOf = (lane: string, named: string): boolean =>
  lane === named || endpointOfLane(lane) === named;

/** Returns null when the text is not an endpoint. That of a replay's lane is the endpoint that the replay goes to. */
export function parseEndpoint(lane: string): Endpoint | null {
  const text = endpointOfLane(lane);
  for (const scope of ['named', 'account'] as const) {
    if (!text.startsWith(PREFIXES[scope])) continue;
    const webhookId = text.slice(PREFIXES[scope].length);
    return webhookId === '' ? null : { kind: 'webhook', scope, webhookId };
  }
  const isGlobal = text.startsWith(GLOBAL_PREFIX);
  const kind = isGlobal ? text.slice(GLOBAL_PREFIX.length) : text;
  return /^[a-z]+$/.test(kind) ? { kind, scope: isGlobal ? 'global' : 'instance' } : null;
}

export function endpointText(endpoint: Endpoint): string {
  if ('webhookId' in endpoint) return `${PREFIXES[endpoint.scope]}${endpoint.webhookId}`;
  return endpoint.scope === 'global' ? `${GLOBAL_PREFIX}${endpoint.kind}` : endpoint.kind;
}

/** Returns the endpoint of an account's webhook as text. */
export const accountWebhook = (webhookId: string): string =>
  endpointText({ kind: 'webhook', scope: 'account', webhookId });

export const isOfAccount = (text: string): boolean => text.startsWith(PREFIXES.account);

/**
 * Returns the channel of an endpoint. An unknown text counts as a webhook; it has no target, so its deliveries are
 * discarded.
 */
export const channelOf = (text: string): string => parseEndpoint(text)?.kind ?? 'webhook';

/**
 * Returns what kind of place an endpoint is, in answers and metrics: `webhook` for each webhook of an instance or an
 * account, otherwise the text itself; null for an unknown text.
 */
export function destinationOf(text: string): string | null {
  const endpoint = parseEndpoint(text);
  return endpoint && 'webhookId' in endpoint ? 'webhook' : endpoint && endpointOfLane(text);
}

/** The id in answers of the webhook that every instance has. */
export const DEFAULT_ENDPOINT = 'default';

/** Returns the id of an endpoint in answers: `default`, the id of a webhook, or the text of any other endpoint. */
export function endpointIdOf(text: string): string {
  const endpoint = parseEndpoint(text);
  if (endpoint && 'webhookId' in endpoint) return endpoint.webhookId;
  const own = endpointOfLane(text);
  return own === 'webhook' ? DEFAULT_ENDPOINT : own;
}

/** Returns the text of an endpoint of an instance from its id in answers. */
export function endpointOfInstance(id: string): string {
  if (id === DEFAULT_ENDPOINT) return 'webhook';
  const isNamed = parseEndpoint(id) === null;
  return isNamed ? endpointText({ kind: 'webhook', scope: 'named', webhookId: id }) : id;
}
