/** The database port: one Drizzle over a small executor, whichever backend is behind it. */
import { drizzle, type SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy';
import { iso } from '../shared/clock.ts';
import { causesOf, type Passing } from '../shared/errors.ts';

export type Value = string | number | bigint | Uint8Array | null;
/** One row, its values in the order of the selected or returned columns. */
export type Row = readonly Value[];
export interface Statement {
  readonly sql: string;
  readonly params: readonly Value[];
}

/** SQL: ms since 1970 by the clock of the database. */
export const DATABASE_NOW = "cast(unixepoch('subsec') * 1000 as integer)";

/** Why a statement failed, of what may pass by itself. */
export type PassingFault = 'busy' | 'full' | 'unreachable';
/**
 * `fenced`: another process of the same database does this now. `unauthorized`: a server does not accept the token,
 * or it does not allow what was asked.
 */
export type DatabaseFault =
  | PassingFault
  | 'fenced'
  | 'unique'
  | 'constraint'
  | 'unauthorized'
  | 'other';

/** The text for callers and operators about a database that cannot be used now. */
const OUTAGES: Readonly<Record<PassingFault, string>> = {
  full: 'the disk is full',
  busy: 'the database is busy',
  unreachable: 'the database cannot be reached',
};

const FENCED = 'another node has just taken this over';
const UNKNOWN = 'whether what was asked has been done is not known';

export const isPassing = (fault: DatabaseFault | null): fault is PassingFault =>
  fault !== null && fault in OUTAGES;

/** `since` is ms since 1970. */
export const outageText = (fault: PassingFault, since: number | null): string =>
  since === null ? OUTAGES[fault] : `${OUTAGES[fault]} since ${iso(since)}`;

interface DatabaseErrorDetails {
  /** Ms since 1970 from which on the database could not be used; default: not known. */
  readonly since?: number;
  /** True: the answer was lost, and what was asked may have been done. Default: it was not done. */
  readonly isUnknown?: boolean;
}

export class DatabaseError extends Error implements Passing {
  readonly fault: DatabaseFault;
  readonly unavailable: string | null;
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
    const text = isPassing(fault) ? outageText(fault, details.since ?? null) : null;
    if (fault === 'fenced') {
      this.unavailable = FENCED;
      return;
    }
    this.unavailable = text !== null && this.isUnknown ? `${text}; ${UNKNOWN}` : text;
  }
}

/** What a backend provides. Every failure is a DatabaseError. */
export interface Executor {
  /** Runs one statement; rows of a SELECT or of RETURNING, else none. */
  query(sql: string, params: readonly Value[]): Promise<Row[]>;
  /** Runs all statements in one transaction, in order, or none of them; rows per statement. */
  batch(statements: readonly Statement[]): Promise<Row[][]>;
  close(): Promise<void>;
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
    close: () => executor.close(),
  };
}

/** What says nothing of the database. */
const NO_OUTAGES: ReadonlySet<DatabaseFault> = new Set(['unique', 'constraint', 'fenced']);

/**
 * What is out of order with the database, as a name that stays the same from one call to the next; null when
 * `error` is not the database's, or is the statement's own fault.
 */
export function databaseOutage(error: unknown): string | null {
  const found = databaseErrorIn(error);
  if (found === null || NO_OUTAGES.has(found.fault)) return null;
  return found.fault === 'other' ? `database: ${found.message}` : `database: ${found.fault}`;
}

/** The database's own reason behind anything Drizzle or an executor threw, or null. */
export const faultOf = (error: unknown): DatabaseFault | null =>
  databaseErrorIn(error)?.fault ?? null;

/** What failed first, in the chain of causes: a query builder and the parts above it wrap it. */
export const databaseErrorIn = (error: unknown): DatabaseError | null =>
  causesOf(error).find((one) => one instanceof DatabaseError) ?? null;

/** Whether what failed may have been done all the same, its answer being lost. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  databaseErrorIn(error)?.isUnknown ?? false;
