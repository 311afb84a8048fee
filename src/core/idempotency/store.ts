/**
 * Requests with an Idempotency-Key, in the table idempotency_keys: one process claims each before it does it, the others
 * wait for its answer, and the claim of a process that has ended goes to the next that is asked.
 */
import { DATABASE_NOW, type Database, type Row, type Statement } from '../db/client.ts';
import { nodeLives, oldestNodeIs } from '../db/conditions.ts';
import { idempotencyKeys } from '../db/schema/gateway.ts';
import { placeOf } from '../db/sealed-tables.ts';
import { type SharedCommits, shareCommits } from '../db/shared-commits.ts';
import {
  type Claim,
  type IdempotencyStore,
  keyReused,
  type StoredAnswer,
} from '../http/idempotency.ts';
import { type Clock, sleep } from '../shared/clock.ts';
import { randomSecret, type Vault } from '../shared/crypto.ts';
import { type AppError, failure, messageOf } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import type { Log } from '../shared/log.ts';
import { createRetriedWrites, type RetriedWrites } from './retried-writes.ts';

const STORED_FOR_MS = 24 * 60 * 60 * 1000;
const PRUNE_BATCH = 500;
/** From one look for the answer of another process to the next, first and at most. */
const LOOK_FIRST_MS = 100;
const LOOK_MAX_MS = 1_000;
/** Less than a silent connection lasts. */
const WAIT_MS = 110_000;

interface IdempotencyDeps {
  readonly db: Pick<Database, 'batch' | 'tryOut'>;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * The id of this node; null for a process that has the database to itself. Every other process with a claim has ended
   * then.
   */
  readonly node: string | null;
  /** Called with what the answer of an instance takes on disk. */
  readonly onStored?: (instanceId: string, bytes: number) => void;
  /** SQL for the present; default: the database's own clock. */
  readonly databaseNow?: () => string;
}

export interface PrunableIdempotencyStore extends IdempotencyStore {
  /**
   * Removes at most 500 requests older than 24 h, and lets the 24 h of at most 500 that a clock running ahead dated into
   * the future begin now. Returns how many it was in all; 0 means that there are no more.
   */
  prune(): Promise<number>;
}

type ClaimRequest = Parameters<IdempotencyStore['begin']>[0];
type Result = Omit<StoredAnswer, 'bodyHash'>;

/** A row of the table. */
interface KnownRequest {
  readonly bodyHash: string;
  readonly holder: string;
  readonly claim: string;
  readonly seed: string;
  readonly done: string;
  /** Null until it is answered. */
  readonly status: number | null;
  readonly answerSealed: string;
  /** Whether its holder is a node that lives. */
  readonly isAlive: boolean;
}

export const createIdempotency = (deps: IdempotencyDeps): PrunableIdempotencyStore =>
  new IdempotencyRows(deps);

class IdempotencyRows implements PrunableIdempotencyStore {
  readonly #deps: IdempotencyDeps;
  readonly #commit: SharedCommits;
  readonly #owed: RetriedWrites;
  /** The holder that this process writes into its claims. */
  readonly #holder: string;
  /** The claims of this process whose work runs, or whose end is still to be written. */
  readonly #held = new Set<string>();

  constructor(deps: IdempotencyDeps) {
    this.#deps = deps;
    this.#holder = deps.node ?? newId();
    this.#commit = shareCommits(deps.db);
    this.#owed = createRetriedWrites({ ...deps, commit: this.#commit });
  }

  async begin(request: ClaimRequest): Promise<StoredAnswer | Claim> {
    const { clock } = this.#deps;
    const until = clock.steady() + WAIT_MS;
    for (let pause = LOOK_FIRST_MS; ; pause = Math.min(2 * pause, LOOK_MAX_MS)) {
      const found = await this.#look(request);
      if (found !== null) return found;
      if (clock.steady() >= until) throw stillUnderWay();
      await sleep(clock, pause);
    }
  }

  async prune(): Promise<number> {
    const { clock, db, node } = this.#deps;
    const now = clock.steady();
    const oldest = oldestNodeIs(node);
    const [removed = [], redated = []] = await db.batch([
      {
        sql: REMOVE_EXPIRED.replace('$oldest', oldest),
        params: [now - STORED_FOR_MS, PRUNE_BATCH],
      },
      { sql: REDATE_FUTURE.replace('$oldest', oldest), params: [now, now, PRUNE_BATCH] },
    ]);
    return removed.length + redated.length;
  }

  /** As `begin`, without waiting: null while another process does the work. */
  async #look(request: ClaimRequest): Promise<StoredAnswer | Claim | null> {
    const { scope, key, bodyHash } = request;
    const id = newId();
    const known = await this.#claim(request, id);
    if (known === null) return null;
    if (known.claim === id) return this.#claimOf(request, id, { ...known, isRepeat: false });
    if (known.status !== null) {
      const answer = this.#deps.vault.open(known.answerSealed, placeFor(scope, key));
      return { bodyHash: known.bodyHash, status: known.status, answer };
    }
    if (known.bodyHash !== bodyHash) throw keyReused();
    const isOwn = known.holder === this.#holder;
    if (isOwn ? this.#held.has(known.claim) : known.isAlive) return null;
    return this.#take(request, id, known.claim);
  }

  /** Claims the request unless somebody has. Returns its row, or null if that is gone. */
  async #claim({ scope, key, bodyHash, instanceId }: ClaimRequest, id: string) {
    const now = this.#deps.clock.steady();
    const seed = randomSecret();
    const claiming = [scope, key, bodyHash, this.#holder, id, seed, now, instanceId];
    this.#held.add(id);
    const [, [row] = []] = await this.#commit([
      { sql: CLAIM, params: [...claiming, now - STORED_FOR_MS] },
      { sql: this.#nowIn(READ), params: [scope, key] },
    ]).catch((error) => {
      // It may be there all the same.
      this.#end(id, [releasing(scope, key, id)]);
      throw error;
    });
    const known = row ? requestIn(row) : null;
    if (known?.claim !== id) this.#held.delete(id);
    return known;
  }

  /**
   * Takes over the claim `former`, whose process has ended. Returns null if the claim has an answer by now, or if
   * another process took it first.
   */
  async #take(request: ClaimRequest, id: string, former: string): Promise<Claim | null> {
    const { scope, key } = request;
    this.#held.add(id);
    const params = [scope, key, former, this.#holder, id];
    const [[taken] = []] = await this.#commit([{ sql: this.#nowIn(TAKE), params }]).catch(
      (error) => {
        // Nobody has begun: the next request takes it from this process.
        this.#held.delete(id);
        throw error;
      },
    );
    if (taken === undefined) {
      this.#held.delete(id);
      return null;
    }
    const [seed, done] = taken;
    return this.#claimOf(request, id, { seed: String(seed), done: String(done), isRepeat: true });
  }

  #claimOf(
    { scope, key, instanceId }: ClaimRequest,
    id: string,
    { seed, done, isRepeat }: Pick<Claim, 'seed' | 'done' | 'isRepeat'>,
  ): Claim {
    const { log, onStored } = this.#deps;
    const seal = ({ answer }: Result) => this.#deps.vault.seal(answer, placeFor(scope, key));
    return {
      seed,
      done,
      isRepeat,
      statementStoring: (made, answer) => ({
        sql: DONE,
        params: [id, made, answer?.status ?? null, answer && seal(answer), scope, key],
      }),
      save: async (answer) => {
        const saving = { sql: SAVE, params: [answer.status, seal(answer), scope, key, id] };
        await this.#commit([saving]).then(
          () => this.#held.delete(id),
          (error) => {
            log.error('an idempotent answer could not be written yet', {
              reason: messageOf(error),
            });
            this.#end(id, [saving]);
          },
        );
        if (instanceId !== null) onStored?.(instanceId, sealedBytes(answer));
      },
      release: () => this.#end(id, [releasing(scope, key, id)]),
      abandon: () => {
        this.#held.delete(id);
        // Other nodes would wait for this one as long as it lives.
        if (this.#deps.node !== null) this.#owed.add([leaving(scope, key, id)]);
      },
    };
  }

  /** Writes the end of a claim, now or later; until then repetitions wait. */
  #end(id: string, statements: readonly Statement[]): void {
    this.#owed.add(statements, () => void this.#held.delete(id));
  }

  #nowIn(sql: string): string {
    const { databaseNow = () => DATABASE_NOW } = this.#deps;
    return sql.replace('$now', databaseNow());
  }
}

const placeFor = (scope: string, key: string) => placeOf(idempotencyKeys.answerSealed, scope, key);

/** About how many bytes an answer has once it is sealed, which is in base64. */
const sealedBytes = ({ answer }: Result): number => (answer.length * 4) / 3;

const releasing = (scope: string, key: string, id: string): Statement => ({
  sql: RELEASE,
  params: [scope, key, id],
});

const leaving = (scope: string, key: string, id: string): Statement => ({
  sql: LEAVE,
  params: [scope, key, id],
});

const stillUnderWay = (): AppError =>
  failure('first_request_running', {}, { headers: { 'retry-after': '5' } });

function requestIn([
  bodyHash,
  holder,
  claim,
  seed,
  done,
  status,
  answer,
  isAlive,
]: Row): KnownRequest {
  return {
    bodyHash: String(bodyHash),
    holder: String(holder),
    claim: String(claim),
    seed: String(seed),
    done: String(done),
    status: status === null ? null : Number(status),
    answerSealed: String(answer),
    isAlive: isAlive === 1,
  };
}

const ALIVE = nodeLives('k.holder', '$now');
// A request of more than 24 hours ago may still be there.
const CLAIM = `insert into idempotency_keys (scope, key, body_hash, holder, claim, seed, created_at, instance_id)
  values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
  on conflict (scope, key) do update set body_hash = excluded.body_hash, holder = excluded.holder,
    claim = excluded.claim, seed = excluded.seed, done = '', status = null, answer_sealed = null,
    created_at = excluded.created_at, instance_id = excluded.instance_id
  where created_at <= ?9`;
const READ = `select body_hash, holder, claim, seed, done, status, answer_sealed, ${ALIVE}
  from idempotency_keys k where scope = ? and key = ?`;
const TAKE = `update idempotency_keys as k set holder = ?4, claim = ?5
  where scope = ?1 and key = ?2 and claim = ?3 and status is null and (holder = ?4 or not ${ALIVE})
  returning seed, done`;
// Without the claim `done` is null, which fails the commit.
const DONE = `update idempotency_keys
  set done = case when claim = ? then ? end, status = ?, answer_sealed = ?
  where scope = ? and key = ? and changes() = 1`;
// An answer that is found out later replaces the note that the outcome is unknown.
const SAVE = `update idempotency_keys set status = ?, answer_sealed = ?
  where scope = ? and key = ? and (claim = ? or status = 0)`;
const RELEASE = `delete from idempotency_keys
  where scope = ? and key = ? and claim = ? and status is null and done = ''`;
const LEAVE = `update idempotency_keys set holder = ''
  where scope = ? and key = ? and claim = ? and status is null`;
const REMOVE_EXPIRED = `delete from idempotency_keys where $oldest and rowid in
  (select rowid from idempotency_keys where created_at <= ? order by created_at limit ?) returning 1`;
const REDATE_FUTURE = `update idempotency_keys set created_at = ? where $oldest and rowid in
  (select rowid from idempotency_keys where created_at > ? limit ?) returning 1`;
