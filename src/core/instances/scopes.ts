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

type Security = { apikey: string[] }[];

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

// The scopes of a customer's page. Operations declare them; an operation without one is not for such pages.

/** The page shows the endpoints, so every link has the first. */
export const PORTAL_SCOPES = [
  'endpoints:read',
  'endpoints:write',
  'endpoints:test',
  'deliveries:read',
  'deliveries:redeliver',
  'recovery',
] as const;
export type PortalScope = (typeof PORTAL_SCOPES)[number];

/** The scope that each scope requires. */
const NEEDS: Readonly<Partial<Record<PortalScope, PortalScope>>> = {
  'deliveries:redeliver': 'deliveries:read',
};

/** Returns the scopes with those that they need, in the order of the list. */
export function withNeeded(scopes: readonly PortalScope[]): readonly PortalScope[] {
  const needed = scopes.flatMap((scope) => NEEDS[scope] ?? []);
  const all = new Set<PortalScope>(['endpoints:read', ...scopes, ...needed]);
  return PORTAL_SCOPES.filter((scope) => all.has(scope));
}

const PREFIX = 'portal:';

/** The name of a scope among what the `security` of an operation needs. */
export const securityOf = (scope: PortalScope): string => `${PREFIX}${scope}`;

/** Returns the names that are about keys, not about pages of customers. */
export const forKeys = (needed: readonly string[]): readonly string[] =>
  needed.filter((name) => !name.startsWith(PREFIX));

/** Returns why a page with the scopes `held` may not call an operation that needs `needed`, or null. */
export function portalRefusal(
  held: readonly PortalScope[],
  needed: readonly string[],
): AppError | null {
  const [name] = needed.filter((one) => one.startsWith(PREFIX));
  if (name === undefined) return failure('not_for_customers');
  const scope = name.slice(PREFIX.length);
  return held.some((one) => one === scope) ? null : failure('customer_scope_missing', { scope });
}
