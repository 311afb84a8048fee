/**
 * Kept answers of idempotent requests, in the table idempotency_keys.
 * Owns: their age and their sealing. Must never: write an answer in the clear.
 */
import { and, eq, gt } from 'drizzle-orm';
import type { IdempotencyStore } from '../http/idempotency.ts';
import type { Clock } from '../shared/clock.ts';
import type { Vault } from '../shared/crypto.ts';
import { messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import type { Database, Statement } from './client.ts';
import { idempotencyKeys } from './schema/gateway.ts';
import { placeOf } from './sealed-tables.ts';
import { shareCommits } from './shared-commits.ts';

const KEPT_MS = 24 * 60 * 60 * 1000;
const PRUNE_BATCH = 500;

export interface IdempotencyStoreDeps {
  readonly db: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
}

export interface PrunableIdempotencyStore extends IdempotencyStore {
  /** Removes at most 500 answers older than 24 h and says how many; 500 means there may be more. */
  prune(): Promise<number>;
}

const placeFor = (scope: string, key: string) => placeOf(idempotencyKeys.answerSealed, scope, key);

export function createIdempotencyStore(deps: IdempotencyStoreDeps): PrunableIdempotencyStore {
  const { db, vault, clock, log } = deps;
  const commit = shareCommits(db);
  return {
    async find(scope, key) {
      const { bodyHash, status, answerSealed, createdAt } = idempotencyKeys;
      const [row] = await db.orm
        .select({ bodyHash, status, answerSealed })
        .from(idempotencyKeys)
        .where(
          and(
            eq(idempotencyKeys.scope, scope),
            eq(idempotencyKeys.key, key),
            gt(createdAt, clock.now() - KEPT_MS),
          ),
        )
        .limit(1);
      if (!row) return null;
      return {
        bodyHash: row.bodyHash,
        status: row.status,
        answer: vault.open(row.answerSealed, placeFor(scope, key)),
      };
    },
    async keep(scope, key, { bodyHash, status, answer }) {
      const answerSealed = vault.seal(answer, placeFor(scope, key));
      const kept = { bodyHash, status, answerSealed, createdAt: clock.now() };
      const write = db.orm
        .insert(idempotencyKeys)
        .values({ scope, key, ...kept })
        // An expired answer may still be there.
        .onConflictDoUpdate({ target: [idempotencyKeys.scope, idempotencyKeys.key], set: kept });
      try {
        await commit([write.toSQL() as Statement]);
      } catch (error) {
        log.error('an idempotent answer was not kept', { reason: messageOf(error) });
      }
    },
    async prune() {
      const removed = await db.query(
        `delete from idempotency_keys where rowid in
          (select rowid from idempotency_keys where created_at <= ? order by created_at limit ?)
          returning 1`,
        [clock.now() - KEPT_MS, PRUNE_BATCH],
      );
      return removed.length;
    },
  };
}
