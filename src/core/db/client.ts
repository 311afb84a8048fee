/** The database port: one Drizzle over a small executor, for every backend. */

import type { Query } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { drizzle, type SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy';
import { iso } from '../shared/clock.ts';
import { causesOf, type Outage, type TemporaryFailure } from '../shared/errors.ts';
import { reasonSentence } from '../shared/reasons/reasons.ts';

export type Value = string | number | bigint | Uint8Array | null;
/** One row with its values in the order of the columns. */
export type Row = readonly Value[];
export interface Statement {
  readonly sql: string;
  readonly params: readonly Value[];
}

/** The SQL of the database's time in ms since 1970. */
export const DATABASE_NOW = "cast(unixepoch('subsec') * 1000 as integer)";

/** The temporary reasons for which a statement fails. */
export type PassingFault = 'busy' | 'full' | 'unreachable';
/**
 * `fenced` means that another process of the same database does this work now; `unauthorized` that a server refused the
 * token, or the token does not allow the request.
 */
export type DatabaseFault =
  | PassingFault
  | 'fenced'
  | 'unique'
  | 'constraint'
  | 'unauthorized'
  | 'other';

/** The reasons for callers and operators while the database cannot be used. */
const OUTAGES = {
  full: 'disk_full',
  busy: 'database_busy',
  unreachable: 'database_unreachable',
} as const satisfies Readonly<Record<PassingFault, string>>;

/** The value `fate` of reasons for which a request may have been carried out. */
export const UNKNOWN_FATE = '; it is not known whether the request was carried out';

export const isPassing = (fault: DatabaseFault | null): fault is PassingFault =>
  fault !== null && fault in OUTAGES;

/** Returns the text of an outage; `since` is in ms since 1970. */
export const outageText = (fault: PassingFault, since: number): string =>
  reasonSentence(OUTAGES[fault], { since: sinceText(since), fate: '' });

const sinceText = (since: number | undefined): string =>
  since === undefined ? '' : ` since ${iso(since)}`;

function outageOf(fault: DatabaseFault, { since, isUnknown }: DatabaseErrorDetails): Outage | null {
  if (fault === 'fenced') return { reasonCode: 'taken_over', parameters: { fate: '' } };
  if (!isPassing(fault)) return null;
  const parameters = { since: sinceText(since), fate: isUnknown ? UNKNOWN_FATE : '' };
  return { reasonCode: OUTAGES[fault], parameters };
}

interface DatabaseErrorDetails {
  /** Since when the database could not be used, in ms since 1970; absent if unknown. */
  readonly since?: number;
  /** True if the answer was lost and the work may have been done. Defaults to false: it was not done. */
  readonly isUnknown?: boolean;
}

export class DatabaseError extends Error implements TemporaryFailure {
  readonly fault: DatabaseFault;
  readonly unavailable: Outage | null;
  readonly isUnknown: boolean;
  constructor(
    fault: DatabaseFault,
    message: string,
    cause?: unknown,
    details: DatabaseErrorDetails = {},
  ) {
    super(message, { cause });
    this.name = 'DatabaseError';
    this.fault = fault;
    this.isUnknown = details.isUnknown ?? false;
    this.unavailable = outageOf(fault, details);
  }
}

/** The interface of a backend. Every failure is a DatabaseError. */
export interface Executor {
  /** Runs one statement. Returns the rows of a SELECT or of RETURNING, or an empty list. */
  query(sql: string, params: readonly Value[]): Promise<Row[]>;
  /** Runs all statements in one transaction, in order, or none of them. Returns the rows of each. */
  batch(statements: readonly Statement[]): Promise<Row[][]>;
  /**
   * Runs writes in one transaction, in order, each as a whole or not at all, and undoes all of it. Returns the error of
   * each; null for those that can be done. Rejects if that cannot be said, such as while the database is full.
   */
  tryOut(writes: readonly (readonly Statement[])[]): Promise<(DatabaseError | null)[]>;
  close(): Promise<void>;
}

/** Returns what writes that were tried out fail with. Throws what is no fault of theirs. */
export function ownErrors(errors: (DatabaseError | null)[]): (DatabaseError | null)[] {
  const outage = errors.find((error) => error !== null && isPassing(error.fault));
  if (outage) throw outage;
  return errors;
}

export type Orm = SqliteRemoteDatabase<Record<string, never>>;

export interface Database extends Executor {
  /** Typed queries. Atomic work is one statement or one `orm.batch`; there are no interactive transactions. */
  readonly orm: Orm;
}

export function createDatabase(executor: Executor): Database {
  const orm = drizzle(
    async (sql, params, method) => {
      const rows = await executor.query(sql, params as Value[]);
      return { rows: (method === 'get' ? rows[0] : rows) as unknown[] };
    },
    async (queries) => {
      const results = await executor.batch(queries as unknown as Statement[]);
      return results.map((rows, index) => ({
        rows: (queries[index]?.method === 'get' ? rows[0] : rows) as unknown[],
      }));
    },
  );
  return {
    orm,
    query: (sql, params) => executor.query(sql, params),
    batch: (statements) => executor.batch(statements),
    tryOut: (writes) => executor.tryOut(writes),
    close: () => executor.close(),
  };
}

/** Faults that do not concern the state of the database. */
const NO_OUTAGES: ReadonlySet<DatabaseFault> = new Set(['unique', 'constraint', 'fenced']);

/**
 * Returns what is wrong with the database, as a name that is stable between calls. Null when `error` is not the
 * database's, or is the fault of the statement.
 */
export function databaseOutage(error: unknown): string | null {
  const found = databaseErrorIn(error);
  if (found === null || NO_OUTAGES.has(found.fault)) return null;
  return found.fault === 'other' ? `database: ${found.message}` : `database: ${found.fault}`;
}

/** Returns the fault of the database behind any error of Drizzle or an executor, or null. */
export const faultOf = (error: unknown): DatabaseFault | null =>
  databaseErrorIn(error)?.fault ?? null;

/** Returns the database's error in the chain of causes, in which query builder and callers wrap it. */
export const databaseErrorIn = (error: unknown): DatabaseError | null =>
  causesOf(error).find((one) => one instanceof DatabaseError) ?? null;

/**
 * `write` changes rows, in a transaction with others or alone; `alone` is everything else, such as a PRAGMA or a
 * schema.
 */
type Effect = 'read' | 'write' | 'alone';

const FIRST_WORD = /^[\s(]*([a-z]+)/i;
const WRITES_SOMEWHERE = /\b(insert|update|delete|replace)\b/i;
const EFFECTS: Readonly<Record<string, Effect>> = {
  select: 'read',
  values: 'read',
  explain: 'read',
  insert: 'write',
  update: 'write',
  delete: 'write',
  replace: 'write',
};

/** Returns what a statement does, by its text. A reading one may count as a writing one, but never the other way round. */
export function effectOf(sql: string): Effect {
  // The query builder begins most statements like this, which needs no pattern.
  if (sql.startsWith('select ')) return 'read';
  const word = FIRST_WORD.exec(sql)?.[1]?.toLowerCase() ?? '';
  if (word === 'with') return WRITES_SOMEWHERE.test(sql) ? 'write' : 'read';
  return EFFECTS[word] ?? 'alone';
}

/** A row of another table that is written in the transaction that creates its instance. */
export interface FirstRow {
  readonly statement: BatchItem<'sqlite'> & { toSQL(): Query };
  /** Must be called once the row is on disk. */
  readonly recordWritten: () => void;
}

/** Says whether commits take too long for the event loop. */
export interface CommitPace {
  /** Records a commit of so many ms. */
  record(ms: number): void;
  /** Whether the event loop should not wait for commits. */
  readonly isSlow: boolean;
}
