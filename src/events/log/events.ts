/** Reading the event log in sequence order, with no more than one bounded piece in memory. */
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import type { Orm } from '../../db/client.ts';
import { events, streams } from '../../db/schema/engine.ts';
import type { EventType } from '../contract/event-names.ts';

export interface LoggedEvent {
  readonly sequence: number;
  /** An event type; rows may be of a newer version. */
  readonly type: string;
  /** As stored: without media bytes. */
  readonly body: string;
  readonly mediaId: string | null;
}

export interface EventLog {
  /** The sequence of a stream's last event, whether it is still stored or not; 0 when it never had one. */
  last(streamId: string): Promise<number>;
  /** What a stream's log holds after a sequence, of one type or of all; ends where the log ended at the start. */
  after(
    streamId: string,
    sequence: number,
    type?: EventType | undefined,
  ): AsyncGenerator<LoggedEvent, void>;
}

/** Read at once: most readers stop early, and there may be many of them. */
const ROWS_PER_READ = 100;
/** Of bodies, as long as more than one is read. */
const BYTES_PER_READ = 256 * 1024;
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
  /** The first one stored: what retention removed must not be searched window by window. */
  const firstAfter = async (streamId: string, sequence: number): Promise<number | null> => {
    const [row] = await orm
      .select({ sequence: events.sequence })
      .from(events)
      .where(and(eq(events.streamId, streamId), gt(events.sequence, sequence)))
      .orderBy(asc(events.sequence))
      .limit(1);
    return row?.sequence ?? null;
  };
  const { endOfRead, read } = createReads(orm);

  return {
    last: lastOf,
    async *after(streamId, sequence, type) {
      const last = await lastOf(streamId);
      const first = await firstAfter(streamId, sequence);
      let from = first === null ? last : first - 1;
      while (from < last) {
        const to = Math.min(last, type === undefined ? last : from + SEQUENCES_PER_SEARCH);
        const end = await endOfRead(streamId, from, to, type);
        if (end !== null) yield* await read(streamId, from, end, type);
        from = end ?? to;
      }
    },
  };
}

/** The reads of one piece: where it ends, asked without reading a body, and its events. */
function createReads(orm: Orm) {
  const between = (streamId: string, from: number, to: number, type: EventType | undefined) =>
    and(
      eq(events.streamId, streamId),
      gt(events.sequence, from),
      lte(events.sequence, to),
      type && eq(events.type, type),
    );
  /** The last sequence to read at once; null when there is nothing up to `to`. */
  const endOfRead = async (
    streamId: string,
    from: number,
    to: number,
    type: EventType | undefined,
  ): Promise<number | null> => {
    const sizes = await orm
      .select({ sequence: events.sequence, bytes: sql<number>`octet_length(${events.body})` })
      .from(events)
      .where(between(streamId, from, to, type))
      .orderBy(asc(events.sequence))
      .limit(ROWS_PER_READ);
    let bytes = 0;
    let end: number | null = null;
    for (const event of sizes) {
      bytes += event.bytes;
      if (bytes > BYTES_PER_READ && end !== null) break;
      end = event.sequence;
    }
    return end;
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
      .where(between(streamId, from, to, type))
      .orderBy(asc(events.sequence));
  return { endOfRead, read };
}
