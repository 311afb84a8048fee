/** `restore BACKUP`: puts a backup in the place of the database. */
import { draftBeside, removeDraft, replaceDatabase } from '../../db/backup.ts';
import { lockDatabaseFile } from '../../db/lock.ts';
import { EXIT } from '../../process/refusal.ts';
import type { Work } from '../backups/place.ts';
import { backupIn, type NamedBackup } from '../backups/places.ts';
import { checked } from '../backups/watched.ts';
import type { Run } from '../command.ts';
import { stampOf } from '../stamp.ts';
import { databaseFile } from './backup.ts';

/** Throws DatabaseLockedError while the service runs. */
export const run: Run = async ({ operands: [text = ''] }, terminal) => {
  const work: Work = { terminal, signal: terminal.interruption() };
  const path = databaseFile(terminal.settings());
  await restore(path, await backupIn(text, work), work);
  return EXIT.stopped;
};

/** Until the last step the database is as it was. */
async function restore(path: string, { place, name }: NamedBackup, work: Work): Promise<void> {
  const { terminal } = work;
  const lock = lockDatabaseFile(path);
  const draft = draftBeside(path);
  try {
    // What a restore that was killed has left.
    removeDraft(draft);
    await place.copyTo(name, draft, work);
    const { version } = await checked(draft, place.at(name), work);
    const replaced = replaceDatabase(path, draft, stampOf(terminal.clock.now()));
    const stays = replaced === null ? '' : `; what was there is ${replaced} now`;
    const line = `${path} is what ${place.at(name)} was (version ${version})${stays}`;
    await terminal.say(line, { database: path, version, replaced });
  } finally {
    removeDraft(draft);
    lock.release();
  }
}
