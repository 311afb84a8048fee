/**
 * Reads once which events of a stream are needed by a delivery, as one bit for each sequence: no index finds the
 * deliveries of one event, and a million of them may wait.
 */
import type { Database, Row } from '../../db/client.ts';
import { yieldToEventLoop } from '../../shared/clock.ts';

const SLICE = 2_000;

const inState = (state: string) => `select state, id, sequence from (
  select state, id, sequence from deliveries
  where stream_id = ? and state = '${state}' and id > ? order by id limit ${SLICE})`;
/** Both states are read in one statement, so that a delivery that changes from one to the other is seen. */
const UNFINISHED = `${inState('waiting')} union all ${inState('sending')}`;

export interface Span {
  readonly first: number;
  readonly last: number;
}

/**
 * Returns a function that says whether an unfinished delivery needs the event of a sequence; events after the span
 * count as needed.
 */
export async function readUnfinished(
  db: Pick<Database, 'query'>,
  streamId: string,
  { first, last }: Span,
): Promise<(sequence: number) => boolean> {
  const bits = new Uint8Array(Math.ceil((last - first + 1) / 8));
  for (let after: string | null = ''; after !== null; ) {
    const rows = await db.query(UNFINISHED, [streamId, after, streamId, after]);
    for (const [, , sequence] of rows) {
      const place = Number(sequence) - first;
      if (place >= 0) bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
    }
    after = readUpTo(rows);
    await yieldToEventLoop();
  }
  return (sequence) => {
    const place = sequence - first;
    return sequence > last || ((bits[place >> 3] ?? 0) & (1 << (place & 7))) !== 0;
  };
}

/**
 * Returns the id up to which the read is complete, or null when nothing was left out: either state may have more rows.
 */
function readUpTo(rows: readonly Row[]): string | null {
  const ends = ['waiting', 'sending'].flatMap((state) => {
    const ids = rows.filter((row) => row[0] === state).map(([, id]) => String(id));
    return ids.length < SLICE ? [] : [ids.at(-1) ?? ''];
  });
  return ends.sort()[0] ?? null;
}

/** Returns the sequences of the first and the last stored event. */
export async function spanOf(db: Pick<Database, 'query'>, streamId: string) {
  const ends = ['min', 'max'].map(
    (end) => `(select ${end}(sequence) from events where stream_id = ?1)`,
  );
  const [row = []] = await db.query(`select ${ends.join(', ')}`, [streamId]);
  return { first: Number(row[0] ?? 0), last: Number(row[1] ?? 0) };
}
