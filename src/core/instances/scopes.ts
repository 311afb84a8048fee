/**
 * The scopes of keys. Each operation declares its scope in its documentation, and the guard checks that declaration.
 */
import { type AppError, failure } from '../shared/errors.ts';

/**
 * `read` reads; `send` sends messages; `settings` changes where events go, and templates; `connect` pairs, restarts and
 * logs out.
 */
export const SCOPES = ['read', 'send', 'settings', 'connect'] as const;
export type Scope = (typeof SCOPES)[number];

/** No key of an instance has this scope. */
const GLOBAL = 'global';

export type Security = { apikey: string[] }[];

/** The `security` of an operation that needs all of these scopes; the global key has them. */
export const needs = (...scopes: Scope[]): Security => [{ apikey: scopes }];
/** The `security` of an operation that only the global key may call. */
export const needsGlobal: Security = [{ apikey: [GLOBAL] }];

/**
 * Returns why a key with the scopes `held` may not call an operation that needs `needed`, or null. An operation without
 * a declaration is only for the global key.
 */
export function refusalOf(held: readonly string[], needed: readonly string[]): AppError | null {
  if (needed.length === 0 || needed.includes(GLOBAL)) return failure('global_key_needed');
  const missing = needed.filter((scope) => !held.includes(scope));
  return missing.length === 0 ? null : failure('scope_missing', { scopes: missing.join(', ') });
}
