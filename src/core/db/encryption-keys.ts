/**
 * Checks with which encryption keys a database is sealed. Without it a lost key would be noticed secret by secret, each
 * time something is sent.
 */
import { getTableName } from 'drizzle-orm';
import type { Place, Vault } from '../shared/crypto.ts';
import type { Log } from '../shared/log.ts';
import type { Database, Row, Statement, Value } from './client.ts';
import { serviceFacts } from './schema/service.ts';
import { placeOf, SEALED_TABLES, type SealedColumn, type SealedTable } from './sealed-tables.ts';

/** The row of a key has its id after this name. */
const NAME = 'encryption-check';
const BELONGS = `name like '${NAME} %'`;
const CLAIM = `insert into service_facts (name, value) select ?, ?
  where not exists (select 1 from service_facts where ${BELONGS})`;
const ADD = 'insert into service_facts (name, value) values (?, ?) on conflict do nothing';
const READ = `select name, value from service_facts where ${BELONGS}`;
const REMOVE = 'delete from service_facts where name = ?';

/**
 * - `opened`: everything in the database is sealed with the current key.
 * - `foreign`: it was sealed with other keys.
 * - `unfinished`: it is sealed with several keys, and not all of them were given.
 */
type Opening = 'opened' | 'foreign' | 'unfinished';

type Executor = Pick<Database, 'query' | 'batch'>;

/**
 * Opens the database with the vault's keys; a new one belongs to the current key. Everything that is sealed with the
 * former key is resealed before this resolves; until then the database records that it needs both keys.
 */
export async function openWithKeys(db: Executor, vault: Vault, log: Log): Promise<Opening> {
  const own = `${NAME} ${vault.keyId}`;
  const text = [own, vault.seal(own, placeFor(own))];
  const [, rows = []] = await db.batch([
    { sql: CLAIM, params: text },
    { sql: READ, params: [] },
  ]);
  const found = rows.map(([name, sealed]) => ({ name: String(name), sealed: String(sealed) }));
  const closed = found.filter(({ name, sealed }) => !opens(vault, sealed, placeFor(name)));
  if (closed.length > 0) return closed.length === found.length ? 'foreign' : 'unfinished';
  const former = found.map(({ name }) => name).filter((name) => name !== own);
  if (former.length === 0) return 'opened';
  await db.query(ADD, text);
  await resealAll(db, vault, log);
  await db.batch(former.map((name) => ({ sql: REMOVE, params: [name] })));
  return 'opened';
}

const placeFor = (name: string): Place => placeOf(serviceFacts.value, name);

function opens(vault: Vault, sealed: string, place: Place): boolean {
  try {
    if (vault.reseal(sealed, place) === null) vault.open(sealed, place);
    return true;
  } catch {
    return false;
  }
}

const ROWS_MAX = 200;
/** A batch takes no further row beyond this, because a single row may have a megabyte. */
const BATCH_CHARACTERS = 4 * 1024 * 1024;

/** Can be interrupted at any point and run again: what the current key has sealed is skipped. */
async function resealAll(db: Executor, vault: Vault, log: Log): Promise<void> {
  /** The number of texts per `table.column` that no available key opens. */
  const unreadable = new Map<string, number>();
  let rows = 0;
  for (const table of SEALED_TABLES)
    rows += await resealTable(db, table, resealing(vault, unreadable));
  for (const [column, texts] of unreadable)
    log.warn('some sealed texts cannot be opened with any key and were not changed', {
      column,
      texts,
    });
  log.info(
    'all secrets are sealed with the current ENCRYPTION_KEY; the former one can be removed',
    { rows },
  );
}

type Reseal = (sealed: string, place: Place) => string;

/** Returns texts unchanged that need not, or cannot, be resealed. */
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

/** Reseals a table. Returns how many rows were written. */
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

/** Returns the SQL of rowid, key and sealed columns of the rows after a rowid, at least one if there is one. */
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

/** Returns null when the row needs no change. */
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

const tableOf = ([first]: SealedTable['key']): string => getTableName(first.table);

function resealColumn(
  { column, objects }: SealedColumn,
  key: readonly string[],
  value: string,
  reseal: Reseal,
): string {
  if (objects === undefined) return reseal(value, placeOf(column, ...key));
  const changed = objects.reduce<unknown>(
    (json, path) =>
      replaceAt(json, path, (sealed, name) =>
        reseal(sealed, placeOf(column, ...key, ...path, name)),
      ),
    JSON.parse(value),
  );
  return JSON.stringify(changed);
}

/**
 * Returns a copy in which each text of the object at `path` is replaced, or the same value if `path` leads to no
 * object.
 */
function replaceAt(
  json: unknown,
  [head, ...rest]: readonly string[],
  replace: (sealed: string, name: string) => string,
): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  const changed = Object.entries(json).map(([name, value]) => {
    if (head === undefined) return [name, typeof value === 'string' ? replace(value, name) : value];
    return [name, name === head ? replaceAt(value, rest, replace) : value];
  });
  return Object.fromEntries(changed);
}
