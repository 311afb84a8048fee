/** `restore BACKUP`: replaces the database with a backup. */
import { draftBeside, removeDraft, replaceDatabase } from '../../../core/db/backup.ts';
import { lockDatabaseFile } from '../../../core/db/lock.ts';
import { EXIT } from '../../../core/process/refusal.ts';
import { checkWithProgress, stampOf, type Work } from '../backups/place.ts';
import { backupIn, type NamedBackup } from '../backups/places.ts';
import type { Run } from '../command.ts';
import { databaseFile } from './backup.ts';

/** Throws DatabaseLockedError while the service runs. */
export const run: Run = async ({ operands: [text = ''] }, terminal) => {
  const work: Work = { terminal, signal: terminal.interruption() };
  const path = databaseFile(terminal.settings());
  await restore(path, await backupIn(text, work), work);
  return EXIT.stopped;
};

/** The database stays as it was until the last step. */
async function restore(path: string, { place, name }: NamedBackup, work: Work): Promise<void> {
  const { terminal } = work;
  const lock = lockDatabaseFile(path);
  const draft = draftBeside(path);
  try {
    // A restore that was killed may have left a draft.
    removeDraft(draft);
    await place.copyTo(name, draft, work);
    const { version } = await checkWithProgress(draft, place.at(name), work);
    const replaced = replaceDatabase(path, draft, stampOf(terminal.clock.now()));
    const stays = replaced === null ? '' : `; the replaced database is now ${replaced}`;
    const line = `restored ${place.at(name)} (version ${version}) to ${path}${stays}`;
    await terminal.say(line, { database: path, version, replaced });
  } finally {
    removeDraft(draft);
    lock.release();
  }
}
