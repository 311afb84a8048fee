/** Idempotent requests that several nodes answer: one of them claims the work, and the others wait for its answer. */
import { DATABASE_NOW, type Database, type Row, type Statement } from '../db/client.ts';
import { oldestNodeIs } from '../db/oldest-node.ts';
import { type SharedCommits, shareCommits } from '../db/shared-commits.ts';
import { leftUndecided, otherBody, type StoredAnswer } from '../http/idempotency.ts';
import { type Clock, sleep } from '../shared/clock.ts';
import { AppError, messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import {
  createIdempotencyStore,
  createStoredAnswers,
  type IdempotencyStoreDeps,
  NOT_KEPT,
  type PrunableIdempotencyStore,
  STORED_FOR_MS,
  type StoredAnswers,
  sealedBytes,
} from './idempotency-store.ts';
import { createOwedWrites, type OwedWrites } from './owed-writes.ts';

interface SharedIdempotencyDeps {
  readonly db: Pick<Database, 'batch' | 'query'>;
  readonly answers: StoredAnswers;
  readonly clock: Clock;
  readonly log: Log;
  /** The id of this node. */
  readonly node: string;
  /** Called with what the answer of an instance takes on disk. */
  readonly stored?: (instanceId: string, bytes: number) => void;
  /** SQL for the present; default: the database's own clock. */
  readonly databaseNow?: () => string;
}

/** From one look for the answer of another node to the next, first and at most. */
const LOOK_FIRST_MS = 100;
const LOOK_MAX_MS = 1_000;
/** Less than a silent connection lasts. */
const WAIT_MS = 110_000;
const PRUNE_BATCH = 500;

/** The claim of another node, or of this one. */
interface Claim {
  readonly bodyHash: string;
  readonly node: string;
  readonly number: number;
  readonly isAlive: boolean;
}

/** `node`: the id of this node; null: it is alone with its database. */
export const createIdempotency = ({
  node,
  ...deps
}: IdempotencyStoreDeps & { readonly node: string | null }): PrunableIdempotencyStore =>
  node === null
    ? createIdempotencyStore(deps)
    : new SharedIdempotency({ ...deps, node, answers: createStoredAnswers({ ...deps, node }) });

/** Of work whose node has ended without an answer nobody knows whether it was done: that is the answer, and nobody does it again. */
export class SharedIdempotency implements PrunableIdempotencyStore {
  readonly #deps: SharedIdempotencyDeps;
  readonly #commit: SharedCommits;
  readonly #owed: OwedWrites;
  /** Of this node's claims, by scope and key. */
  readonly #numbers = new Map<string, number>();
  #last = 0;

  constructor(deps: SharedIdempotencyDeps) {
    this.#deps = deps;
    this.#commit = shareCommits(deps.db);
    this.#owed = createOwedWrites({ ...deps, commit: this.#commit });
  }

  async begin(scope: string, key: string, bodyHash: string): Promise<StoredAnswer | null> {
    const { clock } = this.#deps;
    const until = clock.steady() + WAIT_MS;
    for (let pause = LOOK_FIRST_MS; ; pause = Math.min(2 * pause, LOOK_MAX_MS)) {
      const found = await this.#look(scope, key, bodyHash);
      if (found !== 'under way') return found;
      if (clock.steady() >= until) throw stillUnderWay();
      await sleep(clock, pause);
    }
  }

  async save(
    scope: string,
    key: string,
    answer: StoredAnswer,
    instanceId: string | null = null,
  ): Promise<void> {
    const { answers, log, stored } = this.#deps;
    const keeping = answers.keeping(scope, key, answer, instanceId);
    const statements = [keeping, ...this.#released(scope, key)];
    await this.#commit(statements).catch((error) => {
      log.error(NOT_KEPT, { reason: messageOf(error) });
      this.#owed.add(statements);
    });
    if (instanceId !== null) stored?.(instanceId, sealedBytes(answer));
  }

  release(scope: string, key: string): void {
    this.#owed.add(this.#released(scope, key));
  }

  async prune(): Promise<number> {
    const { answers, clock, db, node } = this.#deps;
    const old = [clock.steady() - STORED_FOR_MS, PRUNE_BATCH];
    const removed = await db.query(REMOVE_OLD.replace('$oldest', oldestNodeIs(node)), old);
    return removed.length + (await answers.prune());
  }

  /** As `begin`, without waiting. */
  async #look(scope: string, key: string, bodyHash: string) {
    const stored = await this.#deps.answers.find(scope, key);
    if (stored !== null) return stored;
    const other = await this.#claim(scope, key, bodyHash);
    if (other === null) return null;
    if (other === 'gone') return 'under way';
    if (other.bodyHash !== bodyHash) throw otherBody();
    const decided = other.isAlive ? null : await this.#decide(scope, key, other);
    return decided ?? 'under way';
  }

  /** Null: this node has it now; else whose it is; `gone`: there is an answer by now, or it was released. */
  async #claim(scope: string, key: string, bodyHash: string): Promise<Claim | 'gone' | null> {
    const { clock, node } = this.#deps;
    const number = ++this.#last;
    const at = clock.steady();
    const rows = await this.#commit([
      { sql: CLAIM, params: [scope, key, bodyHash, node, number, at, at - STORED_FOR_MS] },
      { sql: this.#nowIn(HELD), params: [scope, key] },
    ]).catch((error) => {
      // It may be there all the same.
      this.#owed.add([this.#releaseOf(scope, key, number)]);
      throw error;
    });
    const [claimed = [], [held] = []] = rows;
    if (claimed.length === 0) return held === undefined ? 'gone' : claimIn(held);
    this.#numbers.set(slotOf(scope, key), number);
    return null;
  }

  /**
   * What is stored of work that a node has left; null: another node stores it, or the node lives after all. All in one
   * transaction: of a lost answer nothing is left that would have to be ended.
   */
  async #decide(scope: string, key: string, dead: Claim): Promise<StoredAnswer | null> {
    const { answers, clock } = this.#deps;
    const answer = leftUndecided(dead.bodyHash);
    const left = [scope, key, dead.node, dead.number];
    const sealed = answers.seal(scope, key, answer);
    const [decided = []] = await this.#commit([
      { sql: this.#nowIn(DECIDE), params: [...left, answer.status, sealed, clock.steady()] },
      { sql: END_DECIDED, params: [...left, sealed] },
    ]);
    return decided.length > 0 ? answer : null;
  }

  #released(scope: string, key: string): Statement[] {
    const slot = slotOf(scope, key);
    const number = this.#numbers.get(slot);
    this.#numbers.delete(slot);
    return number === undefined ? [] : [this.#releaseOf(scope, key, number)];
  }

  #releaseOf(scope: string, key: string, number: number): Statement {
    return { sql: RELEASE, params: [scope, key, this.#deps.node, number] };
  }

  #nowIn(sql: string): string {
    const { databaseNow = () => DATABASE_NOW } = this.#deps;
    return sql.replace('$now', databaseNow());
  }
}

const slotOf = (scope: string, key: string): string => `${scope} ${key}`;

const stillUnderWay = (): AppError =>
  new AppError(
    'unavailable',
    'another node is still doing what this Idempotency-Key was sent with first',
    { headers: { 'retry-after': '5' } },
  );

const claimIn = ([bodyHash, node, number, isAlive]: Row): Claim => ({
  bodyHash: String(bodyHash),
  node: String(node),
  number: Number(number),
  isAlive: isAlive === 1,
});

const ALIVE = 'exists (select 1 from nodes n where n.id = c.node and n.until > $now)';
const CLAIM = `insert into idempotency_claims (scope, key, body_hash, node, number, created_at)
  select ?1, ?2, ?3, ?4, ?5, ?6 where not exists
    (select 1 from idempotency_keys where scope = ?1 and key = ?2 and created_at > ?7)
  on conflict (scope, key) do nothing returning 1`;
const HELD = `select c.body_hash, c.node, c.number, ${ALIVE} from idempotency_claims c
  where c.scope = ? and c.key = ?`;
// An expired answer may still be there.
const DECIDE = `insert into idempotency_keys (scope, key, body_hash, status, answer_sealed, created_at)
  select c.scope, c.key, c.body_hash, ?5, ?6, ?7 from idempotency_claims c
    where c.scope = ?1 and c.key = ?2 and c.node = ?3 and c.number = ?4 and not ${ALIVE}
  on conflict (scope, key) do update set body_hash = excluded.body_hash, status = excluded.status,
    answer_sealed = excluded.answer_sealed, created_at = excluded.created_at
  returning 1`;
// The claim goes only with the answer: in between a moment has passed, in which the lease may have ended.
const END_DECIDED = `delete from idempotency_claims where scope = ?1 and key = ?2 and node = ?3 and number = ?4
  and exists (select 1 from idempotency_keys where scope = ?1 and key = ?2 and answer_sealed = ?5)`;
const RELEASE =
  'delete from idempotency_claims where scope = ? and key = ? and node = ? and number = ?';
const REMOVE_OLD = `delete from idempotency_claims where $oldest and rowid in
  (select rowid from idempotency_claims where created_at <= ? order by created_at limit ?) returning 1`;
