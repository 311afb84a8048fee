/** Operations on access tokens. */

import type { Statement } from '../../../core/db/client.ts';
import { accessTokens } from '../../../core/db/schema/crm-access.ts';
import type { AppError } from '../../../core/shared/errors.ts';
import { membershipOfUser } from '../account.ts';
import { creationAudit, deletionAudit } from '../audited-commit.ts';
import { ALWAYS } from '../conditions.ts';
import { unprocessable } from '../failures.ts';
import { Deleted, type Operation, operation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import { getOperation, listOperation } from '../records.ts';
import { permissionsJson, refuseStronger, refuseUnheld } from '../roles/rules.ts';
import { ALL_SCOPES, requireSuperAdmin, tokenLost, UNLESS_LAST } from '../super-admins.ts';
import { newToken, newTokenSecret, secretColumns } from '../token-secret.ts';
import {
  accessIn,
  bindingOf,
  expiryOf,
  IF_WEAKER,
  isForOwnUse,
  newExpiry,
  refuseLaterToken,
  refuseOpeningAll,
  refuseStrongerToken,
  scopesOf,
} from './limits.ts';
import {
  AccessToken,
  AccessTokenChange,
  AccessTokenWithSecret,
  NewAccessToken,
  Rotation,
  type TokenRow,
  toAccessToken,
} from './model.ts';
import { changeToken, commitChange, tokenKind, tokenVersion } from './rows.ts';

const createAccessToken = operation('POST /api/v1/access_tokens', {
  permission: 'access_tokens.create',
  summary: 'Create an access token',
  description:
    'Creates a token and returns its secret, which is shown only here. The token never permits more than its creator does in the account it is bound to, and belongs to that account from then on. If it is made with a token that has scopes and an end, it ends no later. A token bound to no account opens every account of its user: only they and a super_admin may make it.',
  body: NewAccessToken,
  answer: AccessTokenWithSecret,
  message: 'Access token created successfully',
  /**
   * Applies the rules of the account to which the token is bound. Throws 422 for another account's user, an account
   * that is not theirs or not the caller's, scopes beyond the caller's, and a time in the past. Throws 403 for a user
   * who may do more than the caller, unless the caller may make tokens in that account, and for a token of all accounts
   * that permits more than the caller's.
   */
  async run({ db, clock, commits }, access, { body }) {
    const now = clock.now();
    const userId = body.user_id ?? access.userId;
    const boundTo = bindingOf(access, userId, body.account_id);
    const there = await accessIn(db, access, boundTo ?? access.accountId);
    const scopes = scopesOf(there, userId, body.scopes);
    const expiresAt = newExpiry(access, body.expires_at, now);
    const holder = await membershipOfUser(db, userId, there.accountId);
    if (!holder) throw notAMember(there === access);
    if (userId !== access.userId) refuseStronger(there, holder);
    const token = newTokenSecret();
    const isOwn = isForOwnUse(access, userId);
    const row = { ...newToken(userId, body.name, token, now), boundTo, scopes, expiresAt, isOwn };
    if (boundTo === null) await refuseStrongerToken(db, access, row);
    const write = db.orm.insert(accessTokens).values(row);
    const answer = { ...toAccessToken(row), token };
    const audit = creationAudit('access_tokens', toAccessToken(row));
    await commits.commit(there, [{ write, audit, answer }]);
    return answer;
  },
});

const notAMember = (isActingAccount: boolean): AppError =>
  isActingAccount
    ? unprocessable('user_id', 'not_a_member')
    : unprocessable('account_id', 'account_of_another_user');

const rotateAccessToken = operation('POST /api/v1/access_tokens/:id/rotate', {
  permission: 'access_tokens.update',
  /** So that everybody can make a token their own which was made for them. */
  orWhen: async (_, { scopes, tokenId }, { id = '' }) =>
    scopes === null && id.toLowerCase() === tokenId,
  summary: 'Give an access token a new secret',
  description: `Gives the token a new secret; the old one is refused at once. A token without scopes may rotate itself, whatever the role permits: then nobody else knows it. If you rotate the token of somebody else and it has no scopes, it gets those that a new token would have: at most what you hold yourself. ${IF_WEAKER}`,
  body: Rotation,
  status: 200,
  isVersioned: true,
  answer: AccessTokenWithSecret,
  message: 'Access token rotated successfully',
  /** Throws 404, 412, 403 for a token that permits more, ends later or opens other accounts. */
  run: (parts, access, { request, params: { id } }) =>
    changeToken(parts, access, { request, id }, async (before, updatedAt) => {
      refuseOpeningAll(access, before);
      refuseLaterToken(access, before);
      const token = newTokenSecret();
      const isOwn = isForOwnUse(access, before.userId);
      const scopes = before.scopes ?? scopesOf(access, before.userId, undefined);
      const fields = { ...secretColumns(token), isOwn, scopes, lastUsedAt: null, updatedAt };
      const change = { fields, action: 'rotate', shownOnce: { token } } as const;
      return { ...(await commitChange(parts, access, before, change)), token };
    }),
});

const updateAccessToken = operation('PATCH /api/v1/access_tokens/:id', {
  permission: 'access_tokens.update',
  summary: 'Change an access token',
  description: `Changes the name, the scopes or the end of a token. ${IF_WEAKER} A token that has scopes and an end cannot give another one a later end. ${UNLESS_LAST}`,
  example: { body: { expires_at: '2099-01-01T00:00:00.000Z' } },
  body: AccessTokenChange,
  answer: AccessToken,
  message: 'Access token updated successfully',
  /**
   * Throws 422 for scopes beyond the caller's or a time in the past, 404, 412, 403 for a token that permits more or
   * opens other accounts, 409 for the last usable one of a super_admin.
   */
  async run(parts, access, { request, params: { id }, body }) {
    const { name, scopes } = body;
    if (scopes) refuseUnheld(access, scopes, 'scopes');
    const expiresAt = expiryOf(access, body.expires_at, parts.clock.now());
    const fields = {
      ...(name !== undefined && { name }),
      ...(scopes && { scopes: permissionsJson(scopes) }),
      ...(expiresAt !== undefined && { expiresAt }),
    };
    return changeToken(parts, access, { request, id }, async (before, updatedAt) => {
      refuseOpeningAll(access, before);
      const onlyIf = await staying(parts, before, fields, updatedAt);
      return commitChange(parts, access, before, { fields: { ...fields, updatedAt }, onlyIf });
    });
  },
});

/** Throws 409 when narrowing it or ending it sooner removes the last usable token of a super_admin. */
async function staying(
  { db }: CrmParts,
  before: TokenRow,
  { scopes, expiresAt }: Partial<Pick<TokenRow, 'scopes' | 'expiresAt'>>,
  now: number,
): Promise<Statement> {
  if (scopes !== undefined && scopes !== ALL_SCOPES)
    return requireSuperAdmin(db, tokenLost(before.id), now);
  const isSooner = expiresAt && (before.expiresAt === null || expiresAt < before.expiresAt);
  return isSooner ? requireSuperAdmin(db, tokenLost(before.id), now, expiresAt) : ALWAYS;
}

const deleteAccessToken = operation('DELETE /api/v1/access_tokens/:id', {
  permission: 'access_tokens.delete',
  summary: 'Revoke an access token',
  description: `Revokes a token, which is refused at once. ${IF_WEAKER} ${UNLESS_LAST}`,
  answer: Deleted,
  message: 'Access token deleted successfully',
  /** Throws 404, 412, 403 for a token that permits more, 409 for the last usable one of a super_admin. */
  run: (parts, access, { request, params: { id } }) =>
    changeToken(parts, access, { request, id }, async (before, now) => {
      const { db, commits } = parts;
      const onlyIf = await requireSuperAdmin(db, tokenLost(id), now);
      const write = db.orm.delete(accessTokens).where(tokenVersion(access, before, onlyIf));
      const audit = deletionAudit('access_tokens', toAccessToken(before));
      await commits.commit(access, [{ write, audit }]);
      return { id };
    }),
});

/** In the order of the documentation. */
export const TOKEN_OPERATIONS: readonly Operation[] = [
  listOperation('GET /api/v1/access_tokens', tokenKind, {
    summary: 'List the access tokens that open the account',
    description:
      'Returns the tokens bound to the account, and those of its members that are bound to no account.',
  }),
  getOperation('GET /api/v1/access_tokens/:id', tokenKind),
  createAccessToken,
  rotateAccessToken,
  updateAccessToken,
  deleteAccessToken,
];
