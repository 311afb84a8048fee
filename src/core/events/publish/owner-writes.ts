/** Writes for a stream that only its owner may make: all of it or, once another process owns the stream, nothing. */
import { createDatabase, type Database, type Statement } from '../../db/client.ts';
import { effectOf } from '../../db/effect.ts';
import { fence, notOwned, type Ownership, ownerChanged } from './ownership.ts';

/**
 * The database for writes of one stream. Statements sent together are one commit of its owner, or reject with a
 * DatabaseError, which is `reportFenced` when another process owns the stream; then nothing was written. Reads are
 * unrestricted.
 */
export type OwnDatabase = (streamId: string) => Database;

/** With null no other process writes to the database, and it is used as it is. */
export function ownDatabases(db: Database, ownership: Ownership | null): OwnDatabase {
  if (ownership === null) return () => db;
  return (streamId) => {
    const write = async (statements: readonly Statement[]) => {
      try {
        const before = fence(ownership, streamId);
        return (await db.batch([...before, ...statements])).slice(before.length);
      } catch (error) {
        if (!ownerChanged(error)) throw error;
        // This process was wrong about the owner: it reads the table again and drops what it has of the stream.
        ownership.reportFenced();
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
      tryOut: (writes) => db.tryOut(writes),
      close: () => db.close(),
    });
  };
}
