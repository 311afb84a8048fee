/**
 * Leases of processes that are gone, and what the table holds at start. Owns: the list of live processes.
 * A delivery left `sending` by a dead process is simply waiting again; its attempt was never counted.
 */
import type { Database, Row } from '../../db/client.ts';
import type { Clock } from '../../shared/clock.ts';
import type { WaitingLane } from '../contract/delivery.ts';

/** A process that has not been seen for this long has lost its leases. */
const LEASE_MS = 30_000;
export const HEARTBEAT_MS = 10_000;
/** Its row stays for longer: a process that comes back finds there what became of its last commit. */
const FORGOTTEN_MS = 24 * 60 * 60 * 1_000;

/** Rows corrected by one statement: a write of this size takes some milliseconds. */
const SLICE = 10_000;

const SEEN = `insert into processes (id, pid, started_at, seen_at) values (?, ?, ?, ?)
  on conflict (id) do update set seen_at = excluded.seen_at`;
const BURY = 'delete from processes where seen_at < ? and id <> ?';
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
        { sql: BURY, params: [isAlone ? aliveSince : now - FORGOTTEN_MS, process.id] },
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
