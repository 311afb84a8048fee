/**
 * Frees deliveries that an earlier process had leased, and reads what the table has of streams: at a start, after a
 * takeover, and when memory is compared with it. A delivery left in `sending` waits again; its attempt was never counted.
 */
import type { Database, Row, Statement } from '../../db/client.ts';
import type { Clock } from '../../shared/clock.ts';
import type { WaitingLane } from '../contract/channel.ts';
import { channelOf } from '../contract/endpoint.ts';
import type { Replay } from '../contract/replay.ts';
import { type Destinations, isGone } from '../contract/routing.ts';
import { openHealthOf, type StoredHealth, toHealth } from '../log/health.ts';
import { openReplaysOf, toReplay } from '../log/replays.ts';
import type { Ownership } from '../publish/ownership.ts';
import { holdersOf, OURS } from './leases.ts';
import { longestDelayMs, type RetryRules } from './retry-policy.ts';

/** How many rows one statement corrects, which takes some milliseconds. */
const SLICE = 10_000;

const WAIT_AGAIN = `update deliveries set state = 'waiting', holder = null, next_attempt_at = ?
  where stream_id in (select id from streams) and state = 'sending'`;
const FREE_OTHERS = `${WAIT_AGAIN} and not (holder >= ? and holder < ?)`;
const RELEASE = `${WAIT_AGAIN} and holder >= ? and holder < ?`;
/** A receiver that asked for a wait gets it. */
const LATEST = "?1 + coalesce(last_attempt ->> 'retryAfterMs', 0)";
const CAP = `update deliveries set next_attempt_at = ${LATEST} where id in (
    select id from deliveries where stream_id = ?2 and endpoint = ?3 and state = 'waiting'
      and attempt_count > 0 and next_attempt_at > ?1 and next_attempt_at > ${LATEST} limit ${SLICE}
  ) returning id`;
const FIRST_DUE = `select min(next_attempt_at) from deliveries
  where stream_id = ? and endpoint = ? and state = 'waiting' and attempt_count > 0`;

/** Skips from endpoint to endpoint by index, however many rows each has. */
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
const LEASED = `select count(*) from deliveries where ${OURS}`;

function workOf(streamIds: readonly string[] | null): Statement[] {
  const [sqls, params] = streamIds ? [LANES_OF, [JSON.stringify(streamIds)]] : [LANES, []];
  const lanes = sqls.map((sql) => ({ sql, params }));
  return [openHealthOf(streamIds), openReplaysOf(streamIds), ...lanes];
}

/** Returns the work that the rows name for endpoints that this process sends to. */
const toWork = (
  [health = [], replays = [], ...lanes]: readonly Row[][],
  sendsTo: (endpoint: string) => boolean,
): StoredWork => ({
  health: health.map(toHealth).filter(({ endpoint }) => sendsTo(endpoint)),
  replays: replays.map(toReplay).filter(({ endpoint }) => sendsTo(endpoint)),
  lanes: lanes.flat().filter(([, lane]) => sendsTo(String(lane))),
});

/** The work that the table has for streams, all read in one state of it. */
export interface StoredWork {
  readonly health: readonly StoredHealth[];
  readonly replays: readonly Replay[];
  /** The lanes with waiting deliveries. */
  readonly lanes: readonly Row[];
}

export interface StartupSweep {
  /** Releases the leases of other processes, when none of them is running any more. */
  freeOthers(): Promise<void>;
  /** Reads with one request what the table has of the streams (null: of every stream). */
  read(streamIds: readonly string[] | null): Promise<StoredWork>;
  /** The same, with the number of leases that the table has of this process. */
  readWithLeases(streamIds: readonly string[]): Promise<StoredWork & { readonly leased: number }>;
  /** Returns lanes that were read, after correcting due times beyond the longest delay of the lane. */
  correct(lanes: StoredWork['lanes']): Promise<WaitingLane[]>;
  /** Releases the leases of this process. */
  leave(): Promise<void>;
}

interface StartupSweepDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ownership: Pick<Ownership, 'holderPrefix'>;
  readonly destinations: Destinations;
  readonly rules: RetryRules;
  /** Returns whether this process sends to an endpoint; by default it sends to every one. */
  readonly sendsTo?: (endpoint: string) => boolean;
}

export function createStartupSweep(deps: StartupSweepDeps): StartupSweep {
  const { db, clock, ownership, destinations, rules, sendsTo = () => true } = deps;
  const ours = () => holdersOf(ownership.holderPrefix);

  const longestDelay = (streamId: string, endpoint: string): number => {
    const target = destinations.target(streamId, endpoint);
    return longestDelayMs(isGone(target) ? { channel: channelOf(endpoint) } : target, rules);
  };

  /** Corrects due times that no rule allows, and that a wrong clock must have written. */
  async function correct(row: Row, now: number): Promise<WaitingLane> {
    const [streamId, endpoint, first, last] = row;
    const lane = { streamId: String(streamId), endpoint: String(endpoint) };
    if (first == null) return { ...lane, retryDueAt: null };
    const latest = now + longestDelay(lane.streamId, lane.endpoint);
    if (Number(last) <= latest) return { ...lane, retryDueAt: Number(first) };
    const params = [latest, lane.streamId, lane.endpoint];
    for (let count = SLICE; count === SLICE; ) count = (await db.query(CAP, params)).length;
    const [due] = await db.query(FIRST_DUE, [lane.streamId, lane.endpoint]);
    // Nothing is left if another process has taken it.
    return { ...lane, retryDueAt: Number(due?.[0] ?? latest) };
  }

  return {
    freeOthers: async () => void (await db.query(FREE_OTHERS, [clock.steady(), ...ours()])),
    read: async (streamIds) => toWork(await db.batch(workOf(streamIds)), sendsTo),
    async readWithLeases(streamIds) {
      const [leased, ...rows] = await db.batch([
        { sql: LEASED, params: ours() },
        ...workOf(streamIds),
      ]);
      return { ...toWork(rows, sendsTo), leased: Number(leased?.[0]?.[0]) };
    },
    correct(lanes) {
      const now = clock.steady();
      return Promise.all(lanes.map((row) => correct(row, now)));
    },
    leave: async () => void (await db.query(RELEASE, [clock.steady(), ...ours()])),
  };
}
