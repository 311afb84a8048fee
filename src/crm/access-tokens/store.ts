/** The access tokens of an account. Owns: their rows. Must never: keep a secret, only its hash. */
import { and, asc, eq } from 'drizzle-orm';
import { accessTokens } from '../../db/schema/crm-access.ts';
import { changed, created, deleted } from '../audit.ts';
import type { Access } from '../guard.ts';
import { type Page, totalOf } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import { type TokenRow, toAccessToken } from './model.ts';

type Fields = Partial<
  Pick<TokenRow, 'name' | 'scopes' | 'expiresAt' | 'tokenHash' | 'tokenPrefix' | 'lastUsedAt'>
>;

export interface TokenStore {
  list(accountId: string, page: Page): Promise<{ rows: TokenRow[]; total: number }>;
  find(accountId: string, id: string): Promise<TokenRow | null>;
  insert(access: Access, row: TokenRow): Promise<void>;
  update(access: Access, before: TokenRow, change: Change): Promise<TokenRow>;
  remove(access: Access, before: TokenRow): Promise<void>;
}

export interface Change {
  readonly now: number;
  readonly fields: Fields;
  readonly action?: 'rotate';
}

export function createTokenStore({ db, journal }: Pick<CrmParts, 'db' | 'journal'>): TokenStore {
  const { orm } = db;
  const version = ({ id, accountId, updatedAt }: TokenRow) =>
    and(
      eq(accessTokens.id, id),
      eq(accessTokens.accountId, accountId),
      eq(accessTokens.updatedAt, updatedAt),
    );
  return {
    async list(accountId, { pageSize, offset }) {
      const rows = await orm
        .select()
        .from(accessTokens)
        .where(eq(accessTokens.accountId, accountId))
        .orderBy(asc(accessTokens.id))
        .limit(pageSize)
        .offset(offset);
      return { rows, total: await totalOf(db, accountId, 'access_tokens') };
    },
    async find(accountId, id) {
      const where = and(eq(accessTokens.accountId, accountId), eq(accessTokens.id, id));
      const [row] = await orm.select().from(accessTokens).where(where).limit(1);
      return row ?? null;
    },
    async insert(access, row) {
      const audit = created('access_tokens', toAccessToken(row));
      await journal.commit(access, [{ write: orm.insert(accessTokens).values(row), audit }]);
    },
    async update(access, before, { now, fields, action }) {
      const after = { ...before, ...fields, updatedAt: now };
      const write = orm
        .update(accessTokens)
        .set({ ...fields, updatedAt: now })
        .where(version(before));
      const [was, is] = [toAccessToken(before), toAccessToken(after)];
      await journal.commit(access, [{ write, audit: changed('access_tokens', was, is, action) }]);
      return after;
    },
    async remove(access, before) {
      const write = orm.delete(accessTokens).where(version(before));
      await journal.commit(access, [
        { write, audit: deleted('access_tokens', toAccessToken(before)) },
      ]);
    },
  };
}
