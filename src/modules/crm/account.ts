/**
 * Finds the account in which a request acts (named by header, query or token, or the user's only one), and what its
 * user may do there.
 */
import type { Database, Row } from '../../core/db/client.ts';
import { AppError, failure } from '../../core/shared/errors.ts';
import { isUuid } from '../../core/shared/ids.ts';
import { type Problem, problem } from '../../core/shared/reasons/problems.ts';
import type { Caller, Reach } from './caller.ts';
import { isPermission, type Permission, permissionsOfRole } from './permissions/catalogue.ts';

export interface Role {
  readonly id: string;
  readonly key: string;
  readonly name: string;
}

/** A user's membership of an account, seen through a token. */
export interface AccountMembership {
  readonly accountId: string;
  readonly isSuspended: boolean;
  readonly role: Role;
  /** The permissions of the role that the scopes allow, sorted. */
  readonly permissions: readonly Permission[];
}

const invalidAccount = (found: Problem): AppError =>
  new AppError('invalid', `account-id ${found.message}`, {
    problems: [{ field: 'account_id', ...found }],
  });

/**
 * Returns the account that header and query name, in lower case, or null. Throws 400 when malformed or contradictory.
 */
export function namedAccount(request: Request): string | null {
  const { url, headers } = request;
  const header = headers.get('account-id');
  if (header === null && !url.includes('?')) return null;
  const texts = new URLSearchParams(url.split('?')[1]).getAll('account_id');
  if (header !== null) texts.push(header);
  const ids = new Set(texts.map((id) => id.toLowerCase()));
  if (![...ids].every(isUuid)) throw invalidAccount(problem('not_uuid'));
  if (ids.size > 1) throw invalidAccount(problem('given_twice'));
  const [id] = ids;
  return id ?? null;
}

/**
 * Selects the account, its status, and the role in one text. Sub-selects cost a quarter of a join here; no name
 * contains a line end.
 */
const MEMBERSHIPS = `select account_id, role_id,
  (select status from accounts where id = account_id),
  (select is_system || char(10) || key || char(10) || name || char(10) || permissions
    from roles where id = role_id)
  from memberships where user_id = ?`;

const MEMBERSHIP = `${MEMBERSHIPS} and account_id = ?`;
// With a bound limit the statement would be prepared again on every call.
const FIRST_MEMBERSHIPS = `${MEMBERSHIPS} limit 2`;

/** Returns the membership in this account, or null. A token that is bound to another account is no member of it. */
export async function membershipIn(
  db: Queries,
  caller: Reach,
  accountId: string,
): Promise<AccountMembership | null> {
  if (caller.boundTo !== null && caller.boundTo !== accountId) return null;
  const [row] = await db.query(MEMBERSHIP, [caller.userId, accountId]);
  return row ? toMembership(row, caller.scopes) : null;
}

/** Returns the user's own membership of an account, whatever token is used. */
export const membershipOfUser = (
  db: Queries,
  userId: string,
  accountId: string,
): Promise<AccountMembership | null> =>
  membershipIn(db, { userId, boundTo: null, scopes: null }, accountId);

/** Returns every membership of the token, in no order; `first` returns only enough to see whether there are several. */
export async function membershipsOf(
  db: Queries,
  caller: Reach,
  which: 'all' | 'first',
): Promise<AccountMembership[]> {
  if (caller.boundTo !== null) {
    const membership = await membershipIn(db, caller, caller.boundTo);
    return membership ? [membership] : [];
  }
  const rows = await db.query(which === 'all' ? MEMBERSHIPS : FIRST_MEMBERSHIPS, [caller.userId]);
  return rows.map((row) => toMembership(row, caller.scopes));
}

/**
 * Returns the membership in a named account. Throws 404 when there is no such account, 403 when it is not open to this
 * token or suspended.
 */
export async function membershipInNamed(
  db: Queries,
  caller: Caller,
  accountId: string,
): Promise<AccountMembership> {
  const membership = await membershipIn(db, caller, accountId);
  if (membership) return unlessSuspended(membership);
  const [known] = await db.query('select 1 from accounts where id = ?', [accountId]);
  if (!known) throw failure('account_not_found');
  const isBoundElsewhere = caller.boundTo !== null && caller.boundTo !== accountId;
  throw failure(isBoundElsewhere ? 'token_of_another_account' : 'not_a_member');
}

/** Returns the membership from which a request acts. Throws 400 when several are possible and none is named. */
export async function actingMembership(
  db: Queries,
  caller: Caller,
  request: Request,
): Promise<AccountMembership> {
  const named = namedAccount(request) ?? caller.boundTo;
  if (named !== null) return membershipInNamed(db, caller, named);
  const [only, another] = await membershipsOf(db, caller, 'first');
  if (!only) throw failure('without_account');
  if (another) throw invalidAccount(problem('account_needed'));
  return unlessSuspended(only);
}

function unlessSuspended(membership: AccountMembership): AccountMembership {
  if (membership.isSuspended) throw failure('account_suspended');
  return membership;
}

type Queries = Pick<Database, 'query'>;

function toMembership(
  [accountId, roleId, status, role]: Row,
  scopes: string | null,
): AccountMembership {
  return {
    accountId: String(accountId),
    isSuspended: status === 'suspended',
    ...roleSeenThrough(String(roleId), String(role), scopes),
  };
}

/** Many requests have few different results, so they are cached by everything on which they depend. */
const known = new Map<string, Pick<AccountMembership, 'role' | 'permissions'>>();
const KNOWN_MAX = 1_000;

function roleSeenThrough(id: string, text: string, scopes: string | null) {
  const slot = `${id} ${scopes} ${text}`;
  const found = known.get(slot);
  if (found) return found;
  const [isSystem, key = '', name = '', permissions = '[]'] = text.split('\n');
  const held = permissionsOfRole({ key, isSystem: isSystem === '1', permissions });
  const made = {
    role: { id, key, name },
    permissions: scopes === null ? held : held.filter((one) => scopesIn(scopes).includes(one)),
  };
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(slot, made);
  return made;
}

/** Returns the permissions in a token's `scopes` column. */
export const scopesIn = (scopes: string): readonly Permission[] =>
  // Only this zone writes it, as an array of texts.
  (JSON.parse(scopes) as string[]).filter(isPermission);
