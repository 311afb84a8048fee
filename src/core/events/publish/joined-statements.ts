/**
 * Joins statements of one commit that differ only in their parameters. A database server spends more on each statement
 * than on its row; on a file, one prepared statement for each row is faster, unless the row sets off triggers.
 */
import type { Row, Statement, Value } from '../../db/client.ts';
import { bytesOf } from '../../db/parameters.ts';

/** The number of the last event of the stream whose id is its parameter, as SQL of statements that come with an event. */
export const LAST_SEQUENCE = 'coalesce((select last_sequence from streams where id = ?), 0)';

/**
 * Maps the text of a statement to its text for many rows, or to null if it is sent unchanged. Statements that follow
 * each other in a commit are sent in the order of this map, so none may need one that comes later in it.
 */
export type JoinableStatements = ReadonlyMap<string, string | null>;

/** Changes that callers write together with events. */
export interface JoinableChanges {
  readonly onServer: JoinableStatements;
  /** Some of the same statements. The others are only moved next to those of the same text. */
  readonly onFile: JoinableStatements;
}

export const NO_CHANGES: JoinableChanges = { onServer: new Map(), onFile: new Map() };

/** Returns the same statements in the same order; only those in `joined` get a text for many rows. */
export const joiningOnly = (
  joinable: JoinableStatements,
  joined: JoinableStatements,
): JoinableStatements => new Map([...joinable.keys()].map((sql) => [sql, joined.get(sql) ?? null]));

const GIVEN = '(select value as given from json_each(?))';
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/^insert into ([^?]*?)values \((.*)\)$/s, `insert into $1select $2 from ${GIVEN}`],
  // Without a condition SQLite would read "on" as the beginning of a join.
  [
    /^insert into ([^?]*?)values \((.*)\)(\s+on conflict .*)$/s,
    `insert into $1select $2 from ${GIVEN} where true$3`,
  ],
  [/^(insert into .* from \w+) (where .*)$/s, `$1, ${GIVEN} $2`],
  [/^(update .*) (where .*)$/s, `$1 from ${GIVEN} $2`],
];

const bytesIn = (position: number): string => `unhex(given ->> ${position})`;

/**
 * Returns the text that does for many rows what `sql` does for one: `insert … values`, with `on conflict` or without,
 * `insert … select … from … where` or `update … where`. Its only parameter is a JSON array with an array of the
 * parameters of `sql` for each row; the parameter at `bytesAt`, counted from 0, is bytes or null. Throws an Error for a
 * text in any other form.
 */
export function forMany(sql: string, bytesAt = -1): string {
  const [form, many] = FORMS.find(([known]) => known.test(sql)) ?? [];
  if (form === undefined || many === undefined) throw new Error(`not to be joined: ${sql}`);
  let position = 0;
  const next = () => (position === bytesAt ? bytesIn(position++) : `given ->> ${position++}`);
  return sql.replaceAll('?', next).replace(form, many);
}

interface JoinedStatements {
  readonly statements: readonly Statement[];
  /**
   * Returns the rows of each original statement, given the rows of each sent statement. A joined statement has no rows.
   */
  rowsOf(rows: Row[][]): Row[][];
}

/** Statements that cannot be joined stay in their place, and nothing is moved past them. */
export function joinStatements(
  statements: readonly Statement[],
  joinable: JoinableStatements,
): JoinedStatements {
  // On a file most commits have nothing to join.
  if (!statements.some(({ sql }) => joinable.get(sql)))
    return { statements, rowsOf: (rows) => rows };
  const sent: Statement[] = [];
  /** For each statement its index among those sent, or null when it was joined. */
  const places: (number | null)[] = [];
  let run = new Map<string, Statement[]>();
  const endRun = () => {
    for (const [sql, many] of joinable) sent.push(...joinAlike(run.get(sql) ?? [], many));
    run = new Map();
  };
  for (const statement of statements) {
    if (joinable.has(statement.sql)) {
      run.getOrInsertComputed(statement.sql, () => []).push(statement);
      places.push(null);
      continue;
    }
    if (run.size > 0) endRun();
    places.push(sent.push(statement) - 1);
  }
  endRun();
  return {
    statements: sent,
    rowsOf: (rows) => places.map((place) => (place === null ? [] : (rows[place] ?? []))),
  };
}

/** How much one joined statement writes, approximately: SQLite reads a row of 1 MiB more slowly from JSON. */
const JOINED_BYTES_MAX = 256 * 1024;

/** Joins the statements in order; one that is large, or has what JSON cannot represent exactly, is sent by itself. */
function joinAlike(alike: readonly Statement[], many: string | null): readonly Statement[] {
  if (many === null || alike.length < 2) return alike;
  const joined: Statement[] = [];
  let rows: Statement[] = [];
  let bytes = 0;
  const endRows = () => {
    if (rows.length > 1)
      joined.push({
        sql: many,
        params: [JSON.stringify(rows.map(({ params }) => params.map(inJson)))],
      });
    else joined.push(...rows);
    rows = [];
    bytes = 0;
  };
  for (const statement of alike) {
    const size = bytesOf([statement]);
    if (bytes + size > JOINED_BYTES_MAX) endRows();
    bytes += size;
    if (statement.params.every((value, at) => isExactInJson(value) || isBytesIn(many, value, at))) {
      rows.push(statement);
      continue;
    }
    endRows();
    joined.push(statement);
  }
  endRows();
  return joined;
}

/** From half a surrogate pair in JSON, SQLite makes bytes that are not text and that the server cannot return. */
function isExactInJson(value: Value): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  return value === null || Number.isSafeInteger(value);
}

const isBytesIn = (many: string, value: Value, position: number): boolean =>
  value instanceof Uint8Array && many.includes(bytesIn(position));

const inJson = (value: Value): Value => (value instanceof Uint8Array ? value.toHex() : value);
