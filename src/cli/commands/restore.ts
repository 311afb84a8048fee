/** `restore FILE`: puts a backup in the place of the database. */
import { existsSync } from 'node:fs';
import { checkDatabase, replaceDatabase } from '../../db/backup.ts';
import { lockDatabaseFile } from '../../db/lock.ts';
import { EXIT } from '../../process/refusal.ts';
import { type Run, UsageFault } from '../command.ts';
import { stampOf } from '../stamp.ts';
import { databaseFile } from './backup.ts';

/** Throws DatabaseLockedError while the service runs. */
export const run: Run = async ({ operands: [file = ''] }, terminal) => {
  if (!existsSync(file)) throw new UsageFault(`there is no file ${file}`);
  const path = databaseFile(terminal.settings());
  const { version } = checkDatabase(file);
  const lock = lockDatabaseFile(path);
  try {
    const replaced = replaceDatabase(path, file, stampOf(terminal.clock.now()));
    const stays = replaced === null ? '' : `; what was there is ${replaced} now`;
    const text = `${path} is what ${file} was (version ${version})${stays}`;
    await terminal.say(text, { database: path, version, replaced });
    return EXIT.stopped;
  } finally {
    lock.release();
  }
};
