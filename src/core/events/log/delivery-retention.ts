/** Discards deliveries that waited longer than events are kept, and deletes finished ones. */
import type { Database, Row, Statement, Value } from '../../db/client.ts';
import { type Clock, sleep, yieldToEventLoop } from '../../shared/clock.ts';
import { firstIdAt } from '../../shared/ids.ts';
import type { Log } from '../../shared/log.ts';
import { countDiscarded } from './replays.ts';

/**
 * How many streams a statement asks of. Deliveries are found by their stream, and of all streams a statement would take
 * longer the more there are, also to find nothing.
 */
const STREAMS_AT_ONCE = 500;
const NEXT_STREAMS = `select id from streams where id > ?1 order by id limit ${STREAMS_AT_ONCE}`;

const STREAMS = 'stream_id in (select id from streams where id > ?1 and id <= ?2)';
const older = (state: string) => `select id from deliveries
  where ${STREAMS} and state = '${state}' and id < ?3 limit $slice`;
const EXPIRE = `update deliveries set state = 'discarded', next_attempt_at = null,
  last_error = 'retention: the event is no longer kept', updated_at = ?4
  where $oldest and id in (${older('waiting')}) returning stream_id, endpoint`;
const COUNT_EXPIRED = countDiscarded('+', `id in (${older('waiting')})`, `$oldest and ${STREAMS}`);
const deleteOlder = (state: string) =>
  `delete from deliveries where $oldest and id in (${older(state)}) returning id`;
/** Those of a clock that was ahead go with their events, because their ids stay in the future. */
const deleteFuture = (state: string) => `delete from deliveries where $oldest and id in (
  select d.id from deliveries d where d.${STREAMS} and d.state = '${state}' and d.id > ?3
    and not exists (select 1 from events where stream_id = d.stream_id and sequence = d.sequence)
  limit $slice) returning id`;

const isAny = (state: string, condition: string) => `exists (select 1 from deliveries
    where stream_id in (select id from next) and state = '${state}' and ${condition})`;
/** The next streams, how many they are, and whether any delivery of them is to be pruned: mostly none is. */
const DUE = `with next as materialized (${NEXT_STREAMS})
  select (select max(id) from next), (select count(*) from next),
    ${isAny('waiting', 'id < ?2')} or ${isAny('delivered', 'id < ?3')}
    or ${isAny('discarded', 'id < ?4')} or ${isAny('delivered', 'id > ?5')}
    or ${isAny('discarded', 'id > ?5')}`;

const HOUR_MS = 3_600_000;
/** How many hours longer than events a discarded delivery is kept, unless `deliveryHours` is less. */
const SHOWN_HOURS = 24;

export interface DeliveryPruneDeps {
  readonly log: Log;
  readonly clock: Pick<Clock, 'now'>;
  readonly db: Pick<Database, 'query'>;
  readonly repeat: RepeatSlice;
  readonly isOver: () => boolean;
  readonly eventHours: number;
  readonly deliveryHours: number;
  readonly nameOf: (streamId: string) => string | null;
  /** Called when `count` waiting deliveries of a stream's endpoint were discarded. */
  readonly onDiscard: (streamId: string, endpoint: string, count: number) => void;
}

type Limits = Readonly<Record<'waiting' | 'delivered' | 'discarded' | 'future', string>>;

/** Returns a function that prunes what is due when ages count to `now`, and returns the number of deleted rows. */
export function createDeliveryPrune(deps: DeliveryPruneDeps): (now: number) => Promise<number> {
  const { db, repeat, clock, eventHours, deliveryHours, isOver } = deps;
  /** Deliveries that are discarded here can be read for a while, although they are as old as their events. */
  const shownHours = Math.max(deliveryHours, eventHours + Math.min(SHOWN_HOURS, deliveryHours));

  /** Returns the first id of each kind that is kept, and the first that a clock that was ahead has made. */
  function limitsAt(now: number): Limits {
    const idAt = (hours: number) => firstIdAt(now - hours * HOUR_MS);
    return {
      waiting: idAt(eventHours),
      delivered: idAt(deliveryHours),
      discarded: idAt(shownHours),
      future: firstIdAt(clock.now() + HOUR_MS),
    };
  }

  /** Prunes the streams after `from`, up to and including `to`. */
  async function pruneStreams(
    limits: Limits,
    [from, to]: [string, string],
    counts: EndpointCounts,
  ) {
    const onRows = (rows: readonly Row[]) => counts.add(rows);
    const of = (sql: string, id: string) => repeat(sql, [from, to, id]);
    const expired = [from, to, limits.waiting];
    const before = { sql: COUNT_EXPIRED, params: expired };
    await repeat(EXPIRE, [...expired, clock.now()], { before, onRows });
    let count = 0;
    for (const state of ['delivered', 'discarded'] as const)
      count += await of(deleteFuture(state), limits.future);
    for (const state of ['delivered', 'discarded'] as const)
      count += await of(deleteOlder(state), limits[state]);
    return count;
  }

  return async (now) => {
    const counts = new EndpointCounts();
    const limits = limitsAt(now);
    let count = 0;
    try {
      const { waiting, delivered, discarded, future } = limits;
      for (let from = ''; !isOver(); ) {
        const [row] = await db.query(DUE, [from, waiting, delivered, discarded, future]);
        const [to, streams, isDue] = row ?? [];
        if (typeof to !== 'string') break;
        if (isDue === 1) count += await pruneStreams(limits, [from, to], counts);
        if (Number(streams) < STREAMS_AT_ONCE) break;
        from = to;
      }
    } finally {
      counts.report(deps);
    }
    return count;
  };
}

/** Counts what one pass has discarded, by endpoint. */
class EndpointCounts {
  readonly #counts = new Map<string, Map<string, number>>();

  add(rows: readonly Row[]): void {
    for (const [streamId, endpoint] of rows) {
      const own = this.#counts.get(String(streamId)) ?? new Map<string, number>();
      this.#counts.set(String(streamId), own);
      own.set(String(endpoint), (own.get(String(endpoint)) ?? 0) + 1);
    }
  }

  /** Reports each endpoint's count, and logs one line with the endpoint that lost most. */
  report({ log, nameOf, onDiscard: discarded }: DeliveryPruneDeps): void {
    const all = [...this.#counts].flatMap(([streamId, own]) =>
      [...own].map(([endpoint, count]) => ({ streamId, endpoint, count })),
    );
    const [first] = all.sort((one, other) => other.count - one.count);
    if (first === undefined) return;
    for (const { streamId, endpoint, count } of all) discarded(streamId, endpoint, count);
    log.error('deliveries waited longer than events are kept and were discarded', {
      count: all.reduce((sum, { count }) => sum + count, 0),
      endpoints: all.length,
      instanceName: nameOf(first.streamId),
      endpoint: first.endpoint,
      reason: 'the receiver did not take them within EVENT_RETENTION_HOURS',
    });
  }
}

// Changes many rows in slices that leave the database to other work in between.

interface Slice {
  /** The most rows that one statement changes. */
  readonly slice: number;
  /** Run before each statement, in its transaction. */
  readonly before?: Statement | undefined;
  /** Called with the rows that each statement returns. */
  readonly onRows?: ((rows: readonly Row[]) => void) | undefined;
}

/**
 * Repeats a statement until it changes fewer rows than a slice has. It says `$slice` where its limit belongs, and
 * `$oldest` where the condition does under which this process prunes. Returns the number of rows.
 */
export type RepeatSlice = (
  sql: string,
  params: readonly Value[],
  options?: Partial<Slice>,
) => Promise<number>;

export const SLICE = 500;
const LEAST_SLICE = 100;
/** A slice that took longer is halved, so that nothing else waits longer for it. */
const SLOW_MS = 8;
/** A slice that took less is doubled. */
const QUICK_MS = 3;
/** After each slice, other work has the database for so many times as long as the slice took. */
const PAUSES_PER_SLICE = 3;

/**
 * Pauses after each slice: of events that come and expire at the same rate, the deletions would otherwise take every
 * second turn of the event loop, and publishing would fall behind. Nothing more is changed once `signal` has aborted.
 */
export const createSlices =
  (
    db: Pick<Database, 'batch' | 'query'>,
    clock: Clock,
    { oldest, signal }: { readonly oldest: string; readonly signal: AbortSignal },
  ): RepeatSlice =>
  async (sql, params, { slice: most = SLICE, before, onRows } = {}) => {
    let [total, slice] = [0, most];
    while (!signal.aborted) {
      const from = clock.steady();
      const filled = (text: string) =>
        text.replace('$oldest', oldest).replace('$slice', String(slice));
      const rows = await runAfter(db, before, { sql, params }, filled);
      onRows?.(rows);
      total += rows.length;
      if (rows.length < slice) break;
      const tookMs = clock.steady() - from;
      if (tookMs > SLOW_MS) slice = Math.max(Math.min(LEAST_SLICE, most), slice >> 1);
      else if (tookMs < QUICK_MS) slice = Math.min(most, slice * 2);
      await (tookMs > 0 ? sleep(clock, tookMs * PAUSES_PER_SLICE, signal) : yieldToEventLoop());
    }
    return total;
  };

/** Returns the rows of a statement that is run after another one in its transaction, or alone. */
async function runAfter(
  db: Pick<Database, 'batch' | 'query'>,
  before: Statement | undefined,
  { sql, params }: Statement,
  filled: (sql: string) => string,
): Promise<readonly Row[]> {
  const last = { sql: filled(sql), params };
  if (before === undefined) return db.query(last.sql, last.params);
  const [, rows = []] = await db.batch([{ ...before, sql: filled(before.sql) }, last]);
  return rows;
}
