/** Operations that every kind of record shares: rows with an id, an account, and `updated_at` for a version. */
import type { Static, TSchema } from '@sinclair/typebox';
import { and, asc, eq, getTableName, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../core/db/client.ts';
import { newId } from '../../core/shared/ids.ts';
import type { PlainConflictCode } from '../../core/shared/reasons/reasons.ts';
import {
  type AuditedWrite,
  changeAudit,
  creationAudit,
  deletionAudit,
  orConflict,
} from './audited-commit.ts';
import { changeRecord, requireFound } from './change-record.ts';
import type { Access } from './guard.ts';
import { type CountedList, type ListedRows, type Page, readPage, totalOf } from './list.ts';
import {
  type Operation,
  operation,
  type PlainDeclaration,
  pageOperation,
  type Route,
} from './operation.ts';
import type { CrmParts } from './parts.ts';
import type { ListFields, Selection } from './search.ts';

type Orm = Pick<Database, 'orm'>;

/** The reader of a record: some fields are shown whole only to callers who may change them. */
export type Reader = Pick<Access, 'permissions'>;

/** How the records of one kind are named, read and shown. */
export interface RecordKind<R, A extends TSchema> {
  /** The callers' word: `pipeline` makes "pipeline not found". */
  readonly what: string;
  readonly plural: string;
  /** The word of permissions and audit rows. */
  readonly resource: CountedList;
  readonly answer: A;
  /** As answers to `reader` show it; without a reader as audit rows and events do, which more people may read. */
  show(row: R, reader?: Reader): Static<A> & { readonly id: string };
  /** Returns the record of this account, or null. */
  find(db: Orm, accountId: string, id: string): Promise<R | null>;
  readonly listed: ListFields;
  /** Selects the records of this account that match. */
  select(db: Orm, accountId: string, matches: SQL | undefined): Selection<R>;
}

type RecordTable = SQLiteTable & {
  readonly _: { readonly name: CountedList };
  readonly $inferSelect: {
    readonly id: string;
    readonly accountId: string;
    readonly updatedAt: number;
  };
  readonly id: SQLiteColumn;
  readonly accountId: SQLiteColumn;
  readonly createdAt: SQLiteColumn;
  readonly updatedAt: SQLiteColumn;
};

type Row<T extends RecordTable> = T['$inferSelect'];

/** A kind whose rows are those of one table. */
interface TableKind<T extends RecordTable, A extends TSchema> extends RecordKind<Row<T>, A> {
  readonly table: T;
  /** The text of 409 when another record has its name. */
  readonly taken?: PlainConflictCode;
}

export const kindOf = <T extends RecordTable, A extends TSchema>(
  table: T,
  {
    searched,
    sorted,
    ...named
  }: Pick<ListFields, 'searched' | 'sorted'> &
    Pick<TableKind<T, A>, 'what' | 'plural' | 'answer' | 'show' | 'taken'>,
): TableKind<T, A> => ({
  ...named,
  table,
  listed: {
    id: table.id,
    searched,
    sorted: { ...sorted, created_at: table.createdAt, updated_at: table.updatedAt },
  },
  resource: getTableName(table) satisfies T['_']['name'],
  async find({ orm }, accountId, id) {
    const where = and(eq(table.accountId, accountId), eq(table.id, id));
    const rows = orm.select().from(table as SQLiteTable);
    const [row] = await rows.where(where).limit(1);
    // A selection from a table returns its rows.
    return (row as Row<T> | undefined) ?? null;
  },
  select({ orm }, accountId, matches) {
    const where = and(eq(table.accountId, accountId), matches);
    const rows: Selection<unknown> = orm
      .select()
      .from(table as SQLiteTable)
      .where(where);
    // The cast is safe for the same reason.
    return rows as Selection<Row<T>>;
  },
});

/** Returns the record of the acting account, or throws 404. */
export const recordOf = async <R>(
  db: Orm,
  { find, what }: Pick<RecordKind<R, TSchema>, 'find' | 'what'>,
  { accountId }: Pick<Access, 'accountId'>,
  id: string,
): Promise<R> => requireFound(await find(db, accountId, id), what);

/** Returns the rows of the account's records. */
export const rowsOf = <R>(
  db: Pick<Database, 'orm' | 'query'>,
  { resource, select, listed }: Pick<RecordKind<R, TSchema>, 'resource' | 'select' | 'listed'>,
  { accountId }: Pick<Access, 'accountId'>,
): ListedRows<R> => ({
  select: (condition) => select(db, accountId, condition),
  order: [asc(listed.id)],
  total: () => totalOf(db, accountId, resource),
});

/** Returns a page of the account's records as answers show them. */
export async function pageOfRecords<R extends { readonly id: string }, A extends TSchema>(
  db: Pick<Database, 'orm' | 'query'>,
  kind: RecordKind<R, A>,
  access: Access,
  page: Page,
  selectSizes?: ListedRows<R>['selectSizes'],
): Promise<{ data: Static<A>[]; total: number }> {
  const listed = { ...rowsOf(db, kind, access), ...(selectSizes && { selectSizes }) };
  const { rows, total } = await readPage(db, listed, page);
  return { data: rows.map((row) => kind.show(row, access)), total };
}

/** Parts of the declaration that differ from other kinds. */
type Overrides = Partial<Pick<PlainDeclaration, 'summary' | 'description' | 'admit' | 'agent'>>;

/** Reads one record; the route's only parameter is its id. */
export const getOperation = <R, A extends TSchema>(
  route: Route,
  kind: Omit<RecordKind<R, A>, 'listed' | 'select' | 'plural'>,
  different: Overrides = {},
): Operation =>
  operation(route, {
    permission: `${kind.resource}.read`,
    summary: `Get ${withArticle(kind.what)}`,
    ...different,
    answer: kind.answer,
    message: `${capitalised(kind.what)} retrieved successfully`,
    async run({ db }, access, { params }) {
      const [id = ''] = Object.values<string>(params);
      return kind.show(await recordOf(db, kind, access, id), access);
    },
  });

/** Lists the records of the account in pages. */
export const listOperation = <R extends { readonly id: string }, A extends TSchema>(
  route: Route,
  kind: RecordKind<R, A>,
  different: Overrides = {},
): Operation =>
  pageOperation(route, {
    permission: `${kind.resource}.read`,
    summary: `List the ${kind.plural} of the account`,
    ...different,
    listed: kind.listed,
    answer: kind.answer,
    message: `${capitalised(kind.plural)} retrieved successfully`,
    run: ({ db }, access, { page }) => pageOfRecords(db, kind, access, page),
  });

const withArticle = (noun: string): string =>
  `${/^(?:[aeio]|MCP)/.test(noun) ? 'an' : 'a'} ${noun}`;

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface ChangeTarget<K> {
  readonly kind: K;
  readonly request: Request;
  readonly id: string;
  readonly isVersioned?: boolean;
}

/** Calls `changeRecord` for a record of the acting account. */
export const changeOne = <R extends { readonly updatedAt: number }, T>(
  parts: CrmParts,
  { accountId }: Access,
  { kind, request, id, isVersioned }: ChangeTarget<Pick<RecordKind<R, TSchema>, 'what' | 'find'>>,
  write: (before: R, now: number) => Promise<T>,
): Promise<T> =>
  changeRecord(parts, request, {
    what: kind.what,
    isVersioned,
    find: () => kind.find(parts.db, accountId, id),
    write,
  });

/**
 * Sets the columns that `columns` returns for the current record; it may refuse them. Throws 404, 412, and 409 when
 * another record has its name.
 */
export const updateRecord = <T extends RecordTable, A extends TSchema>(
  parts: CrmParts,
  access: Access,
  asked: ChangeTarget<TableKind<T, A>>,
  columns: (before: Row<T>) => Partial<Row<T>>,
): Promise<Static<A>> =>
  changeOne(parts, access, asked, async (before, updatedAt) => {
    const change = { ...columns(before), updatedAt };
    const step = updateStep(parts.db, asked.kind, before, change);
    await commitStep(parts, access, step, asked.kind.taken);
    return asked.kind.show({ ...before, ...change }, access);
  });

/** Inserts a new row. Throws 409 with `taken` when it breaks a unique index. */
export async function createRecord<T extends RecordTable, A extends TSchema>(
  parts: CrmParts,
  access: Access,
  kind: TableKind<T, A>,
  row: Row<T>,
  taken = kind.taken,
): Promise<Static<A>> {
  const answer = kind.show(row, access);
  await commitStep(parts, access, { ...insertStep(parts.db, kind, row), answer }, taken);
  return answer;
}

/** The columns that every new record has. */
export const newRecord = ({ accountId }: Access, now: number) => ({
  id: newId(),
  accountId,
  createdAt: now,
  updatedAt: now,
});

async function commitStep(
  { commits }: CrmParts,
  access: Access,
  step: AuditedWrite,
  taken: PlainConflictCode | undefined,
): Promise<void> {
  const work = commits.commit(access, [step]);
  await (taken === undefined ? work : orConflict(work, taken));
}

/** Inserts a new row. */
export const insertStep = <T extends RecordTable>(
  { orm }: Orm,
  { table, show, resource }: TableKind<T, TSchema>,
  row: Row<T>,
): AuditedWrite => ({
  write: orm.insert(table as SQLiteTable).values(row),
  audit: creationAudit(resource, show(row)),
});

/** Updates the row in the version it was read in. `action` is the word of the audit entry, by default `update`. */
export const updateStep = <T extends RecordTable>(
  { orm }: Orm,
  { table, show, resource }: TableKind<T, TSchema>,
  before: Row<T>,
  change: Partial<Row<T>>,
  action?: string,
): AuditedWrite => ({
  write: orm
    .update(table as SQLiteTable)
    .set(change)
    .where(version(table, before)),
  audit: changeAudit(resource, show(before), show({ ...before, ...change }), action),
});

/** Deletes the row in the version it was read in, if the condition holds. */
export const deleteStep = <T extends RecordTable>(
  { orm }: Orm,
  { table, show, resource }: TableKind<T, TSchema>,
  before: Row<T>,
  onlyIf?: SQL,
): AuditedWrite => ({
  write: orm.delete(table as SQLiteTable).where(and(version(table, before), onlyIf)),
  audit: deletionAudit(resource, show(before)),
});

/** Matches only this record in the version it was read in. */
const version = <T extends RecordTable>(table: T, { id, accountId, updatedAt }: Row<T>) =>
  and(eq(table.id, id), eq(table.accountId, accountId), eq(table.updatedAt, updatedAt));
