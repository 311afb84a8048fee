/**
 * How far a token may reach.
 * Owns: that no token does more than its maker could when making it, and that nobody gets hold of one that does.
 */
import { forbidden } from '../../shared/errors.ts';
import { type Seat, scopesIn } from '../account.ts';
import { unprocessable } from '../failures.ts';
import type { Access } from '../guard.ts';
import type { Permission } from '../permissions/catalogue.ts';
import { permissionsJson, refuseUnheld } from '../roles/rules.ts';
import type { TokenRow } from './model.ts';

const isSuperAdmin = ({ role }: Access): boolean => role.key === 'super_admin';

/** Whether a token for this user may open all of the user's accounts. */
const mayRoam = (access: Access, userId: string): boolean =>
  access.boundTo === null && (userId === access.userId || isSuperAdmin(access));

/** The account to bind a token to, as asked for or by default; 422 when it reaches too far. */
export function bindingOf(
  access: Access,
  userId: string,
  wanted: string | null | undefined,
): string | null {
  const isFree = mayRoam(access, userId);
  if (wanted === undefined) return isFree ? null : access.accountId;
  if (wanted === access.accountId || isFree) return wanted;
  throw unprocessable('account_id', 'must be the acting account');
}

/** The scopes to keep; not given: all of the role, as far as the maker holds all of theirs. */
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

/** 403 when the token opens other accounts of another user, which are none of the caller's business. */
export function refuseRoaming(access: Access, token: TokenRow): void {
  if (token.boundTo === null && token.id !== access.tokenId && !mayRoam(access, token.userId))
    throw forbidden(
      'This token opens other accounts too: only its user or a super_admin may change it',
    );
}

/** 403 when the secret of this token would permit more than the caller's; `holder` is its user's seat. */
export function refuseStronger(access: Access, token: TokenRow, holder: Seat | null): void {
  if (token.id === access.tokenId) return;
  const scopes = token.scopes === null ? null : scopesIn(token.scopes);
  const held = (holder?.permissions ?? []).filter((one) => scopes?.includes(one) ?? true);
  if (held.some((one) => !access.permissions.includes(one)))
    throw forbidden('This token permits more than yours');
}
