/** The access tokens that open an account. Owns: their rows. Must never: keep a secret, only its hash. */
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Statement } from '../../db/client.ts';
import { accessTokenAccounts, accessTokens } from '../../db/schema/crm-access.ts';
import { changed, created, deleted } from '../audit.ts';
import { ALWAYS, sqlOf } from '../conditions.ts';
import type { Access } from '../guard.ts';
import { type Page, totalOf } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import { type TokenRow, toAccessToken } from './model.ts';

export type Fields = Partial<
  Pick<TokenRow, 'name' | 'scopes' | 'expiresAt' | 'tokenHash' | 'tokenPrefix' | 'lastUsedAt'>
>;

export interface TokenStore {
  /** Those that open the account: bound to it, or bound to none and a member's. */
  list(accountId: string, page: Page): Promise<{ rows: TokenRow[]; total: number }>;
  find(accountId: string, id: string): Promise<TokenRow | null>;
  /** Audited in the account of `access`. */
  insert(access: Access, row: TokenRow): Promise<void>;
  update(access: Access, before: TokenRow, change: Change): Promise<TokenRow>;
  /** `onlyIf` as in Change. */
  remove(access: Access, before: TokenRow, onlyIf: Statement): Promise<void>;
}

interface Change {
  readonly now: number;
  readonly fields: Fields;
  readonly action?: 'rotate';
  /** An SQL condition that must still hold then, else Stale. */
  readonly onlyIf?: Statement;
}

export function createTokenStore({ db, commits }: Pick<CrmParts, 'db' | 'commits'>): TokenStore {
  const { orm } = db;
  const opening = () =>
    orm
      .select(getTableColumns(accessTokens))
      .from(accessTokenAccounts)
      .innerJoin(accessTokens, eq(accessTokens.id, accessTokenAccounts.tokenId));
  /** This row in this version, while it opens the account. */
  const version = ({ accountId }: Access, { id, updatedAt }: TokenRow) =>
    and(
      eq(accessTokens.id, id),
      eq(accessTokens.updatedAt, updatedAt),
      sql`exists (select 1 from access_token_accounts
        where account_id = ${accountId} and token_id = ${id})`,
    );
  return {
    async list(accountId, { pageSize, offset }) {
      const rows = await opening()
        .where(eq(accessTokenAccounts.accountId, accountId))
        .orderBy(asc(accessTokenAccounts.tokenId))
        .limit(pageSize)
        .offset(offset);
      return { rows, total: await totalOf(db, accountId, 'access_tokens') };
    },
    async find(accountId, id) {
      const where = and(
        eq(accessTokenAccounts.accountId, accountId),
        eq(accessTokenAccounts.tokenId, id),
      );
      const [row] = await opening().where(where).limit(1);
      return row ?? null;
    },
    async insert(access, row) {
      const audit = created('access_tokens', toAccessToken(row));
      await commits.commit(access, [{ write: orm.insert(accessTokens).values(row), audit }]);
    },
    async update(access, before, { now, fields, action, onlyIf = ALWAYS }) {
      const after = { ...before, ...fields, updatedAt: now };
      const write = orm
        .update(accessTokens)
        .set({ ...fields, updatedAt: now })
        .where(and(version(access, before), sqlOf(onlyIf)));
      const [was, is] = [toAccessToken(before), toAccessToken(after)];
      await commits.commit(access, [{ write, audit: changed('access_tokens', was, is, action) }]);
      return after;
    },
    async remove(access, before, onlyIf) {
      const write = orm.delete(accessTokens).where(and(version(access, before), sqlOf(onlyIf)));
      await commits.commit(access, [
        { write, audit: deleted('access_tokens', toAccessToken(before)) },
      ]);
    },
  };
}
