/** Reads the event log in the order of sequences, with one bounded piece in memory at a time. */
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import type { Database, Orm } from '../../db/client.ts';
import { events, streams } from '../../db/schema/engine.ts';
import type { EventType } from '../contract/catalog.ts';

export interface LoggedEvent {
  readonly sequence: number;
  /** The event type; a newer version may have written other ones. */
  readonly type: string;
  /** The stored body, without media bytes. */
  readonly body: string;
  readonly mediaId: string | null;
}

export interface EventLog {
  /** Returns the sequence of a stream's last event, whether it is still stored or not, and 0 when it never had one. */
  last(streamId: string): Promise<number>;
  /** Yields the events after a sequence, of one type or of all, up to the last one at the time of the call. */
  after(
    streamId: string,
    sequence: number,
    type?: EventType | undefined,
  ): AsyncGenerator<LoggedEvent, void>;
}

/** Returns whether there is or was a stream of this id, as far as is stored. Rejects with a DatabaseError. */
export async function hasStream(orm: Orm, id: string): Promise<boolean> {
  return (await orm.select({ id: streams.id }).from(streams).where(eq(streams.id, id))).length > 0;
}

const COUNT_SINCE = `select stream_id, count(*) from events
  where rowid > ? and type in (select value from json_each(?)) group by stream_id`;

/** Counts the events of these types by stream that were stored after a row. Rejects with a DatabaseError. */
export async function countEventsSince(
  db: Pick<Database, 'query'>,
  row: number,
  types: Iterable<string>,
): Promise<ReadonlyMap<string, number>> {
  const counts = await db.query(COUNT_SINCE, [row, JSON.stringify([...types])]);
  return new Map(counts.map(([id, count]) => [String(id), Number(count)]));
}

/** How many rows are read at once. Most readers stop early, and there may be many readers. */
const ROWS_PER_READ = 100;
/** How many bytes of bodies are read at once, unless a single body is larger. */
const BYTES_PER_READ = 256 * 1024;
/** How many sequences one query examines for a type: types have no index, and a read must stay short. */
const SEQUENCES_PER_SEARCH = 5_000;

/** The events of a stream after one sequence and up to another, of one type or of all. */
interface Piece {
  readonly streamId: string;
  readonly after: number;
  readonly to: number;
  readonly type: EventType | undefined;
}

const within = ({ streamId, after, to, type }: Piece) =>
  and(
    eq(events.streamId, streamId),
    gt(events.sequence, after),
    lte(events.sequence, to),
    type && eq(events.type, type),
  );

export function createEventLog(orm: Orm): EventLog {
  const lastOf = async (streamId: string): Promise<number> => {
    const [row] = await orm
      .select({ last: streams.lastSequence })
      .from(streams)
      .where(eq(streams.id, streamId));
    return row?.last ?? 0;
  };
  /** Returns the first stored sequence, so that what retention removed is not searched piece by piece. */
  const firstAfter = async (streamId: string, sequence: number): Promise<number | null> => {
    const [row] = await orm
      .select({ sequence: events.sequence })
      .from(events)
      .where(and(eq(events.streamId, streamId), gt(events.sequence, sequence)))
      .orderBy(asc(events.sequence))
      .limit(1);
    return row?.sequence ?? null;
  };

  return {
    last: lastOf,
    async *after(streamId, sequence, type) {
      const last = await lastOf(streamId);
      const first = await firstAfter(streamId, sequence);
      let after = first === null ? last : first - 1;
      while (after < last) {
        const to = Math.min(last, type === undefined ? last : after + SEQUENCES_PER_SEARCH);
        const end = await endOfRead(orm, { streamId, after, to, type });
        if (end !== null) yield* await read(orm, { streamId, after, to: end, type });
        after = end ?? to;
      }
    },
  };
}

/** Returns the last sequence of the piece to read, without reading a body, or null when the piece is empty. */
async function endOfRead(orm: Orm, piece: Piece): Promise<number | null> {
  const sizes = await orm
    .select({ sequence: events.sequence, bytes: sql<number>`octet_length(${events.body})` })
    .from(events)
    .where(within(piece))
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
}

const read = (orm: Orm, piece: Piece): Promise<LoggedEvent[]> =>
  orm
    .select({
      sequence: events.sequence,
      type: events.type,
      body: events.body,
      mediaId: events.mediaId,
    })
    .from(events)
    .where(within(piece))
    .orderBy(asc(events.sequence));
