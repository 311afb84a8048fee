/**
 * What keys may do. The declaration stands in the operation's documentation, and the guard goes by what it says there.
 */

/** `read`: look; `send`: send messages; `settings`: where events go, templates; `connect`: pair, restart, log out. */
export const SCOPES = ['read', 'send', 'settings', 'connect'] as const;
export type Scope = (typeof SCOPES)[number];

/** No instance key has this one. */
const GLOBAL = 'global';

export type Security = { apikey: string[] }[];

/** The `security` of an operation that keys with all of these scopes may call, and the global key. */
export const needs = (...scopes: Scope[]): Security => [{ apikey: scopes }];
/** The `security` of an operation that the global key alone may call. */
export const needsGlobal: Security = [{ apikey: [GLOBAL] }];

/**
 * Why a key with the scopes `held` may not call an operation that needs `needed`, or null. An operation
 * that declares nothing is for the global key.
 */
export function refusalOf(held: readonly string[], needed: readonly string[]): string | null {
  if (needed.length === 0 || needed.includes(GLOBAL)) return 'this operation needs the global key';
  const missing = needed.filter((scope) => !held.includes(scope));
  return missing.length === 0 ? null : `this key lacks the scope ${missing.join(', ')}`;
}
