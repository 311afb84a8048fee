/** Endpoints of deliveries. Rows and lanes store them as text, which only this file reads and writes. */

/**
 * `kind` is `webhook` or the name of a broker. The scope `instance` means one endpoint for each instance, `global` one
 * for all instances, `account` one of several of an account.
 */
export type Endpoint =
  | { readonly kind: string; readonly scope: 'instance' | 'global' }
  | { readonly kind: 'webhook'; readonly scope: 'account'; readonly webhookId: string };

const GLOBAL_PREFIX = 'global-';
/** The conditions of an index and of the queries that use it repeat this text. */
const ACCOUNT_PREFIX = 'webhook:';

/** Returns null when the text is not an endpoint. */
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

/** Returns the endpoint of an account's webhook as text. */
export const accountWebhook = (webhookId: string): string =>
  endpointText({ kind: 'webhook', scope: 'account', webhookId });

/**
 * Returns the channel of an endpoint. An unknown text counts as a webhook; it has no target, so its deliveries are
 * discarded.
 */
export const channelOf = (text: string): string => parseEndpoint(text)?.kind ?? 'webhook';

/** Returns how many attempts a delivery gets in one round; null means no limit, because a broker is waited for. */
export const attemptLimitOf = (text: string, maxAttempts: number): number | null =>
  channelOf(text) === 'webhook' ? maxAttempts : null;

/**
 * Returns the name of an endpoint in answers and metrics, which is `webhook` for an account's webhooks; null for an
 * unknown text.
 */
export function destinationOf(text: string): string | null {
  const endpoint = parseEndpoint(text);
  return endpoint?.scope === 'account' ? 'webhook' : endpoint && text;
}
