/** Databases that take long to copy, so that a process can be caught in the middle of it. */
import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { copyStopped, freshDataDir } from '../../core/process/spawned-process.ts';

const ROW_BYTES = 1024 * 1024;

/** A data folder whose database has about so many MiB. */
export async function bigDataDir(mebibytes: number): Promise<string> {
  const dataDir = await freshDataDir();
  await copyStopped(dataDir);
  const database = new Database(join(dataDir, 'gatehouse.db'));
  database.run('create table filler (content blob)');
  database.transaction(() => {
    for (let row = 0; row < mebibytes; row++)
      database.run('insert into filler values (randomblob(?))', [ROW_BYTES]);
  })();
  database.run('pragma wal_checkpoint(truncate)');
  database.close();
  return dataDir;
}
