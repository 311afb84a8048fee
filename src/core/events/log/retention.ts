/** Deletes expired events, deliveries and media in slices that do not delay other writes, and wipes codes. */
import { DATABASE_NOW, type Database } from '../../db/client.ts';
import { hasEndedNodes, isOwnerGone, oldestNodeIs, PRUNE_NODES } from '../../db/conditions.ts';
import type { Cancel, Clock } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import { firstIdAt } from '../../shared/ids.ts';
import type { EventArchive } from '../contract/archive.ts';
import { createEventPrune } from './archiving.ts';
import {
  createDeliveryPrune,
  createSlices,
  type DeliveryPruneDeps,
  type RepeatSlice,
  SLICE,
} from './delivery-retention.ts';
import { createRetentionTime, redateFutureEvents } from './retention-time.ts';

const MEDIA_SLICE = 20;
const HOUR_MS = 3_600_000;
const EVERY_MS = 60_000;

/** Rows are in the order in which they came, so only the first ones are examined. */
const PRUNE_EVENTS = `delete from events where $oldest and rowid in (
  select rowid from (select rowid, created_at from events order by rowid limit $slice)
  where created_at < ?) returning sequence`;
const PRUNE_MEDIA = `delete from media where $oldest and id in (
  select id from media where id < ? limit $slice) returning id`;
/** A process that comes back within a day can find here whether its last commit took place. */
const PRUNE_PROCESSES = 'delete from processes where $oldest and seen_at < ? returning id';
/** No living node is so far behind. */
const PRUNE_CHANGES = `delete from changes where $oldest and seq in (
  select seq from changes where at < ${DATABASE_NOW} - ? order by seq limit $slice) returning seq`;
/**
 * Deletes the streams of deleted instances once nothing of them is stored, because each is looked up at every pass and
 * start, and every node counts them all.
 */
const PRUNE_STREAMS = `delete from streams where $oldest and id in (select s.id from streams s
  where ${isOwnerGone('s.id')}
    and not exists (select 1 from events where stream_id = s.id)
    and not exists (select 1 from deliveries where stream_id = s.id
      and state in ('waiting', 'sending', 'delivered', 'discarded'))
  limit $slice) returning id`;
const PRUNE_REPLAYS = `delete from replays where $oldest and id in (
  select id from replays where is_open = 0 and finished_at < ? limit $slice) returning id`;
/** No node owns the stream of an instance that was deleted. */
const END_REPLAYS = `update replays set state = 'cancelled', is_open = 0, finished_at = ?, updated_at = ?,
  reason = coalesce(reason, 'the instance or the account was deleted')
  where $oldest and is_open = 1 and ${isOwnerGone('stream_id')} returning id`;
const DEAD_MS = 600_000;
const DAY_MS = 24 * HOUR_MS;
/** Codes that expire within one step are wiped by one statement, so that many pairings cost few writes. */
const WIPE_STEP_MS = 1_000;
const WIPE = `update events set secret_until = null,
  body = json_replace(body, '$.data.code', '', '$.data.qrcode', '',
    '$.data.openUrl', '', '$.data.ceremonyUrl', '')`;
const WIPE_EXPIRED = `${WIPE} where secret_until <= ?`;
const WIPE_LEFT = `${WIPE_EXPIRED} and $oldest`;
const WIPE_STREAM = `${WIPE} where secret_until is not null and stream_id = ?`;

interface RetentionDeps extends Omit<DeliveryPruneDeps, 'repeat' | 'isOver'> {
  readonly db: Pick<Database, 'batch' | 'query'>;
  readonly clock: Clock;
  /** The id of this node, or null without a cluster. Only the oldest node prunes. */
  readonly node?: string | null;
  /** If set, events are archived before they are deleted, those of whole hours at a time. */
  readonly archive?: EventArchive | null;
}

interface Retention {
  /** Prunes everything that is due now. Returns the number of deleted rows. */
  prune(): Promise<number>;
  /** Wipes a stream's codes, whatever their age. */
  wipeStream(streamId: string): Promise<void>;
  /** Wipes expired codes. It runs at the start, and again when a stored code expires. */
  wipeExpired(): Promise<void>;
  /** Must be called with every stored code, so that it is wiped in time unless its stream is wiped before. */
  secretStored(streamId: string, until: number): void;
  start(): void;
  stop(): void;
}

export function createRetention(deps: RetentionDeps): Retention {
  const { db, clock, log, node = null } = deps;
  const timers = new Set<Cancel>();
  /** The streams whose codes expire at each time, in ms of the steady clock. */
  const wipesAt = new Map<number, Set<string>>();
  const stopping = new AbortController();

  function schedule(ms: number, run: () => Promise<unknown>): void {
    if (stopping.signal.aborted) return;
    const cancel = clock.after(ms, () => {
      timers.delete(cancel);
      run().catch((error) => log.warn('pruning failed', { error: messageOf(error) }));
    });
    timers.add(cancel);
  }

  const oldest = oldestNodeIs(node);
  const repeat = createSlices(db, clock, { oldest, signal: stopping.signal });

  const prune = createPrune(deps, { oldest, repeat, isOver: () => stopping.signal.aborted });

  const retention: Retention = {
    prune,
    async wipeStream(streamId) {
      // A code that is stored from now on needs its timer, whether this statement wipes it or not.
      const wiped = [...wipesAt.values()].filter((streams) => streams.delete(streamId));
      try {
        await db.query(WIPE_STREAM, [streamId]);
      } catch (error) {
        for (const streams of wiped) streams.add(streamId);
        throw error;
      }
    },
    wipeExpired: async () => void (await db.query(WIPE_EXPIRED, [clock.steady()])),
    secretStored(streamId, until) {
      const at = Math.ceil(until / WIPE_STEP_MS) * WIPE_STEP_MS;
      const known = wipesAt.get(at);
      if (known !== undefined) return void known.add(streamId);
      const streams = new Set([streamId]);
      wipesAt.set(at, streams);
      schedule(Math.max(0, at - clock.steady()), async () => {
        wipesAt.delete(at);
        if (streams.size > 0) await retention.wipeExpired();
      });
    },
    start() {
      schedule(EVERY_MS, () => retention.prune().finally(retention.start));
    },
    stop() {
      stopping.abort();
      for (const cancel of timers) cancel();
      timers.clear();
    },
  };
  return retention;
}

interface PruneTools {
  /** The SQL condition under which this process is the one that prunes. */
  readonly oldest: string;
  readonly repeat: RepeatSlice;
  readonly isOver: () => boolean;
}

/** `now` is the time to which ages are counted. */
const timesOf = (
  { clock, eventHours, deliveryHours }: RetentionDeps,
  now: number,
): RetentionTimes => ({
  events: now - eventHours * HOUR_MS,
  future: clock.now() + HOUR_MS,
  firstMedia: firstIdAt(now - eventHours * HOUR_MS),
  replays: now - deliveryHours * HOUR_MS,
  processes: now - DAY_MS,
  changesMs: DAY_MS,
  nodesMs: DEAD_MS,
  codes: clock.steady(),
});

/** Returns a function that prunes everything that is due, and returns the number of deleted rows. */
function createPrune(deps: RetentionDeps, tools: PruneTools): () => Promise<number> {
  const { db, clock, eventHours, deliveryHours, node = null } = deps;
  const { oldest, repeat } = tools;
  const keptMs = Math.max(eventHours * HOUR_MS + DAY_MS, deliveryHours * HOUR_MS);
  const time = createRetentionTime(db, clock, keptMs, 'retention_lag');
  const pruneDeliveries = createDeliveryPrune({ ...deps, repeat, isOver: tools.isOver });
  const prune = (until: number) => repeat(PRUNE_EVENTS, [until]);
  const pruneEvents = createEventPrune({ ...deps, ...tools, prune });
  let streamsPrunedAt = Number.NEGATIVE_INFINITY;

  const areStreamsDue = () => clock.steady() - streamsPrunedAt >= HOUR_MS;

  /** Each living stream is examined, so it is done once an hour. */
  async function pruneStreams(): Promise<void> {
    if (!areStreamsDue()) return;
    streamsPrunedAt = clock.steady();
    await repeat(PRUNE_STREAMS, []);
  }

  /** Prunes what exists only in a cluster: rows of dead nodes, and codes whose timers they had. */
  async function pruneNodes(): Promise<void> {
    await repeat(PRUNE_NODES, [DEAD_MS]);
    await db.query(WIPE_LEFT.replace('$oldest', oldest), [clock.steady()]);
  }

  return async () => {
    const now = await time();
    if (tools.isOver()) return 0;
    const { isOurs, isDue } = await findRetentionWork(db, oldest, timesOf(deps, now));
    if (!isOurs) return 0;
    if (!isDue && !areStreamsDue()) return pruneDeliveries(now);
    const oldestEvent = now - eventHours * HOUR_MS;
    await redateFutureEvents(db, tools.oldest, clock.now(), tools.isOver);
    const deliveries = await pruneDeliveries(now);
    const events = await pruneEvents(oldestEvent);
    const media = await repeat(PRUNE_MEDIA, [firstIdAt(oldestEvent)], { slice: MEDIA_SLICE });
    await repeat(PRUNE_REPLAYS, [now - deliveryHours * HOUR_MS]);
    await repeat(END_REPLAYS, [clock.now(), clock.now()]);
    await repeat(PRUNE_PROCESSES, [now - DAY_MS]);
    await repeat(PRUNE_CHANGES, [DAY_MS]);
    await pruneStreams();
    if (node !== null) await pruneNodes();
    return deliveries + events + media;
  };
}

// Finds in one query whether anything of the log is to be pruned, since mostly nothing is.

interface RetentionTimes {
  /** Events before it are deleted; all times are in ms since 1970. */
  readonly events: number;
  /** Events after it have a date of the future, and get another. */
  readonly future: number;
  /** Files of media whose ids come before this one are deleted. */
  readonly firstMedia: string;
  readonly replays: number;
  readonly processes: number;
  /** The age of changes that are deleted, and of the ends of leases whose nodes are, in ms of the database's clock. */
  readonly changesMs: number;
  readonly nodesMs: number;
  /** Codes that expire up to it are wiped, in ms of the steady clock. */
  readonly codes: number;
}

interface RetentionWork {
  /** Whether this process is the one that prunes. */
  readonly isOurs: boolean;
  /** Whether anything but deliveries is to be pruned. */
  readonly isDue: boolean;
}

/** As many events are looked at as one slice of pruning visits; changes are in the order of their times. */
const DUE = `exists (select 1 from (select created_at from events order by rowid limit ${SLICE})
    where created_at < ?1 or created_at > ?2)
  or exists (select 1 from media where id < ?3)
  or exists (select 1 from replays where is_open = 0 and finished_at < ?4)
  or exists (select 1 from replays where is_open = 1 and ${isOwnerGone('stream_id')})
  or exists (select 1 from processes where seen_at < ?5)
  or exists (select 1 from (select at from changes order by seq limit 1) where at < ${DATABASE_NOW} - ?6)
  or ${hasEndedNodes('?7')}
  or exists (select 1 from events where secret_until <= ?8)`;

/** `oldest` is the SQL condition under which this process is the one that prunes. */
async function findRetentionWork(
  db: Pick<Database, 'query'>,
  oldest: string,
  times: RetentionTimes,
): Promise<RetentionWork> {
  const { events, future, firstMedia, replays, processes, changesMs, nodesMs, codes } = times;
  const params = [events, future, firstMedia, replays, processes, changesMs, nodesMs, codes];
  const [row] = await db.query(`select ${oldest}, ${DUE}`, params);
  return { isOurs: row?.[0] === 1, isDue: row?.[1] === 1 };
}
