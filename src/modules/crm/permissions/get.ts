/** GET /api/v1/permissions: what the current user may do, in one account or in all, exactly as the guard enforces it. */
import { type Static, Type } from '@sinclair/typebox';
import type { Database } from '../../../core/db/client.ts';
import { FailureEnvelope, failures } from '../../../core/http/failures.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { principalOf } from '../../../core/http/principal.ts';
import { failure } from '../../../core/shared/errors.ts';
import {
  type AccountMembership,
  membershipInNamed,
  membershipsOf,
  namedAccount,
} from '../account.ts';
import type { Caller } from '../caller.ts';
import { Id } from '../fields.ts';
import { operation } from '../operation.ts';
import { byAllNames } from './catalogue.ts';

const PermissionsResult = NamedObject('PermissionCatalogue', {
  permissions: Type.Array(Type.String(), {
    description:
      'Identifiers `<resource>.<action>`, sorted, each once; those of MCP servers by both their names, `mcp_servers.*` and `ai_mcp_servers.*`',
  }),
  role_data: Type.Object({ id: Id, key: Type.String(), name: Type.String() }),
});
type PermissionsResult = Static<typeof PermissionsResult>;

/** Returns the account that the request names, or null for all of the user's. */
const requestedAccount = (request: Request): string | null =>
  namedAccount(request) ?? principalOf<Caller>({ request }).boundTo;

/**
 * The parts of a declaration that the operations about permissions share: any token may call them, in an account or
 * without one.
 */
export const OF_ANY_TOKEN = {
  permission: null,
  admit: async () => null,
  who: ({ request }: { readonly request: Request }) => principalOf<Caller>({ request }),
  isVersioned: false,
} as const;

/** Failures below /permissions have codes of their own. */
export const PERMISSION_FAILURES = {
  400: FailureEnvelope('VALIDATION_ERROR'),
  ...failures('INVALID_TOKEN', 'FORBIDDEN', 'NOT_FOUND', 'INTERNAL_ERROR'),
};

export const getPermissions = operation('GET /api/v1/permissions', {
  ...OF_ANY_TOKEN,
  summary: 'List the permissions of the current user',
  description:
    'Returns the permissions in the account that the header `account-id` or the query `account_id` names, else in the account that the token is bound to, else those of all roles of the user together. A token permits exactly what its role and its scopes have in common.',
  agent: { tool: 'get_permissions', effect: 'reads' },
  answer: PermissionsResult,
  answers: PERMISSION_FAILURES,
  message: (_, { request }) =>
    `${requestedAccount(request) === null ? 'User' : 'Account'} permissions retrieved successfully`,
  run: ({ db }, caller, { request }) => permissionsOf(db, caller, request),
});

/** Returns what the caller may do in the account that the request means, or in all. */
export async function permissionsOf(
  db: Pick<Database, 'query'>,
  caller: Caller,
  request: Request,
): Promise<PermissionsResult> {
  const account = requestedAccount(request);
  if (account === null) return together(await membershipsOf(db, caller, 'all'));
  return shown(await membershipInNamed(db, caller, account));
}

const shown = ({ permissions, role }: Pick<AccountMembership, 'permissions' | 'role'>) => ({
  permissions: byAllNames(permissions),
  role_data: role,
});

/** Returns what all roles permit together, with the name of the role that permits most, and of several the oldest. */
function together(memberships: readonly AccountMembership[]): PermissionsResult {
  const open = memberships.filter(({ isSuspended }) => !isSuspended);
  const [first, ...others] = open;
  if (!first) {
    throw failure(memberships.length > 0 ? 'account_suspended' : 'without_account');
  }
  if (others.length === 0) return shown(first);
  const strongest = others.reduce((best, other) => (isStronger(other, best) ? other : best), first);
  const all = new Set(strongest.permissions);
  for (const { permissions } of open) for (const one of permissions) all.add(one);
  const hasMore = all.size > strongest.permissions.length;
  return shown(hasMore ? { ...strongest, permissions: [...all] } : strongest);
}

/** Tells whether one permits more, or as much and is older, since ids begin with the time they were made at. */
const isStronger = (one: AccountMembership, other: AccountMembership): boolean =>
  one.permissions.length === other.permissions.length
    ? one.accountId < other.accountId
    : one.permissions.length > other.permissions.length;
