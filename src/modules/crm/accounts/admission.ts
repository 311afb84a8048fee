/**
 * Grants access to operations about accounts themselves. For one account the caller's role in it decides; for all of
 * them the acting account's, or, when the user has several and names none, all their roles together.
 */
import type { Database } from '../../../core/db/client.ts';
import { principalOf } from '../../../core/http/principal.ts';
import { failure } from '../../../core/shared/errors.ts';
import { isUuid } from '../../../core/shared/ids.ts';
import {
  type AccountMembership,
  actingMembership,
  membershipIn,
  membershipsOf,
  namedAccount,
} from '../account.ts';
import type { Caller } from '../caller.ts';
import { type Access, accessThrough, type GuardContext } from '../guard.ts';

type Queries = Pick<Database, 'query'>;

export async function admitToAccounts(db: Queries, context: GuardContext): Promise<Access> {
  const caller = principalOf<Caller>(context);
  return accessThrough(context.set, caller, await membershipAmong(db, context.request, caller));
}

/** Admits to paths with an account's id; an id that is not the caller's is left for the operation to refuse. */
export async function admitToOneAccount(db: Queries, context: GuardContext): Promise<Access> {
  const { request, params } = context;
  const caller = principalOf<Caller>(context);
  namedAccount(request);
  const id = params.id?.toLowerCase() ?? '';
  const membership = isUuid(id) ? await membershipIn(db, caller, id) : null;
  if (!membership)
    return accessThrough(context.set, caller, await membershipAmong(db, request, caller));
  // A super admin must be able to end a suspension.
  if (membership.isSuspended && membership.role.key !== 'super_admin')
    throw failure('account_suspended');
  return accessThrough(context.set, caller, membership);
}

/** Throws 404 for any account but the one to which `admitToOneAccount` found access. */
export function refuseOtherAccount(access: Access, accountId: string): void {
  if (accountId !== access.accountId) throw failure('account_not_found');
}

async function membershipAmong(
  db: Queries,
  request: Request,
  caller: Caller,
): Promise<AccountMembership> {
  if (namedAccount(request) !== null || caller.boundTo !== null)
    return actingMembership(db, caller, request);
  const memberships = await membershipsOf(db, caller, 'all');
  const open = memberships.filter(({ isSuspended }) => !isSuspended);
  const [first] = open.toSorted(byAge);
  if (!first) throw failure('without_open_account');
  const permissions = [...new Set(open.flatMap(({ permissions: held }) => held))].sort();
  return { ...first, permissions };
}

/** Ids begin with the time they were made at. */
const byAge = (one: AccountMembership, other: AccountMembership): number =>
  one.accountId < other.accountId ? -1 : 1;
