/** A PostgreSQL database of Evolution API, read in one transaction that may change nothing. */
import { type ReservedSQL, SQL } from 'bun';
import { EXIT, StartRefused } from '../../core/process/refusal.ts';
import { messageOf } from '../../core/shared/errors.ts';
import { maskUrl } from '../../core/shared/mask-url.ts';
import {
  MESSAGES_AT_ONCE,
  MESSAGES_MAX,
  noInstances,
  ROWS_MAX,
  requireFewRows,
  type Source,
  type SourceRow,
} from './source.ts';

const MESSAGE = 'Message';

const CONNECT_SECONDS = 10;
const STATEMENT_SECONDS = 60;
/** Prisma's default for URLs that name no schema. */
const DEFAULT_SCHEMA = 'public';
/** The parameters that the driver must get. All others are Prisma's own. */
const KNOWN_PARAMETERS = ['sslmode'];

export const isPostgresUrl = (text: string): boolean => /^postgres(ql)?:\/\//i.test(text);

/**
 * `text` is a URL as Evolution API has it in DATABASE_CONNECTION_URI: `?schema=` says where its tables are. Throws
 * StartRefused when the database cannot be reached or has no such tables.
 */
export async function openPostgres(text: string): Promise<Source> {
  const { url, schema, shown } = readUrl(text);
  const sql = new SQL({
    url,
    max: 1,
    // A pooler that gives each statement another connection knows no prepared ones.
    prepare: false,
    connectionTimeout: CONNECT_SECONDS,
  });
  try {
    return await read(sql, schema, shown);
  } catch (error) {
    await sql.close({ timeout: 0 });
    throw error;
  }
}

function readUrl(text: string) {
  const url = URL.parse(text);
  if (url === null || url.hostname === '')
    throw new StartRefused('the URL of the PostgreSQL database is not valid');
  const schema = url.searchParams.get('schema') || DEFAULT_SCHEMA;
  const others = [...url.searchParams].filter(([name]) => KNOWN_PARAMETERS.includes(name));
  url.search = '';
  const shown = maskUrl(url.href);
  url.search = new URLSearchParams(others).toString();
  return { url: url.href, schema, shown };
}

async function read(sql: SQL, schema: string, shown: string): Promise<Source> {
  const connection = await beginReading(sql, shown);
  const query = async (statement: string, values: readonly string[] = []) => {
    try {
      return (await connection.unsafe(statement, [...values])) as SourceRow[];
    } catch (error) {
      throw new StartRefused(`${shown}: ${messageOf(error)}`, EXIT.unavailable, error);
    }
  };
  const found = await query(
    'select table_name from information_schema.tables where table_schema = $1',
    [schema],
  );
  const tables = new Set(found.map((row) => String(row.table_name)));
  if (!tables.has('Instance')) throw noInstances(`the schema ${schema} of ${shown}`);
  const tableName = (table: string) => `${quote(schema)}.${quote(table)}`;
  return {
    async rows(table, where) {
      if (!tables.has(table)) return [];
      const condition = where ? `where ${quote(where.column)} = $1` : '';
      const rows = await query(
        `select to_jsonb(t)::text as row from ${tableName(table)} t ${condition} order by id limit ${ROWS_MAX + 1}`,
        where ? [where.value] : [],
      );
      return requireFewRows(
        table,
        rows.map(({ row }) => JSON.parse(String(row)) as SourceRow),
      );
    },
    async count(table) {
      if (!tables.has(table)) return 0;
      const [row] = await query(`select count(*)::text as count from ${tableName(table)}`);
      return Number(row?.count ?? 0);
    },
    async countMessages(instanceId) {
      if (!tables.has(MESSAGE)) return 0;
      const counted = `select count(*)::text as count from ${tableName(MESSAGE)} where "instanceId" = $1`;
      const [row] = await query(counted, [instanceId]);
      return Number(row?.count ?? 0);
    },
    async *messages(instanceId) {
      if (!tables.has(MESSAGE)) return;
      // Sorted once, however many pages are fetched. The oldest first: what is stored last is found first.
      await query(
        `declare exported no scroll cursor for select to_jsonb(t)::text as row from (
          select * from ${tableName(MESSAGE)} where "instanceId" = $1
          order by "messageTimestamp" desc, id desc limit ${MESSAGES_MAX}) t
        order by "messageTimestamp", id`,
        [instanceId],
      );
      let rows: readonly SourceRow[];
      do {
        const page = await query(`fetch ${MESSAGES_AT_ONCE} from exported`);
        rows = page.map(({ row }) => JSON.parse(String(row)) as SourceRow);
        if (rows.length > 0) yield rows;
      } while (rows.length === MESSAGES_AT_ONCE);
      await query('close exported');
    },
    // The server undoes a transaction whose connection ends.
    close: () => sql.close({ timeout: 0 }),
  };
}

/** One state of the whole database is read, and a statement that changed something would be refused by the server. */
async function beginReading(sql: SQL, shown: string): Promise<ReservedSQL> {
  try {
    const connection = await sql.reserve();
    await connection.unsafe('begin isolation level repeatable read read only');
    await connection.unsafe(`set local statement_timeout = '${STATEMENT_SECONDS}s'`);
    return connection;
  } catch (error) {
    const message = `${shown} cannot be read: ${messageOf(error)}`;
    throw new StartRefused(message, EXIT.unavailable, error);
  }
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
