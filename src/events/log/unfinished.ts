/**
 * Which events of a stream a delivery still needs, read once for many questions, a bit for each sequence: no index
 * finds the deliveries of one event, and there may be a million that wait.
 */
import type { Database, Row } from '../../db/client.ts';
import { yieldToEventLoop } from '../../shared/clock.ts';

const SLICE = 2_000;

const inState = (state: string) => `select state, id, sequence from (
  select state, id, sequence from deliveries
  where stream_id = ? and state = '${state}' and id > ? order by id limit ${SLICE})`;
/** Both in one statement: a delivery that changes from one to the other is in one of them. */
const UNFINISHED = `${inState('waiting')} union all ${inState('sending')}`;

export interface Span {
  /** Sequences of the first and the last stored event. */
  readonly first: number;
  readonly last: number;
}

/** Whether a delivery that waits or is being sent needs the event of a sequence; events after the span are needed. */
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

/** The id up to which nothing was left out, null when nothing was at all: either state may have more rows. */
function readUpTo(rows: readonly Row[]): string | null {
  const ends = ['waiting', 'sending'].flatMap((state) => {
    const ids = rows.filter((row) => row[0] === state).map(([, id]) => String(id));
    return ids.length < SLICE ? [] : [ids.at(-1) ?? ''];
  });
  return ends.sort()[0] ?? null;
}
