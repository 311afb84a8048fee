/** A dump of Evolution API's tables in a file: JSON lines, or an SQLite database with the same tables. */
import type { Executor } from '../../core/db/client.ts';
import { openReader } from '../../core/db/reader.ts';
import { StartRefused } from '../../core/process/refusal.ts';
import { fileUrl } from '../../core/shared/database-url.ts';
import { messageOf } from '../../core/shared/errors.ts';
import { openRegular, readFrom, readRegular } from '../../core/shared/own-files.ts';
import {
  LEFT_TABLES,
  MESSAGES_AT_ONCE,
  MESSAGES_MAX,
  noInstances,
  ROWS_MAX,
  requireFewRows,
  SOURCE_TABLES,
  type Source,
  type SourceRow,
} from './source.ts';

const SQLITE = 'SQLite format 3\0';
/** A text of JSON lines is read whole. */
const TEXT_BYTES_MAX = 256 * 1024 * 1024;

/** Throws StartRefused when the file cannot be read, or holds something else. */
export async function openDump(path: string): Promise<Source> {
  try {
    if ((await beginningOf(path)) === SQLITE) return await openSqliteDump(path);
    const bytes = await readRegular(path, TEXT_BYTES_MAX);
    return readLines(path, new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    throw new StartRefused(`${path} cannot be read: ${messageOf(error)}`, undefined, error);
  }
}

async function beginningOf(path: string): Promise<string> {
  const file = await openRegular(path);
  try {
    const bytes = await readFrom(file, new Uint8Array(SQLITE.length));
    return Buffer.from(bytes).toString('latin1');
  } finally {
    await file.close();
  }
}

/** One row a line: `{"table":"Instance","row":{"id":…}}`. */
function readLines(path: string, text: string): Source {
  const rows = new Map<string, SourceRow[]>(SOURCE_TABLES.map((table) => [table, []]));
  const counts = new Map<string, number>();
  const messages = new Map<unknown, MessageLine[]>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const { table, row } = readLine(line, `line ${index + 1} of ${path}`);
    rows.get(table)?.push(row);
    if (table === 'Message') keep(messages, row, line);
    counts.set(table, (counts.get(table) ?? 0) + 1);
  }
  if (!counts.has('Instance')) throw noInstances(path);
  return {
    rows: async (table, where) => {
      const all = rows.get(table) ?? [];
      return requireFewRows(
        table,
        where ? all.filter((row) => row[where.column] === where.value) : all,
      );
    },
    count: async (table) => counts.get(table) ?? 0,
    countMessages: async (instanceId) => messages.get(instanceId)?.length ?? 0,
    async *messages(instanceId) {
      const all = messages.get(instanceId) ?? [];
      const newest = all.toSorted((one, other) => one.at - other.at).slice(-MESSAGES_MAX);
      for (const page of pagesOf(newest)) yield page.map(({ line }) => readLine(line, path).row);
    },
    close: async () => {},
  };
}

/** A row of Message as its text: parsed, all of them would take several times the room. */
interface MessageLine {
  readonly at: number;
  readonly line: string;
}

function keep(messages: Map<unknown, MessageLine[]>, row: SourceRow, line: string): void {
  const own = messages.get(row.instanceId) ?? [];
  messages.set(row.instanceId, own);
  own.push({ at: Number(row.messageTimestamp) || 0, line });
}

function* pagesOf<T>(all: readonly T[]): Iterable<readonly T[]> {
  for (let from = 0; from < all.length; from += MESSAGES_AT_ONCE)
    yield all.slice(from, from + MESSAGES_AT_ONCE);
}

function readLine(line: string, where: string): { table: string; row: SourceRow } {
  try {
    const { table, row } = JSON.parse(line);
    if (typeof table === 'string' && typeof row === 'object' && row !== null) return { table, row };
  } catch {
    // Neither is no JSON.
  }
  throw new StartRefused(`${where} is no JSON object with the fields table and row`);
}

const TABLES: readonly string[] = [...SOURCE_TABLES, ...LEFT_TABLES, 'Message'];

/** Selects ordinary tables: a view or a calculated column of a hostile dump could produce rows without an end. */
const TABLES_THERE = `select name, type = 'table' and rootpage > 0 and not exists (
    select 1 from pragma_table_xinfo(sqlite_schema.name) where hidden <> 0)
  from sqlite_schema where type in ('table', 'view') and name in (select value from json_each(?))`;

/** Those tables of a source that are there. Rejects with an Error for one that is no plain table. */
async function plainTables(reader: Pick<Executor, 'query'>): Promise<string[]> {
  const found = await reader.query(TABLES_THERE, [JSON.stringify(TABLES)]);
  const other = found.find(([, isPlain]) => isPlain !== 1);
  if (other !== undefined) throw new Error(`its ${other[0]} is no plain table`);
  return found.map(([name]) => String(name));
}

async function openSqliteDump(path: string): Promise<Source> {
  const reader = openReader({ url: fileUrl(path) });
  const tables = await plainTables(reader).catch(async (error) => {
    await reader.close();
    throw error;
  });
  const columnsOf = async (table: string) => {
    const found = await reader.query('select name from pragma_table_info(?)', [table]);
    const names = found.map(([name]) => String(name));
    return { names, sql: names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ') };
  };
  if (!tables.includes('Instance')) {
    await reader.close();
    throw noInstances(path);
  }
  return {
    async rows(table, where) {
      if (!tables.includes(table)) return [];
      const { names, sql } = await columnsOf(table);
      const condition = where ? `where "${where.column}" = ?` : '';
      const found = await reader.query(
        `select ${sql} from "${table}" ${condition} order by id limit ${ROWS_MAX + 1}`,
        where ? [where.value] : [],
      );
      return requireFewRows(table, found.map(rowWith(names)));
    },
    async count(table) {
      if (!tables.includes(table)) return 0;
      const [row] = await reader.query(`select count(*) from "${table}"`, []);
      return Number(row?.[0] ?? 0);
    },
    async countMessages(instanceId) {
      if (!tables.includes('Message')) return 0;
      const counted = 'select count(*) from "Message" where "instanceId" = ?';
      const [row] = await reader.query(counted, [instanceId]);
      return Number(row?.[0] ?? 0);
    },
    async *messages(instanceId) {
      if (!tables.includes('Message')) return;
      const { names, sql } = await columnsOf('Message');
      const ids = await reader.query(NEWEST_MESSAGES, [instanceId]);
      const byIds = `select ${sql} from "Message" where id in (select value from json_each(?))
        order by "messageTimestamp", id`;
      for (const page of pagesOf(ids.toReversed()))
        yield (await reader.query(byIds, [JSON.stringify(page.flat())])).map(rowWith(names));
    },
    close: () => reader.close(),
  };
}

const NEWEST_MESSAGES = `select id from "Message" where "instanceId" = ?
  order by "messageTimestamp" desc, id desc limit ${MESSAGES_MAX}`;

const rowWith =
  (names: readonly string[]) =>
  (values: readonly unknown[]): SourceRow =>
    Object.fromEntries(names.map((name, index) => [name, values[index]]));
