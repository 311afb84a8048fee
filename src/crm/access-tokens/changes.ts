/** Changing, rotating and revoking access tokens. Owns: the rules, in the order they are checked. */
import type { Static } from '@sinclair/typebox';
import type { Statement } from '../../db/client.ts';
import { changeRecord } from '../change-record.ts';
import { ALWAYS } from '../conditions.ts';
import type { Access } from '../guard.ts';
import type { CrmParts } from '../parts.ts';
import { permissionsJson, refuseUnheld } from '../roles/rules.ts';
import { ALL_SCOPES, keepSuperAdmin, tokenLost } from '../super-admins.ts';
import { keptOf, newTokenSecret } from '../token-secret.ts';
import { expiryOf } from './expiry.ts';
import {
  type AccessToken,
  type AccessTokenChange,
  type AccessTokenWithSecret,
  type TokenRow,
  toAccessToken,
} from './model.ts';
import { refuseRoaming, refuseStrongerToken } from './reach.ts';
import type { Fields, TokenStore } from './store.ts';

interface Asking {
  readonly request: Request;
}

export function tokenChanges(parts: CrmParts, store: TokenStore) {
  const { db, clock } = parts;
  /** 404, 412, 403 a token that permits more than the caller's. */
  const changing = <T>(
    context: Asking,
    access: Access,
    id: string,
    write: (before: TokenRow, now: number) => Promise<T>,
  ): Promise<T> =>
    changeRecord(parts, context, {
      what: 'access token',
      find: () => store.find(access.accountId, id),
      async write(before, now) {
        await refuseStrongerToken(db, access, before);
        return write(before, now);
      },
    });
  /** 409 when narrowing it or ending it sooner takes the last usable token of a super_admin away. */
  const staying = async (before: TokenRow, fields: Fields, now: number): Promise<Statement> => {
    const { scopes, expiresAt } = fields;
    if (scopes !== undefined && scopes !== ALL_SCOPES)
      return keepSuperAdmin(db, tokenLost(before.id), now);
    const isSooner = expiresAt && (before.expiresAt === null || expiresAt < before.expiresAt);
    return isSooner ? keepSuperAdmin(db, tokenLost(before.id), now, expiresAt) : ALWAYS;
  };
  return {
    /** 422 scopes beyond the caller's or a time gone by; 403 a token that opens other accounts. */
    async change(
      context: Asking,
      access: Access,
      id: string,
      wanted: Static<typeof AccessTokenChange>,
    ) {
      const { name, scopes } = wanted;
      if (scopes) refuseUnheld(access, scopes, 'scopes');
      const expiresAt = expiryOf(wanted.expires_at, clock.now());
      const fields = {
        ...(name !== undefined && { name }),
        ...(scopes && { scopes: permissionsJson(scopes) }),
        ...(expiresAt !== undefined && { expiresAt }),
      };
      return changing(context, access, id, async (before, now): Promise<AccessToken> => {
        refuseRoaming(access, before);
        const onlyIf = await staying(before, fields, now);
        return toAccessToken(await store.update(access, before, { now, fields, onlyIf }));
      });
    },
    /** The old secret is refused at once. 403 a token that opens other accounts. */
    rotate: (context: Asking, access: Access, id: string): Promise<AccessTokenWithSecret> =>
      changing(context, access, id, async (before, now) => {
        refuseRoaming(access, before);
        const token = newTokenSecret();
        const fields = { ...keptOf(token), lastUsedAt: null };
        const after = await store.update(access, before, { now, fields, action: 'rotate' });
        return { ...toAccessToken(after), token };
      }),
    remove: (context: Asking, access: Access, id: string): Promise<{ id: string }> =>
      changing(context, access, id, async (before, now) => {
        await store.remove(access, before, await keepSuperAdmin(db, tokenLost(id), now));
        return { id };
      }),
  };
}
