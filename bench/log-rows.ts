/** Rows of the event log that are written by SQL, so that a benchmark can begin with a long log. */
import { Database } from 'bun:sqlite';
import { openDatabase } from '../src/core/db/open.ts';
import { message } from './engine.ts';

export interface LogRows {
  readonly streamId: string;
  readonly count: number;
  /** The state of each event's delivery to the stream's webhook; null for events without deliveries. */
  readonly state: 'delivered' | 'waiting' | null;
  readonly target?: string;
  /** The JSON text of each event's `data`; default: that of a message of 1 KB. */
  readonly data?: string;
  /** When the last event was published; the others are spread evenly over `spanMs` before. */
  readonly until?: number;
  readonly spanMs?: number;
}

const SLICE = 50_000;
/** The result that the product writes for a successful attempt. */
const ATTEMPT = '{"number":1,"startedAt":1764000000000,"durationMs":1,"status":200,"error":null}';

/** An id of the time in the column `at`, like those of the product. */
const idOf = (group: string): string =>
  `printf('%08x-%04x-7000-${group}-%012x', at >> 16, at & 65535, i)`;

/** Fills a new database file, or one that no process has open. */
export async function fillLog(path: string, rows: LogRows): Promise<void> {
  const { streamId, count, state, target = '', data = JSON.stringify(message(0).data) } = rows;
  const { until = Date.now(), spanMs = 0 } = rows;
  await (await openDatabase({ url: `file:${path}` })).close();
  const db = new Database(path);
  db.run('pragma synchronous = off');
  db.run('insert into streams (id, last_sequence) values (?, ?)', [streamId, count]);
  // A stream without an account or an instance is one that was deleted, and nothing is replayed from it.
  db.run(
    `insert into accounts (id, name, locale, status, created_at, updated_at)
      values (?, 'bench', 'en', 'active', 1, 1)`,
    [streamId],
  );
  const numbers = `with recursive n (i) as (select ?1 union all select i + 1 from n where i < ?2),
    dated (i, at) as (select i, ${until - spanMs} + i * ${spanMs} / ${count} from n)`;
  const head = `'{"id":"' || ${idOf('8000')} || '","event":"Message","sequence":' || i || ',"timestamp":"' ||
    strftime('%Y-%m-%dT%H:%M:%fZ', at / 1000.0, 'unixepoch') || '","data":'`;
  const event =
    db.query(`${numbers} insert into events (stream_id, sequence, id, type, chat, body, created_at)
    select ?3, i, ${idOf('8000')}, 'Message', 'chat' || (i % 500), ${head} || ?4 || '}', at from dated`);
  const delivery =
    db.query(`${numbers} insert into deliveries (id, stream_id, sequence, endpoint, event_id, type,
      target, state, attempt_count, next_attempt_at, last_status, last_attempt, created_at, updated_at)
    select ${idOf('9000')}, ?3, i, 'webhook', ${idOf('8000')}, 'Message', ?4, ?5,
      iif(?5 = 'waiting', i % 2, 1), iif(?5 = 'waiting', at, null),
      iif(?5 = 'waiting', null, 200), iif(?5 = 'waiting', null, '${ATTEMPT}'), at, at from dated`);
  for (let from = 1; from <= count; from += SLICE) {
    const to = Math.min(from + SLICE - 1, count);
    event.run(from, to, streamId, data);
    if (state !== null) delivery.run(from, to, streamId, target, state);
  }
  for (const statement of [event, delivery]) statement.finalize();
  db.run('pragma wal_checkpoint(truncate)');
  db.close();
}
