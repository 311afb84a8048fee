/** Reads the tables of Evolution API, each row as the JSON of its columns. */
import { StartRefused } from '../../core/process/refusal.ts';

export type SourceRow = Readonly<Record<string, unknown>>;

/** The tables that instances are made of. */
export type SourceTable = 'Instance' | 'Session' | 'Webhook' | 'Setting' | 'Proxy';

export const SOURCE_TABLES: readonly SourceTable[] = [
  'Instance',
  'Session',
  'Webhook',
  'Setting',
  'Proxy',
];

/** Tables whose rows stay where they are; how many there are is reported. */
export const LEFT_TABLES: readonly string[] = [
  'Chatwoot',
  'Typebot',
  'OpenaiBot',
  'Dify',
  'Flowise',
  'EvolutionBot',
  'Evoai',
  'N8n',
  'Rabbitmq',
  'Nats',
  'Websocket',
  'Sqs',
  'Kafka',
  'Pusher',
  'Template',
];

/** Messages of one instance that are read at most: the newest. */
export const MESSAGES_MAX = 1_000_000;
/** Messages that are read, and written, at once. */
export const MESSAGES_AT_ONCE = 200;

/** Rows of one table that are read at most. */
export const ROWS_MAX = 10_000;

/** Nothing is ever written to a source. A table that is not there has no rows, but for Instance. */
export interface Source {
  /** All rows in a fixed order, or those with this value; throws StartRefused beyond ROWS_MAX. */
  rows(table: SourceTable, where?: RowFilter): Promise<readonly SourceRow[]>;
  /** How many rows a table has. */
  count(table: string): Promise<number>;
  /** How many messages an instance has. */
  countMessages(instanceId: string): Promise<number>;
  /** Rows of Message of an instance, MESSAGES_AT_ONCE at a time, the newest MESSAGES_MAX of them. */
  messages(instanceId: string): AsyncIterable<readonly SourceRow[]>;
  close(): Promise<void>;
}

/** A condition on one column. */
interface RowFilter {
  readonly column: 'sessionId' | 'instanceId';
  readonly value: string;
}

/** The row that belongs to an instance, of which there is one at most. */
export async function rowOf(
  source: Source,
  table: Exclude<SourceTable, 'Instance'>,
  instanceId: string,
): Promise<SourceRow | null> {
  const column = table === 'Session' ? 'sessionId' : 'instanceId';
  const [row] = await source.rows(table, { column, value: instanceId });
  return row ?? null;
}

/** The rows as they are; throws StartRefused when they are more than ROWS_MAX. */
export function requireFewRows(
  table: SourceTable,
  rows: readonly SourceRow[],
): readonly SourceRow[] {
  if (rows.length <= ROWS_MAX) return rows;
  throw new StartRefused(`the source has more than ${ROWS_MAX} rows of ${table}`);
}

export const noInstances = (where: string): StartRefused =>
  new StartRefused(
    `${where} has no table Instance: is it the database of an Evolution API of version 2?`,
  );

/** Returns the text of a column, or null if the column has no text. */
export const textIn = (row: SourceRow, column: string): string | null => {
  const value = row[column];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** SQLite has 0 and 1 for false and true. */
export const flagIn = (row: SourceRow, column: string): boolean | null => {
  const value = row[column];
  if (typeof value === 'boolean') return value;
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) !== 0 : null;
};

/** Returns the value of a JSON column, which SQLite stores as a text, or null if the text is not JSON. */
export function jsonIn(row: SourceRow, column: string): unknown {
  const value = row[column];
  if (typeof value !== 'string') return value ?? null;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

/** The end of the year 9999: what lies behind it has no text of the form that all times have. */
const TIME_MAX = Date.UTC(10_000, 0) - 1;

/** Whole ms since 1970; a time without a zone is UTC. Null when it is none, or none that can be shown. */
export function timeIn(row: SourceRow, column: string): number | null {
  const at = timeOf(row[column]);
  return Number.isInteger(at) && at >= 0 && at <= TIME_MAX ? at : null;
}

/** NaN: no time. */
function timeOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return Number.NaN;
  const text = value.trim().replace(' ', 'T');
  return Date.parse(/(Z|[+-]\d\d(:?\d\d)?)$/i.test(text) ? text : `${text}Z`);
}
