/** Discards deliveries that waited longer than events are kept, and deletes finished ones. */
import type { Row, Value } from '../../db/client.ts';
import type { Clock } from '../../shared/clock.ts';
import { firstIdAt } from '../../shared/ids.ts';
import type { Log } from '../../shared/log.ts';

export interface Slice {
  /** The most rows that one statement changes. */
  readonly slice: number;
  /** Called with the rows that each statement returns. */
  readonly took?: ((rows: readonly Row[]) => void) | undefined;
}

/** Repeats a statement until it changes fewer rows than a slice has. Returns the number of rows. */
export type RepeatSlice = (
  sql: string,
  params: Value[],
  options?: Partial<Slice>,
) => Promise<number>;

export const SLICE = 500;

const older = (state: string) => `select id from deliveries
  where stream_id in (select id from streams) and state = '${state}' and id < ? limit ${SLICE}`;
const EXPIRE = `update deliveries set state = 'discarded', next_attempt_at = null,
  last_error = 'retention: the event is no longer kept', updated_at = ?
  where $oldest and id in (${older('waiting')}) returning stream_id, endpoint`;
const deleteOlder = (state: string) =>
  `delete from deliveries where $oldest and id in (${older(state)}) returning id`;
/** Those of a clock that was ahead go with their events, because their ids stay in the future. */
const deleteFuture = (state: string) => `delete from deliveries where $oldest and id in (
  select d.id from deliveries d where d.stream_id in (select id from streams) and d.state = '${state}' and d.id > ?
    and not exists (select 1 from events where stream_id = d.stream_id and sequence = d.sequence)
  limit ${SLICE}) returning id`;

const HOUR_MS = 3_600_000;
/** How many hours longer than events a discarded delivery is kept, unless `deliveryHours` is less. */
const SHOWN_HOURS = 24;

export interface DeliveryPruneDeps {
  readonly log: Log;
  readonly clock: Pick<Clock, 'now'>;
  readonly repeat: RepeatSlice;
  readonly eventHours: number;
  readonly deliveryHours: number;
  readonly nameOf: (streamId: string) => string | null;
  /** Called when `count` waiting deliveries of a stream's endpoint were discarded. */
  readonly discarded: (streamId: string, endpoint: string, count: number) => void;
}

/** Returns a function that prunes what is due when ages count to `now`, and returns the number of deleted rows. */
export function createDeliveryPrune(deps: DeliveryPruneDeps): (now: number) => Promise<number> {
  const { repeat, clock, eventHours, deliveryHours } = deps;
  /** What is discarded here can be found for a while, although it is as old as its event. */
  const shownHours = Math.max(deliveryHours, eventHours + Math.min(SHOWN_HOURS, deliveryHours));
  return async (now) => {
    const idAt = (hours: number) => firstIdAt(now - hours * HOUR_MS);
    const counts = new EndpointCounts();
    const took = (rows: readonly Row[]) => counts.add(rows);
    await repeat(EXPIRE, [clock.now(), idAt(eventHours)], { took }).finally(() =>
      counts.report(deps),
    );
    const future = firstIdAt(clock.now() + HOUR_MS);
    let count = 0;
    for (const state of ['delivered', 'discarded'])
      count += await repeat(deleteFuture(state), [future]);
    count += await repeat(deleteOlder('delivered'), [idAt(deliveryHours)]);
    return count + (await repeat(deleteOlder('discarded'), [idAt(shownHours)]));
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
  report({ log, nameOf, discarded }: DeliveryPruneDeps): void {
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
