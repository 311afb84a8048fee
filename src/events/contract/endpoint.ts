/** Where deliveries of a stream go. Rows and lanes hold it as text, which is read and written here alone. */

/**
 * `kind`: `webhook`, or the name of a broker. `instance`: one of each instance's own; `global`: the same for all
 * instances; `account`: one of several.
 */
export type Endpoint =
  | { readonly kind: string; readonly scope: 'instance' | 'global' }
  | { readonly kind: 'webhook'; readonly scope: 'account'; readonly webhookId: string };

const GLOBAL_PREFIX = 'global-';
/** Also written out in the conditions of an index and the queries that use it. */
const ACCOUNT_PREFIX = 'webhook:';

/** Null: the text names no endpoint. */
export function parseEndpoint(text: string): Endpoint | null {
  if (text.startsWith(ACCOUNT_PREFIX)) {
    const webhookId = text.slice(ACCOUNT_PREFIX.length);
    return webhookId === '' ? null : { kind: 'webhook', scope: 'account', webhookId };
  }
  const isGlobal = text.startsWith(GLOBAL_PREFIX);
  const kind = isGlobal ? text.slice(GLOBAL_PREFIX.length) : text;
  return /^[a-z]+$/.test(kind) ? { kind, scope: isGlobal ? 'global' : 'instance' } : null;
}

export function endpointText(endpoint: Endpoint): string {
  if (endpoint.scope === 'account') return `${ACCOUNT_PREFIX}${endpoint.webhookId}`;
  return endpoint.scope === 'global' ? `${GLOBAL_PREFIX}${endpoint.kind}` : endpoint.kind;
}

/** The endpoint of one of an account's webhooks, as text. */
export const accountWebhook = (webhookId: string): string =>
  endpointText({ kind: 'webhook', scope: 'account', webhookId });

/** The channel that an endpoint's deliveries go through. What names no endpoint has no target either: it is discarded. */
export const channelOf = (text: string): string => parseEndpoint(text)?.kind ?? 'webhook';

/** How many attempts a delivery gets in one round; null: a broker is waited for, without a limit. */
export const attemptLimitOf = (text: string, maxAttempts: number): number | null =>
  channelOf(text) === 'webhook' ? maxAttempts : null;

/** What answers and metrics call an endpoint: an account's webhooks are `webhook`. Null: the text names none. */
export function destinationOf(text: string): string | null {
  const endpoint = parseEndpoint(text);
  return endpoint?.scope === 'account' ? 'webhook' : endpoint && text;
}
