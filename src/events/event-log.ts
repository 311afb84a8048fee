/**
 * Reading the event log. Owns: reading in sequence order, a bounded piece at a time.
 * Must never: write, nor hold more than one piece in memory.
 */
import { and, asc, eq, gt, lte } from 'drizzle-orm';
import type { Orm } from '../db/client.ts';
import { events, streams } from '../db/schema/engine.ts';
import type { EventType } from './event-types.ts';

export interface LoggedEvent {
  readonly sequence: number;
  /** An event type; rows may be of a newer version. */
  readonly type: string;
  /** As stored: without media bytes. */
  readonly body: string;
  readonly mediaId: string | null;
}

export interface EventLog {
  /** The sequence of a stream's last event, whether it is still kept or not; 0 when it never had one. */
  last(streamId: string): Promise<number>;
  /** What a stream's log holds after a sequence, of one type or of all; ends where the log ended at the start. */
  after(
    streamId: string,
    sequence: number,
    type?: EventType | undefined,
  ): AsyncGenerator<LoggedEvent, void>;
}

/** Rows read at once: bodies can be large, and most readers stop early. */
const ROWS_PER_READ = 100;
/** Sequences looked through at once for one type: types have no index, and a read must stay short. */
const SEQUENCES_PER_SEARCH = 5_000;

export function createEventLog(orm: Orm): EventLog {
  const lastOf = async (streamId: string): Promise<number> => {
    const [row] = await orm
      .select({ last: streams.lastSequence })
      .from(streams)
      .where(eq(streams.id, streamId));
    return row?.last ?? 0;
  };
  /** The first one kept: what retention removed must not be searched window by window. */
  const firstAfter = async (streamId: string, sequence: number): Promise<number | null> => {
    const [row] = await orm
      .select({ sequence: events.sequence })
      .from(events)
      .where(and(eq(events.streamId, streamId), gt(events.sequence, sequence)))
      .orderBy(asc(events.sequence))
      .limit(1);
    return row?.sequence ?? null;
  };
  const read = (streamId: string, from: number, to: number, type: EventType | undefined) =>
    orm
      .select({
        sequence: events.sequence,
        type: events.type,
        body: events.body,
        mediaId: events.mediaId,
      })
      .from(events)
      .where(
        and(
          eq(events.streamId, streamId),
          gt(events.sequence, from),
          lte(events.sequence, to),
          type && eq(events.type, type),
        ),
      )
      .orderBy(asc(events.sequence))
      .limit(ROWS_PER_READ);

  return {
    last: lastOf,
    async *after(streamId, sequence, type) {
      const last = await lastOf(streamId);
      const first = await firstAfter(streamId, sequence);
      let from = first === null ? last : first - 1;
      while (from < last) {
        const to = Math.min(last, type === undefined ? last : from + SEQUENCES_PER_SEARCH);
        const rows = await read(streamId, from, to, type);
        yield* rows;
        from = rows.length < ROWS_PER_READ ? to : (rows.at(-1)?.sequence ?? to);
      }
    },
  };
}
