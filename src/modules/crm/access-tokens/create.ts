/** POST /api/v1/access_tokens */
import { accessTokens } from '../../../core/db/schema/crm-access.ts';
import type { AppError } from '../../../core/shared/errors.ts';
import { membershipOfUser } from '../account.ts';
import { creationAudit } from '../audited-commit.ts';
import { unprocessable } from '../failures.ts';
import { operation } from '../operation.ts';
import { refuseStronger } from '../roles/rules.ts';
import { newToken, newTokenSecret } from '../token-secret.ts';
import {
  accessIn,
  bindingOf,
  isForOwnUse,
  newExpiry,
  refuseStrongerToken,
  scopesOf,
} from './limits.ts';
import { AccessTokenWithSecret, NewAccessToken, toAccessToken } from './model.ts';

export const createAccessToken = operation('POST /api/v1/access_tokens', {
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
