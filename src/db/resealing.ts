/** Seals every secret of the database with the vault's current key. */
import { getTableName } from 'drizzle-orm';
import type { Place, Vault } from '../shared/crypto.ts';
import type { Database, Row, Statement, Value } from './client.ts';
import { placeOf, SEALED_TABLES, type SealedColumn, type SealedTable } from './sealed-tables.ts';

interface Resealed {
  /** Rows that were written. */
  readonly rows: number;
  /** Texts per `table.column` that no key at hand opens; they were left as they are. */
  readonly unreadable: ReadonlyMap<string, number>;
}

const ROWS_MAX = 200;
/** A batch begins no further row beyond this: a single row may hold a megabyte. */
const BATCH_CHARACTERS = 4 * 1024 * 1024;

type Executor = Pick<Database, 'query' | 'batch'>;

/** May be interrupted at any point and run again: what is sealed with the current key already is passed over. */
export async function resealAll(db: Executor, vault: Vault): Promise<Resealed> {
  const unreadable = new Map<string, number>();
  let rows = 0;
  for (const table of SEALED_TABLES)
    rows += await resealTable(db, table, resealing(vault, unreadable));
  return { rows, unreadable };
}

type Reseal = (sealed: string, place: Place) => string;

/** Gives back what need not, or cannot, be sealed anew. */
const resealing =
  (vault: Vault, unreadable: Map<string, number>): Reseal =>
  (sealed, place) => {
    try {
      return vault.reseal(sealed, place) ?? sealed;
    } catch {
      const name = `${place[0]}.${place[1]}`;
      unreadable.set(name, (unreadable.get(name) ?? 0) + 1);
      return sealed;
    }
  };

async function resealTable(db: Executor, table: SealedTable, reseal: Reseal): Promise<number> {
  const select = selectOf(table);
  let written = 0;
  for (let after: Value = 0; ; ) {
    const rows: Row[] = await db.query(select, [after, ROWS_MAX, BATCH_CHARACTERS]);
    const [last] = rows.at(-1) ?? [];
    if (last === undefined) return written;
    after = last;
    const updates = rows.flatMap((row) => updateOf(table, row, reseal) ?? []);
    const results = updates.length > 0 ? await db.batch(updates) : [];
    written += results.flat().length;
  }
}

/** The rowid, the key and the sealed columns of the rows after a rowid; at least one, if there is one. */
function selectOf({ key, columns }: SealedTable): string {
  const table = tableOf(key);
  const sealed = columns.map(({ column }) => column.name);
  const length = sealed.map((name) => `coalesce(length(${name}), 0)`).join(' + ');
  const all = ['rowid', ...key.map(({ name }) => name), ...sealed].join(', ');
  return `select ${all} from ${table} where rowid in (
      select id from (
        select id, sum(length) over (order by id) - length as before from (
          select rowid as id, ${length} as length from ${table} where rowid > ? order by rowid limit ?))
      where before < ?)
    order by rowid`;
}

/** Null when nothing of the row is to be written. */
function updateOf({ key, columns }: SealedTable, row: Row, reseal: Reseal): Statement | null {
  const [rowid = null, ...values] = row;
  const names = values.slice(0, key.length).map(String);
  const changes = columns.flatMap((column, index) => {
    const before = values[key.length + index] ?? null;
    if (before === null) return [];
    const after = resealColumn(column, names, String(before), reseal);
    return after === before ? [] : [{ name: column.column.name, before, after }];
  });
  if (changes.length === 0) return null;
  const set = changes.map(({ name }) => `${name} = ?`).join(', ');
  const isUnchanged = changes.map(({ name }) => `${name} = ?`).join(' and ');
  return {
    sql: `update ${tableOf(key)} set ${set} where rowid = ? and ${isUnchanged} returning 1`,
    params: [...changes.map(({ after }) => after), rowid, ...changes.map(({ before }) => before)],
  };
}

const tableOf = ([first]: SealedTable['key']): string => {
  if (first === undefined) throw new Error('a table of sealed texts needs its key');
  return getTableName(first.table);
};

function resealColumn(
  { column, objects }: SealedColumn,
  key: readonly string[],
  value: string,
  reseal: Reseal,
): string {
  if (objects === undefined) return reseal(value, placeOf(column, ...key));
  const changed = objects.reduce<unknown>(
    (json, path) =>
      replacedAt(json, path, (sealed, name) =>
        reseal(sealed, placeOf(column, ...key, ...path, name)),
      ),
    JSON.parse(value),
  );
  return JSON.stringify(changed);
}

/** A copy in which each text of the object at `path` is replaced; the same value when there is none. */
function replacedAt(
  json: unknown,
  [head, ...rest]: readonly string[],
  replace: (sealed: string, name: string) => string,
): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  const changed = Object.entries(json).map(([name, value]) => {
    if (head === undefined) return [name, typeof value === 'string' ? replace(value, name) : value];
    return [name, name === head ? replacedAt(value, rest, replace) : value];
  });
  return Object.fromEntries(changed);
}
