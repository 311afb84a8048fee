/** What the owner of a stream writes beside its events: all of it, or nothing once another process owns the stream. */
import { createDatabase, type Database, type Statement } from '../../db/client.ts';
import { effectOf } from '../../db/effect.ts';
import { fence, isFenced, notOwned, type Ownership } from './ownership.ts';

/**
 * The database for what is written of one stream: what is sent together is written by its owner alone, in one commit, or
 * rejects with a DatabaseError, `fenced` when another process owns the stream; then nothing was written. Reading is as
 * with any.
 */
export type OwnDatabase = (streamId: string) => Database;

/** Null: no other process writes to the database, and it is used as it is. */
export function ownDatabases(db: Database, ownership: Ownership | null): OwnDatabase {
  if (ownership === null) return () => db;
  return (streamId) => {
    const write = async (statements: readonly Statement[]) => {
      try {
        const before = fence(ownership, streamId);
        return (await db.batch([...before, ...statements])).slice(before.length);
      } catch (error) {
        if (!isFenced(error)) throw error;
        // Memory was wrong about the owner: it follows the table, and what it has of the stream is dropped.
        ownership.fenced();
        throw notOwned(error);
      }
    };
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
