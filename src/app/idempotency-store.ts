/** Stored answers of idempotent requests, in the table idempotency_keys. */
import { and, eq, gt } from 'drizzle-orm';
import type { Database, Statement } from '../db/client.ts';
import { oldestNodeIs } from '../db/oldest-node.ts';
import { idempotencyKeys } from '../db/schema/gateway.ts';
import { placeOf } from '../db/sealed-tables.ts';
import { shareCommits } from '../db/shared-commits.ts';
import type { IdempotencyStore, StoredAnswer } from '../http/idempotency.ts';
import type { Clock } from '../shared/clock.ts';
import type { Vault } from '../shared/crypto.ts';
import { messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';

export const STORED_FOR_MS = 24 * 60 * 60 * 1000;
const PRUNE_BATCH = 500;

const REMOVE_EXPIRED = `delete from idempotency_keys where $oldest and rowid in
  (select rowid from idempotency_keys where created_at <= ? order by created_at limit ?) returning 1`;
const REDATE_FUTURE = `update idempotency_keys set created_at = ? where $oldest and rowid in
  (select rowid from idempotency_keys where created_at > ? limit ?) returning 1`;

export interface IdempotencyStoreDeps {
  readonly db: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
  /** The id of this node, of which the oldest prunes; null: the process is alone. */
  readonly node?: string | null;
  /** Called with what the answer of an instance takes on disk. */
  readonly stored?: (instanceId: string, bytes: number) => void;
}

export interface PrunableIdempotencyStore extends IdempotencyStore {
  /**
   * Removes at most 500 answers older than 24 h, and lets the 24 h of at most 500 that a clock running ahead
   * dated into the future begin now. Says how many it was in all; 0 means that there are no more.
   */
  prune(): Promise<number>;
}

const placeFor = (scope: string, key: string) => placeOf(idempotencyKeys.answerSealed, scope, key);

/** The table of answers, whoever writes to it. */
export interface StoredAnswers extends Pick<PrunableIdempotencyStore, 'prune'> {
  /** What was stored in the last 24 h; null: nothing. */
  find(scope: string, key: string): Promise<StoredAnswer | null>;
  /** The text of an answer as the table has it. */
  seal(scope: string, key: string, answer: StoredAnswer): string;
  /** Stores an answer, in place of one that is there. */
  keeping(scope: string, key: string, answer: StoredAnswer, instanceId: string | null): Statement;
}

/** Of a process that is alone with its database. */
export function createIdempotencyStore(deps: IdempotencyStoreDeps): PrunableIdempotencyStore {
  const answers = createStoredAnswers(deps);
  const commit = shareCommits(deps.db);
  return {
    begin: answers.find,
    async save(scope, key, answer, instanceId = null) {
      try {
        await commit([answers.keeping(scope, key, answer, instanceId)]);
        if (instanceId !== null) deps.stored?.(instanceId, sealedBytes(answer));
      } catch (error) {
        deps.log.error(NOT_KEPT, { reason: messageOf(error) });
      }
    },
    release() {},
    prune: answers.prune,
  };
}

/** About how many bytes an answer has once it is sealed, which is in base64. */
export const sealedBytes = ({ answer }: StoredAnswer): number => (answer.length * 4) / 3;

export const NOT_KEPT = 'an idempotent answer was not kept';

export function createStoredAnswers({
  db,
  vault,
  clock,
  node = null,
}: Omit<IdempotencyStoreDeps, 'log' | 'stored'>): StoredAnswers {
  const oldest = oldestNodeIs(node);
  const seal = (scope: string, key: string, { answer }: StoredAnswer) =>
    vault.seal(answer, placeFor(scope, key));
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
            gt(createdAt, clock.steady() - STORED_FOR_MS),
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
    seal,
    keeping(scope, key, answer, instanceId) {
      const { bodyHash, status } = answer;
      const answerSealed = seal(scope, key, answer);
      const stored = { bodyHash, status, answerSealed, createdAt: clock.steady(), instanceId };
      const write = db.orm
        .insert(idempotencyKeys)
        .values({ scope, key, ...stored })
        // An expired answer may still be there.
        .onConflictDoUpdate({ target: [idempotencyKeys.scope, idempotencyKeys.key], set: stored });
      return write.toSQL() as Statement;
    },
    async prune() {
      const now = clock.steady();
      const [removed = [], redated = []] = await db.batch([
        {
          sql: REMOVE_EXPIRED.replace('$oldest', oldest),
          params: [now - STORED_FOR_MS, PRUNE_BATCH],
        },
        { sql: REDATE_FUTURE.replace('$oldest', oldest), params: [now, now, PRUNE_BATCH] },
      ]);
      return removed.length + redated.length;
    },
  };
}
