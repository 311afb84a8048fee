/** GET /api/v1/permissions: what the current user may do, in one account or in all, exactly as the guard enforces it. */
import { type Static, Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { ok, SuccessEnvelope } from '../../http/envelope.ts';
import { FailureEnvelope, failures } from '../../http/failures.ts';
import { NamedObject } from '../../http/named-object.ts';
import { principalOf } from '../../http/principal.ts';
import { forbidden } from '../../shared/errors.ts';
import {
  type AccountMembership,
  membershipInNamed,
  membershipsOf,
  namedAccount,
} from '../account.ts';
import type { Caller } from '../caller.ts';
import { Id } from '../fields.ts';
import type { CrmParts } from '../parts.ts';

const PermissionsResult = NamedObject('PermissionCatalogue', {
  permissions: Type.Array(Type.String(), {
    description: 'Identifiers `<resource>.<action>`, sorted, each once',
  }),
  role_data: Type.Object({ id: Id, key: Type.String(), name: Type.String() }),
});
type PermissionsResult = Static<typeof PermissionsResult>;

export const permissionRoutes = ({ db, clock, guard }: CrmParts) =>
  new Elysia({ name: 'permissions' }).get(
    '/api/v1/permissions',
    async ({ request }) => {
      const caller = principalOf<Caller>({ request });
      const account = namedAccount(request) ?? caller.boundTo;
      if (account === null) {
        const all = together(await membershipsOf(db, caller, 'all'));
        return ok(clock.now(), all, 'User permissions retrieved successfully');
      }
      const membership = await membershipInNamed(db, caller, account);
      return ok(clock.now(), shown(membership), 'Account permissions retrieved successfully');
    },
    guard.operation(
      null,
      {
        response: {
          200: SuccessEnvelope(PermissionsResult),
          400: FailureEnvelope('VALIDATION_ERROR'),
          ...failures('INVALID_TOKEN', 'FORBIDDEN', 'NOT_FOUND', 'INTERNAL_ERROR'),
        },
        detail: {
          tags: ['Permissions'],
          summary: 'What the current user may do',
          description:
            'In the account that the header `account-id` or the query `account_id` names, else in the account the token is bound to, else all roles of the user together. A token permits exactly what its role and its scopes have in common.',
        },
      },
      { admit: async () => null },
    ),
  );

const shown = ({ permissions, role }: AccountMembership): PermissionsResult => ({
  permissions: [...permissions],
  role_data: role,
});

/** What all roles permit together; shown as the role that permits most, of several the oldest. */
function together(memberships: readonly AccountMembership[]): PermissionsResult {
  const open = memberships.filter(({ isSuspended }) => !isSuspended);
  const [first, ...others] = open;
  if (!first) {
    throw forbidden(
      memberships.length > 0
        ? 'The account is suspended'
        : 'The user is not a member of any account',
    );
  }
  if (others.length === 0) return shown(first);
  const strongest = others.reduce((best, other) => (isStronger(other, best) ? other : best), first);
  const all = new Set(strongest.permissions);
  for (const { permissions } of open) for (const one of permissions) all.add(one);
  const hasMore = all.size > strongest.permissions.length;
  return hasMore ? { ...shown(strongest), permissions: [...all].sort() } : shown(strongest);
}

/** Permits more; of equals the older, for ids begin with the time they were made at. */
const isStronger = (one: AccountMembership, other: AccountMembership): boolean =>
  one.permissions.length === other.permissions.length
    ? one.accountId < other.accountId
    : one.permissions.length > other.permissions.length;
