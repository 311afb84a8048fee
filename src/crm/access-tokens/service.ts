/** Reading and making access tokens. Owns: the rules, in the order they are checked. */
import type { Static } from '@sinclair/typebox';
import type { AppError } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { membershipOfUser } from '../account.ts';
import { found } from '../change-record.ts';
import { unprocessable } from '../failures.ts';
import type { Access } from '../guard.ts';
import type { Page } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import { refuseStronger } from '../roles/rules.ts';
import { keptOf, newTokenSecret } from '../token-secret.ts';
import { tokenChanges } from './changes.ts';
import { expiryOf } from './expiry.ts';
import {
  type AccessToken,
  type AccessTokenWithSecret,
  type NewAccessToken,
  toAccessToken,
} from './model.ts';
import { accessIn, bindingOf, refuseStrongerToken, scopesOf } from './reach.ts';
import { createTokenStore } from './store.ts';

export function createTokenService(parts: CrmParts) {
  const { db, clock } = parts;
  const store = createTokenStore(parts);
  return {
    ...tokenChanges(parts, store),
    async list(access: Access, page: Page): Promise<{ data: AccessToken[]; total: number }> {
      const { rows, total } = await store.list(access.accountId, page);
      return { data: rows.map(toAccessToken), total };
    },
    async get(access: Access, id: string): Promise<AccessToken> {
      return toAccessToken(found(await store.find(access.accountId, id), 'access token'));
    },
    /**
     * The rules are those of the account it is bound to. 422 another account's user, an account that is
     * not theirs or not the caller's, scopes beyond the caller's, a time gone by; 403 a user who
     * may do more, no right to make tokens in that account, or one for all accounts that permits more than the caller's.
     */
    async create(
      access: Access,
      fields: Static<typeof NewAccessToken>,
    ): Promise<AccessTokenWithSecret> {
      const now = clock.now();
      const userId = fields.user_id ?? access.userId;
      const boundTo = bindingOf(access, userId, fields.account_id);
      const there = await accessIn(db, access, boundTo ?? access.accountId);
      const scopes = scopesOf(there, userId, fields.scopes);
      const expiresAt = expiryOf(fields.expires_at, now) ?? null;
      const holder = await membershipOfUser(db, userId, there.accountId);
      if (!holder) throw notAMember(there === access);
      if (userId !== access.userId) refuseStronger(there, holder);
      const token = newTokenSecret();
      const made = newRow(fields.name, token, now);
      const row = { ...made, userId, boundTo, scopes, expiresAt };
      if (boundTo === null) await refuseStrongerToken(db, access, row);
      await store.insert(there, row);
      return { ...toAccessToken(row), token };
    },
  };
}

const notAMember = (isActingAccount: boolean): AppError =>
  isActingAccount
    ? unprocessable('user_id', 'is not a member of this account')
    : unprocessable('account_id', 'is not an account of this user');

const newRow = (name: string, token: string, now: number) => ({
  id: newId(),
  name,
  ...keptOf(token),
  lastUsedAt: null,
  createdAt: now,
  updatedAt: now,
});
