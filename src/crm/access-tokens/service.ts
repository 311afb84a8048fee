/** Reading and making access tokens. Owns: the rules, in the order they are checked. */
import type { Static } from '@sinclair/typebox';
import { sha256 } from '../../shared/crypto.ts';
import { newId } from '../../shared/ids.ts';
import { seatOfUser } from '../account.ts';
import { unprocessable } from '../failures.ts';
import type { Access } from '../guard.ts';
import type { Page } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import { found } from '../record.ts';
import { refuseHigherRole } from '../roles/rules.ts';
import { newTokenSecret, prefixOf } from '../token-secret.ts';
import { tokenChanges } from './changes.ts';
import { expiryOf } from './expiry.ts';
import {
  type AccessToken,
  type AccessTokenWithSecret,
  type NewAccessToken,
  toAccessToken,
} from './model.ts';
import { bindingOf, scopesOf } from './reach.ts';
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
     * 422 another account's user, an account that is not theirs, scopes beyond the caller's, a time
     * gone by; 403 a user of a higher role.
     */
    async create(
      access: Access,
      fields: Static<typeof NewAccessToken>,
    ): Promise<AccessTokenWithSecret> {
      const now = clock.now();
      const userId = fields.user_id ?? access.userId;
      const boundTo = bindingOf(access, userId, fields.account_id);
      const scopes = scopesOf(access, userId, fields.scopes);
      const expiresAt = expiryOf(fields.expires_at, now) ?? null;
      const holder = await seatOfUser(db, userId, access.accountId);
      if (!holder) throw unprocessable('user_id', 'is not a member of this account');
      if (boundTo !== null && !(await seatOfUser(db, userId, boundTo)))
        throw unprocessable('account_id', 'is not an account of this user');
      refuseHigherRole(access, holder.role.key);
      const token = newTokenSecret();
      const made = newRow(access, fields.name, token, now);
      const row = { ...made, userId, boundTo, scopes, expiresAt };
      await store.insert(access, row);
      return { ...toAccessToken(row), token };
    },
  };
}

const newRow = (access: Access, name: string, token: string, now: number) => ({
  id: newId(),
  accountId: access.accountId,
  name,
  tokenHash: sha256(token),
  tokenPrefix: prefixOf(token),
  lastUsedAt: null,
  createdAt: now,
  updatedAt: now,
});
