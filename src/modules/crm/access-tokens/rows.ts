/** The rows of the access tokens that open an account: bound to it, or bound to none and a member's. */
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Statement } from '../../../core/db/client.ts';
import { accessTokenAccounts, accessTokens } from '../../../core/db/schema/crm-access.ts';
import { changeAudit } from '../audited-commit.ts';
import { ALWAYS, sqlOf } from '../conditions.ts';
import type { Access } from '../guard.ts';
import type { CrmParts } from '../parts.ts';
import { changeOne, type RecordKind } from '../records.ts';
import { refuseStrongerToken } from './limits.ts';
import { AccessToken, type TokenRow, toAccessToken } from './model.ts';

const openingTokens = ({ orm }: Pick<CrmParts['db'], 'orm'>) =>
  orm
    .select(getTableColumns(accessTokens))
    .from(accessTokenAccounts)
    .innerJoin(accessTokens, eq(accessTokens.id, accessTokenAccounts.tokenId));

export const tokenKind: RecordKind<TokenRow, typeof AccessToken> = {
  what: 'access token',
  plural: 'access tokens',
  resource: 'access_tokens',
  answer: AccessToken,
  show: toAccessToken,
  async find(db, accountId, id) {
    const { tokenId } = accessTokenAccounts;
    const where = and(eq(accessTokenAccounts.accountId, accountId), eq(tokenId, id));
    const [row] = await openingTokens(db).where(where).limit(1);
    return row ?? null;
  },
  listed: {
    id: accessTokenAccounts.tokenId,
    searched: { name: accessTokens.name, token_prefix: accessTokens.tokenPrefix },
    sorted: {
      account_id: accessTokens.boundTo,
      expires_at: accessTokens.expiresAt,
      last_used_at: accessTokens.lastUsedAt,
      created_at: accessTokens.createdAt,
      updated_at: accessTokens.updatedAt,
    },
  },
  select: (db, accountId, matches) =>
    openingTokens(db).where(and(eq(accessTokenAccounts.accountId, accountId), matches)),
};

/** Matches this token in the version it was read in, if it still opens the account and the condition holds. */
export const tokenVersion = (
  { accountId }: Access,
  { id, updatedAt }: TokenRow,
  onlyIf: Statement,
): SQL | undefined =>
  and(
    eq(accessTokens.id, id),
    eq(accessTokens.updatedAt, updatedAt),
    sql`exists (select 1 from access_token_accounts
      where account_id = ${accountId} and token_id = ${id})`,
    sqlOf(onlyIf),
  );

/** Calls `changeOne` for a token: throws 404, 412, 403 for one that permits more than the caller's. */
export const changeToken = <T>(
  parts: CrmParts,
  access: Access,
  asked: { readonly request: Request; readonly id: string },
  write: (before: TokenRow, now: number) => Promise<T>,
): Promise<T> =>
  changeOne(parts, access, { kind: tokenKind, ...asked }, async (before: TokenRow, now) => {
    await refuseStrongerToken(parts.db, access, before);
    return write(before, now);
  });

interface Change {
  readonly fields: Partial<TokenRow> & { readonly updatedAt: number };
  /** The word of the audit entry; by default `update`. */
  readonly action?: 'rotate';
  /** Fields of the answer beside those of the token. */
  readonly shownOnce?: object;
  /** An SQL condition that must still hold when it is written, else it throws Stale. */
  readonly onlyIf?: Statement;
}

/** Resolves with the token after the change. */
export async function commitChange(
  { db, commits }: CrmParts,
  access: Access,
  before: TokenRow,
  { fields, action, shownOnce, onlyIf = ALWAYS }: Change,
): Promise<AccessToken> {
  const after = toAccessToken({ ...before, ...fields });
  const where = tokenVersion(access, before, onlyIf);
  const write = db.orm.update(accessTokens).set(fields).where(where);
  const audit = changeAudit('access_tokens', toAccessToken(before), after, action);
  await commits.commit(access, [{ write, audit, answer: { ...after, ...shownOnce } }]);
  return after;
}
