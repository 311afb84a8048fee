/**
 * Leases of processes that are gone, what the table holds at start, and the heartbeat by which this process stays alive
 * for the others. A delivery left `sending` by a dead process is simply waiting again; its attempt was never counted.
 */
import { type Database, isOutcomeUnknown, type Row } from '../../db/client.ts';
import type { Clock } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import type { WaitingLane } from '../contract/delivery.ts';
import type { Leases } from './leases.ts';

/** A process that has not been seen for this long has lost its leases. */
const LEASE_MS = 30_000;
const HEARTBEAT_MS = 10_000;
/** Its row stays for longer: a process that comes back finds there what became of its last commit. */
const FORGOTTEN_MS = 24 * 60 * 60 * 1_000;

/** Rows corrected by one statement: a write of this size takes some milliseconds. */
const SLICE = 10_000;

const SEEN = `insert into processes (id, pid, started_at, seen_at) values (?, ?, ?, ?)
  on conflict (id) do update set seen_at = excluded.seen_at`;
const REMOVE_DEAD = 'delete from processes where seen_at < ? and id <> ?';
const FREE = `update deliveries set state = 'waiting', owner = null, next_attempt_at = ?
  where stream_id in (select id from streams) and state = 'sending'
    and owner not in (select id from processes where seen_at >= ? or id = ?)
  returning stream_id, endpoint, attempt_count`;
const RELEASE = `update deliveries set state = 'waiting', owner = null, next_attempt_at = ?
  where stream_id in (select id from streams) and state = 'sending' and owner = ?`;
const CAP = `update deliveries set next_attempt_at = ? where id in (
    select id from deliveries where stream_id = ? and endpoint = ? and state = 'waiting'
      and attempt_count > 0 and next_attempt_at > ? limit ${SLICE}
  ) returning id`;

/** Walks from endpoint to endpoint by index, however many rows each has. */
const lanesWhere = (due: string, answer: string) => `with recursive lane (stream_id, endpoint) as (
    select s.id, (select min(d.endpoint) from deliveries d where d.stream_id = s.id and ${due}) from streams s
    union all
    select l.stream_id, (select min(d.endpoint) from deliveries d
      where d.stream_id = l.stream_id and d.endpoint > l.endpoint and ${due}) from lane l
    where l.endpoint is not null
  ) select stream_id, endpoint, ${answer} from lane where endpoint is not null`;

const IS_RETRY = "d.state = 'waiting' and d.attempt_count > 0";
const dueOf = (edge: 'min' | 'max') => `(select ${edge}(d.next_attempt_at) from deliveries d
  where d.stream_id = lane.stream_id and d.endpoint = lane.endpoint and ${IS_RETRY})`;
const LANES_FRESH = lanesWhere("d.state = 'waiting' and d.attempt_count = 0", 'null, null');
const LANES_RETRY = lanesWhere(IS_RETRY, `${dueOf('min')}, ${dueOf('max')}`);

export interface Recovery {
  /** Marks this process alive and frees what dead ones held; the lanes that got work back. */
  beat(): Promise<WaitingLane[]>;
  /** All lanes with waiting deliveries, after due times beyond `longestDelayMs` were corrected. */
  findWaiting(longestDelayMs: number): Promise<WaitingLane[]>;
  /** Frees all this process holds, and takes it off the list. */
  leave(): Promise<void>;
}

interface RecoveryDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly process: { readonly id: string; readonly pid: number };
  /** True when no other process can have the database open: every other one is then dead. */
  readonly isAlone: boolean;
}

export function createRecovery({ db, clock, process, isAlone }: RecoveryDeps): Recovery {
  const startedAt = clock.now();

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
    async beat() {
      const now = clock.now();
      const aliveSince = isAlone ? now + 1 : now - LEASE_MS;
      const at = clock.steady();
      const [, , freed] = await db.batch([
        { sql: SEEN, params: [process.id, process.pid, startedAt, now] },
        { sql: REMOVE_DEAD, params: [isAlone ? aliveSince : now - FORGOTTEN_MS, process.id] },
        { sql: FREE, params: [at, aliveSince, process.id] },
      ]);
      return (freed ?? []).map(([streamId, endpoint, attemptCount]) => ({
        streamId: String(streamId),
        endpoint: String(endpoint),
        retryDueAt: Number(attemptCount) > 0 ? at : null,
      }));
    },
    async findWaiting(longestDelayMs) {
      const [fresh, retry] = await db.batch([
        { sql: LANES_FRESH, params: [] },
        { sql: LANES_RETRY, params: [] },
      ]);
      const lanes = [...(fresh ?? []), ...(retry ?? [])];
      return Promise.all(lanes.map((row) => correct(row, clock.steady() + longestDelayMs)));
    },
    async leave() {
      await db.batch([
        { sql: RELEASE, params: [clock.steady(), process.id] },
        { sql: 'delete from processes where id = ?', params: [process.id] },
      ]);
    },
  };
}

interface HeartbeatDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly recovery: Pick<Recovery, 'beat' | 'findWaiting'>;
  readonly leases: Pick<Leases, 'release'>;
  /** Called for each lane that has work in the table. */
  readonly resume: (lane: WaitingLane) => void;
  /** The longest delay that a rule allows between two attempts. */
  readonly longestDelayMs: number;
  /** No other process can have the database open, and no answer gets lost on the way. */
  readonly isAlone: boolean;
}

export class Heartbeat {
  readonly #deps: HeartbeatDeps;
  #cancel = () => {};
  #isStopped = false;
  /** The table may hold what memory does not know of. */
  #mustReconcile = false;

  constructor(deps: HeartbeatDeps) {
    this.#deps = deps;
  }

  /** Resolves after the first beat; the next ones come by themselves. */
  start(): Promise<void> {
    return this.#beat();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  /** Resumes every lane that has work in the table. */
  async findWaiting(): Promise<void> {
    const { recovery, resume, longestDelayMs } = this.#deps;
    for (const lane of await recovery.findWaiting(longestDelayMs)) resume(lane);
  }

  /** Releases what only the table says this process owns, and finds what waits; if need be with the next beat. */
  async reconcile(): Promise<void> {
    const { log, leases } = this.#deps;
    this.#mustReconcile = false;
    try {
      const count = await leases.release(true);
      await this.findWaiting();
      if (count > 0) log.info('deliveries that nobody was sending wait again', { count });
    } catch (error) {
      this.#mustReconcile = true;
      log.warn('waiting deliveries could not be looked for', { error: messageOf(error) });
    }
  }

  /** Passes on what `work` comes to; when its answer is lost, the next beat reconciles memory and table. */
  async trackingOutcome<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (isOutcomeUnknown(error)) this.#mustReconcile = true;
      throw error;
    }
  }

  async #beat(): Promise<void> {
    const { clock, log, recovery, leases, resume, isAlone } = this.#deps;
    try {
      for (const lane of await this.trackingOutcome(recovery.beat())) resume(lane);
      if (this.#mustReconcile) await this.reconcile();
      else if (!isAlone && (await leases.release(false)) > 0) await this.findWaiting();
    } catch (error) {
      log.warn('the process could not be marked alive', { error: messageOf(error) });
    }
    if (!this.#isStopped) this.#cancel = clock.after(HEARTBEAT_MS, () => void this.#beat());
  }
}
