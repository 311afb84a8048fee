/** What the owner of a stream writes beside its events: all of it, or nothing once another process owns the stream. */
import { type SQL, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { createDatabase, type Database, type Orm, type Statement } from '../../db/client.ts';
import { effectOf } from '../../db/effect.ts';
import { fence, isFenced, notOwned, type Ownership } from './ownership.ts';

type Item = BatchItem<'sqlite'>;

/** Rejects with a DatabaseError, `fenced` when another process owns the stream; then nothing was written. */
export interface OwnerWrites {
  /** In one commit, in their order; resolves with what each returned. */
  all(streamId: string, statements: readonly Item[]): Promise<readonly unknown[]>;
  one(streamId: string, statement: Item & PromiseLike<unknown>): Promise<void>;
}

/** Null: no other process writes to the database, and nothing is added to what is written. */
export function ownerWrites(orm: Orm, ownership: Ownership | null): OwnerWrites {
  const fenceOf = (streamId: string): Item[] =>
    ownership === null ? [] : fence(ownership, streamId).map((one) => orm.run(toSql(one)));

  const batch = async (statements: readonly Item[]): Promise<readonly unknown[]> => {
    const [first, ...others] = statements;
    return first === undefined ? [] : orm.batch([first, ...others]);
  };

  return {
    all: (streamId, statements) =>
      heeding(ownership, async () => {
        const before = fenceOf(streamId);
        return (await batch([...before, ...statements])).slice(before.length);
      }),
    one: (streamId, statement) =>
      heeding(ownership, async () => {
        const before = fenceOf(streamId);
        if (before.length === 0) await statement;
        else await batch([...before, statement]);
      }),
  };
}

/**
 * The database for what is written of one stream: what is sent together is written by its owner alone, or rejects as
 * `OwnerWrites` does. Reading is as with any.
 */
export type OwnDatabase = (streamId: string) => Database;

/** Null: no other process writes to the database, and it is used as it is. */
export function ownDatabases(db: Database, ownership: Ownership | null): OwnDatabase {
  if (ownership === null) return () => db;
  return (streamId) => {
    const write = (statements: readonly Statement[]) =>
      heeding(ownership, async () => {
        const before = fence(ownership, streamId);
        return (await db.batch([...before, ...statements])).slice(before.length);
      });
    const isRead = ({ sql: text }: Pick<Statement, 'sql'>) => effectOf(text) === 'read';
    return createDatabase({
      async query(text, params) {
        if (isRead({ sql: text })) return db.query(text, params);
        const [rows = []] = await write([{ sql: text, params }]);
        return rows;
      },
      batch: (list) => (list.every(isRead) ? db.batch(list) : write(list)),
      close: () => db.close(),
    });
  };
}

/** The owner in memory may be wrong: it asks the table, and drops what it has of a stream that is another's. */
async function heeding<T>(ownership: Ownership | null, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isFenced(error)) throw error;
    ownership?.fenced();
    throw notOwned(error);
  }
}

/** The same statement, its parameters bound by the query builder. */
function toSql({ sql: text, params }: Statement): SQL {
  const parts = text.split('?').map((part) => sql.raw(part));
  const bound = parts.flatMap((part, index) =>
    index < params.length ? [part, sql`${params[index]}`] : [part],
  );
  return sql.join(bound);
}
