/** Limits what a token may open and permit, and for how long: no more than its maker could when making it. */
import { failure } from '../../../core/shared/errors.ts';
import { readInstant } from '../../../core/shared/instant.ts';
import { membershipIn, membershipsOf } from '../account.ts';
import { unprocessable } from '../failures.ts';
import type { Access } from '../guard.ts';
import type { CrmParts } from '../parts.ts';
import type { Permission } from '../permissions/catalogue.ts';
import { holdsAllOf, isSuperAdmin, permissionsJson, refuseUnheld } from '../roles/rules.ts';
import type { TokenRow } from './model.ts';

type Queries = Pick<CrmParts['db'], 'query'>;

/** The documentation's sentence for `refuseStrongerToken`. */
export const IF_WEAKER =
  'Refuses (403) a token that permits more than the caller’s, in any account that it opens.';

/** Tells whether a token for this user may open all of the user's accounts. */
const mayOpenAll = (access: Access, userId: string): boolean =>
  access.boundTo === null && (userId === access.userId || isSuperAdmin(access));

/**
 * Returns the account to which a token is bound, the acting one by default; null means all of them, which throws 422
 * when that reaches too far.
 */
export function bindingOf(
  access: Access,
  userId: string,
  wanted: string | null = access.accountId,
): string | null {
  if (wanted !== null || mayOpenAll(access, userId)) return wanted;
  throw unprocessable('account_id', 'account_needed_for_others');
}

/**
 * Returns what the caller may do in the account of a new token. Throws 422 when it is not one of the caller's, 403 when
 * it is suspended or they may make no tokens there.
 */
export async function accessIn(db: Queries, access: Access, accountId: string): Promise<Access> {
  if (accountId === access.accountId) return access;
  const membership = await membershipIn(db, access, accountId);
  if (!membership) throw unprocessable('account_id', 'account_not_opened');
  if (membership.isSuspended) throw failure('account_suspended');
  if (!membership.permissions.includes('access_tokens.create'))
    throw failure('token_permission_missing');
  return { ...access, accountId, role: membership.role, permissions: membership.permissions };
}

/** Returns the scopes to store; by default all of the role, if the maker holds all of theirs. */
export function scopesOf(
  access: Access,
  userId: string,
  wanted: readonly Permission[] | undefined,
): string | null {
  if (wanted !== undefined) {
    refuseUnheld(access, wanted, 'scopes');
    return permissionsJson(wanted);
  }
  const isWhole = access.scopes === null && (userId === access.userId || isSuperAdmin(access));
  return isWhole ? null : permissionsJson(access.permissions);
}

/**
 * Tells whether the secret that this request makes becomes one that only the token's user has seen. A token with scopes
 * may have been made by somebody else, who could make or rotate others with it.
 */
export const isForOwnUse = (access: Access, userId: string): boolean =>
  userId === access.userId && access.scopes === null;

/** Returns when the caller's token ends if it was made for a task, so that nothing may outlive it; else null. */
const endOf = ({ scopes, expiresAt }: Access): number | null =>
  scopes === null ? null : expiresAt;

/**
 * Reads `expires_at`: undefined when it was not given, null for never. Throws 422 for a time in the past, and for one
 * after the end of a caller's token that has scopes.
 */
export function expiryOf(
  access: Access,
  text: string | null | undefined,
  now: number,
): number | null | undefined {
  if (text === undefined) return text;
  const end = endOf(access);
  const at = text === null ? null : readInstant(text);
  if (text !== null && (at === null || at <= now))
    throw unprocessable('expires_at', 'not_in_the_future');
  if (end !== null && (at ?? Infinity) > end) throw unprocessable('expires_at', 'after_own_end');
  return at;
}

/** Returns when a new token ends: as was asked, or by default as the caller's token does if it has scopes. */
export const newExpiry = (
  access: Access,
  text: string | null | undefined,
  now: number,
): number | null => expiryOf(access, text, now) ?? endOf(access);

/** Throws 403 when the caller's token would be replaced by one that ends later. */
export function refuseLaterToken(access: Access, { expiresAt }: Pick<TokenRow, 'expiresAt'>): void {
  if ((expiresAt ?? Infinity) > (endOf(access) ?? Infinity)) throw failure('token_outlives_yours');
}

/** Throws 403 when the token opens other accounts of another user, which do not concern the caller. */
export function refuseOpeningAll(access: Access, token: TokenRow): void {
  if (token.boundTo === null && token.id !== access.tokenId && !mayOpenAll(access, token.userId))
    throw failure('token_of_other_accounts');
}

/** Throws 403 when the token permits more than the caller's in any account it opens. */
export async function refuseStrongerToken(
  db: Queries,
  access: Access,
  token: TokenRow,
): Promise<void> {
  if (token.id === access.tokenId) return;
  const mine = new Map((await membershipsOf(db, access, 'all')).map((own) => [own.accountId, own]));
  const beyond = (await membershipsOf(db, token, 'all')).filter((theirs) => {
    const membership = mine.get(theirs.accountId);
    return membership === undefined || !holdsAllOf(membership, theirs);
  });
  if (beyond.some(({ accountId }) => accountId === access.accountId))
    throw failure('token_above_yours');
  if (beyond.length > 0) throw failure('token_above_yours_elsewhere');
}
