/**
 * What a process before this one left leased, what the table holds at start and after streams were taken, and the looks
 * that bring memory and table together again. What was left `sending` simply waits again; its attempt was never counted.
 */
import { type Database, isOutcomeUnknown, type Row } from '../../db/client.ts';
import type { Clock } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import type { WaitingLane } from '../contract/delivery.ts';
import type { Ownership } from '../publish/ownership.ts';
import { endOf, type Leases } from './leases.ts';

const LOOK_MS = 10_000;
/** After a look that failed: meanwhile what is new waits in the table. */
const LOOK_AGAIN_MS = 1_000;

/** Rows corrected by one statement: a write of this size takes some milliseconds. */
const SLICE = 10_000;

const WAIT_AGAIN = `update deliveries set state = 'waiting', owner = null, next_attempt_at = ?
  where stream_id in (select id from streams) and state = 'sending'`;
const FREE_OTHERS = `${WAIT_AGAIN} and not (owner >= ? and owner < ?)`;
const RELEASE = `${WAIT_AGAIN} and owner >= ? and owner < ?`;
const CAP = `update deliveries set next_attempt_at = ? where id in (
    select id from deliveries where stream_id = ? and endpoint = ? and state = 'waiting'
      and attempt_count > 0 and next_attempt_at > ? limit ${SLICE}
  ) returning id`;

/** Walks from endpoint to endpoint by index, however many rows each has. */
const lanesWhere = (
  due: string,
  answer: string,
  streams: string,
) => `with recursive lane (stream_id, endpoint) as (
    select s.id, (select min(d.endpoint) from deliveries d where d.stream_id = s.id and ${due}) from streams s ${streams}
    union all
    select l.stream_id, (select min(d.endpoint) from deliveries d
      where d.stream_id = l.stream_id and d.endpoint > l.endpoint and ${due}) from lane l
    where l.endpoint is not null
  ) select stream_id, endpoint, ${answer} from lane where endpoint is not null`;

const IS_RETRY = "d.state = 'waiting' and d.attempt_count > 0";
const dueOf = (edge: 'min' | 'max') => `(select ${edge}(d.next_attempt_at) from deliveries d
  where d.stream_id = lane.stream_id and d.endpoint = lane.endpoint and ${IS_RETRY})`;
const lanesOf = (streams: string) => [
  lanesWhere("d.state = 'waiting' and d.attempt_count = 0", 'null, null', streams),
  lanesWhere(IS_RETRY, `${dueOf('min')}, ${dueOf('max')}`, streams),
];
const LANES = lanesOf('');
const LANES_OF = lanesOf('where s.id in (select value from json_each(?))');

export interface Recovery {
  /** Makes wait again what another process than this one has leased: there is none any more. */
  freeOthers(): Promise<void>;
  /**
   * All lanes of the streams with waiting deliveries (null: of every stream), after due times beyond `longestDelayMs`
   * were corrected.
   */
  findWaiting(longestDelayMs: number, streamIds: readonly string[] | null): Promise<WaitingLane[]>;
  /** Makes wait again what this process has leased. */
  leave(): Promise<void>;
}

interface RecoveryDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ownership: Pick<Ownership, 'leasePrefix'>;
}

export function createRecovery({ db, clock, ownership }: RecoveryDeps): Recovery {
  const ours = () => [ownership.leasePrefix, endOf(ownership.leasePrefix)];

  /** A due time later than any rule allows was written by a wrong clock: it is brought to `latest`. */
  async function correct(row: Row, latest: number): Promise<WaitingLane> {
    const [streamId, endpoint, first, last] = row;
    const lane = { streamId: String(streamId), endpoint: String(endpoint) };
    if (first == null) return { ...lane, retryDueAt: null };
    if (Number(last) > latest) {
      const params = [latest, lane.streamId, lane.endpoint, latest];
      for (let count = SLICE; count === SLICE; ) count = (await db.query(CAP, params)).length;
    }
    return { ...lane, retryDueAt: Math.min(Number(first), latest) };
  }

  return {
    freeOthers: async () => void (await db.query(FREE_OTHERS, [clock.steady(), ...ours()])),
    async findWaiting(longestDelayMs, streamIds) {
      const [sqls, params] = streamIds ? [LANES_OF, [JSON.stringify(streamIds)]] : [LANES, []];
      const found = await db.batch(sqls.map((sql) => ({ sql, params })));
      const latest = clock.steady() + longestDelayMs;
      return Promise.all(found.flat().map((row) => correct(row, latest)));
    },
    leave: async () => void (await db.query(RELEASE, [clock.steady(), ...ours()])),
  };
}

interface ReconcilerDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly recovery: Pick<Recovery, 'freeOthers' | 'findWaiting'>;
  readonly leases: Pick<Leases, 'release' | 'areKnown'>;
  readonly ownership: Pick<Ownership, 'isShared' | 'streams' | 'grantOf' | 'grantToSend'>;
  /** Called for each lane that has work in the table. */
  readonly resume: (lane: WaitingLane) => void;
  /** The longest delay that a rule allows between two attempts. */
  readonly longestDelayMs: number;
}

/** Brings memory and table together: at start, when streams become this process's own, and where an answer was lost. */
export class Reconciler {
  readonly #deps: ReconcilerDeps;
  #cancel = () => {};
  #isStopped = false;
  /** The table may hold what memory does not know of. */
  #mustReconcile = false;
  #isReconciling = false;
  /** By stream: the lease under which all that waits was found. */
  readonly #found = new Map<string, string>();

  constructor(deps: ReconcilerDeps) {
    this.#deps = deps;
  }

  /**
   * Whether memory knows of all that waits for the stream: until then nothing new may be sent without waiting in the
   * table behind it.
   */
  hasFound(streamId: string): boolean {
    const { ownership, leases } = this.#deps;
    if (!ownership.isShared) return true;
    if (!leases.areKnown) return false;
    const grant = ownership.grantToSend(streamId);
    return grant !== null && this.#found.get(streamId) === grant.lease;
  }

  /** Resolves when all that waits in the table is found; rejects with a DatabaseError. */
  async start(): Promise<void> {
    const { recovery, ownership } = this.#deps;
    if (!ownership.isShared) await recovery.freeOthers();
    await this.#findWaiting(ownership.streams);
    if (ownership.isShared) this.#lookLater();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  /** Another process has written to the stream: what it left to send waits in the table, and goes before what is new. */
  overtaken(streamId: string): void {
    this.#found.delete(streamId);
    void this.findWaiting([streamId]);
  }

  /** Resumes every lane of the streams that has work in the table; if need be at a later look. */
  async findWaiting(streamIds: readonly string[]): Promise<void> {
    try {
      await this.#findWaiting(streamIds);
    } catch (error) {
      this.#later(error);
    }
  }

  /** Releases what only the table says this process has leased, and finds what waits; if need be at a later look. */
  async reconcile(): Promise<void> {
    const { log, leases, ownership } = this.#deps;
    leases.areKnown = false;
    this.#mustReconcile = true;
    if (this.#isReconciling) return;
    this.#isReconciling = true;
    try {
      // Once more when another answer was lost meanwhile.
      while (this.#mustReconcile) {
        this.#mustReconcile = false;
        const count = await leases.release(true);
        await this.#findWaiting(ownership.streams);
        if (count > 0) log.info('deliveries that nobody was sending wait again', { count });
      }
      leases.areKnown = true;
    } catch (error) {
      this.#later(error);
    }
    this.#isReconciling = false;
  }

  /** Passes on what `work` comes to; when its answer is lost, the next look reconciles memory and table. */
  async trackingOutcome<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (isOutcomeUnknown(error)) this.#mustReconcile = true;
      throw error;
    }
  }

  async #findWaiting(streamIds: readonly string[] | null): Promise<void> {
    if (streamIds?.length === 0) return;
    const { recovery, resume, longestDelayMs, ownership } = this.#deps;
    // While nothing may be sent for a stream its lanes are dropped: they are to be found again.
    const grants = (streamIds ?? []).map((id) => [id, ownership.grantToSend(id)] as const);
    for (const lane of await recovery.findWaiting(longestDelayMs, streamIds)) resume(lane);
    for (const id of this.#found.keys()) if (ownership.grantOf(id) === null) this.#found.delete(id);
    for (const [id, grant] of grants) if (grant) this.#found.set(id, grant.lease);
  }

  #later(error: unknown): void {
    this.#mustReconcile = true;
    this.#deps.log.warn('waiting deliveries could not be looked for', { error: messageOf(error) });
    this.#lookLater();
  }

  #lookLater(): void {
    this.#cancel();
    if (this.#isStopped) return;
    const ms = this.#mustReconcile ? LOOK_AGAIN_MS : LOOK_MS;
    this.#cancel = this.#deps.clock.after(ms, () => void this.#look());
  }

  async #look(): Promise<void> {
    if (this.#mustReconcile || (await this.#hasUnheld())) await this.reconcile();
    // Other processes write to the streams of accounts, and this one sends.
    else await this.findWaiting(this.#deps.ownership.streams ?? []);
    this.#lookLater();
  }

  async #hasUnheld(): Promise<boolean> {
    try {
      return (await this.#deps.leases.release(false)) > 0;
    } catch (error) {
      this.#later(error);
      return false;
    }
  }
}
