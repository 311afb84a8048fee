/** Where deliveries of a stream go. Rows and lanes hold it as text, which is read and written here alone. */

/** `instance`: one of each instance's own; `global`: the same for all instances; `account`: one of several. */
export type Endpoint =
  | { readonly kind: 'webhook' | 'amqp' | 'nats'; readonly scope: 'instance' | 'global' }
  | { readonly kind: 'webhook'; readonly scope: 'account'; readonly webhookId: string };

/** Made once: asked for every event. */
const BY_DESTINATION = {
  webhook: { kind: 'webhook', scope: 'instance' },
  'global-webhook': { kind: 'webhook', scope: 'global' },
  amqp: { kind: 'amqp', scope: 'instance' },
  'global-amqp': { kind: 'amqp', scope: 'global' },
  nats: { kind: 'nats', scope: 'instance' },
  'global-nats': { kind: 'nats', scope: 'global' },
} as const satisfies Record<string, Endpoint>;

/** The endpoints that every instance has, as answers name them; an account's webhooks count as `webhook`. */
export type Destination = keyof typeof BY_DESTINATION;
export const DESTINATIONS = Object.keys(BY_DESTINATION) as Destination[];
const isDestination = (text: string): text is Destination => Object.hasOwn(BY_DESTINATION, text);

/** Also written out in the conditions of an index and the queries that use it. */
const ACCOUNT_PREFIX = 'webhook:';

/** Null: the text names no endpoint. */
export function parseEndpoint(text: string): Endpoint | null {
  if (isDestination(text)) return BY_DESTINATION[text];
  if (!text.startsWith(ACCOUNT_PREFIX) || text === ACCOUNT_PREFIX) return null;
  return { kind: 'webhook', scope: 'account', webhookId: text.slice(ACCOUNT_PREFIX.length) };
}

export function endpointText(endpoint: Endpoint): string {
  if (endpoint.scope === 'account') return `${ACCOUNT_PREFIX}${endpoint.webhookId}`;
  return endpoint.scope === 'global' ? `global-${endpoint.kind}` : endpoint.kind;
}

/** The endpoint of one of an account's webhooks, as text. */
export const accountWebhook = (webhookId: string): string =>
  endpointText({ kind: 'webhook', scope: 'account', webhookId });

/** The channel that an endpoint's deliveries go through. What names no endpoint has no target either: it is discarded. */
export const channelOf = (text: string): Endpoint['kind'] => parseEndpoint(text)?.kind ?? 'webhook';

/** How many attempts a delivery gets in one round; null: a broker is waited for, without a limit. */
export const attemptLimitOf = (text: string, maxAttempts: number): number | null =>
  channelOf(text) === 'webhook' ? maxAttempts : null;

/** What answers and metrics call an endpoint; null: the text names none. */
export function destinationOf(text: string): Destination | null {
  if (parseEndpoint(text)?.scope === 'account') return 'webhook';
  return isDestination(text) ? text : null;
}
