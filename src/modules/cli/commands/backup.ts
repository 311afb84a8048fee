/** `backup PLACE`: a checked copy of the database, made while the service runs. */
import { existsSync } from 'node:fs';
import type { Settings } from '../../../core/config/config.ts';
import { rememberBackup } from '../../../core/db/last-backup.ts';
import { EXIT, StartRefused } from '../../../core/process/refusal.ts';
import { secretsPath } from '../../../core/process/secrets-file.ts';
import { iso } from '../../../core/shared/clock.ts';
import { databasePath } from '../../../core/shared/database-url.ts';
import { messageOf } from '../../../core/shared/errors.ts';
import { type BackupPlace, backupName, type Work } from '../backups/place.ts';
import { placeIn } from '../backups/places.ts';
import { type Run, UsageFault, type Words } from '../command.ts';
import { mebibytes } from '../progress.ts';

const KEPT_MAX = 9_999;

export const run: Run = async (words, terminal) => {
  const settings = terminal.settings();
  const kept = keepCountOf(words);
  const place = placeIn(words.operands[0] ?? '', terminal);
  const path = databaseFile(settings);
  if (!existsSync(path)) throw new StartRefused(`there is no database ${path} yet`);
  const work: Work = { terminal, signal: terminal.interruption() };
  const now = terminal.clock.now();
  const name = backupName(now);
  const { bytes, version } = await place.make(path, name, work);
  const text = `${place.at(name)}: ${mebibytes(bytes)}, complete, version ${version}`;
  await terminal.say(text, { file: place.at(name), bytes, version, createdAt: iso(now) });
  await rememberBackup(path, { file: place.at(name), bytes, createdAt: now }).catch((error) =>
    terminal.note(`the service cannot show this backup: ${messageOf(error)}`),
  );
  terminal.note(KEY_REMINDER(settings));
  if (kept !== null) await removeOlder(place, name, kept, work);
  return EXIT.stopped;
};

function keepCountOf(words: Words): number | null {
  const text = words.value('keep');
  if (text === null) return null;
  const count = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null;
  if (count !== null) return count;
  throw new UsageFault(`--keep ${JSON.stringify(text)} is not a number from 1 to ${KEPT_MAX}`);
}

/**
 * Keeps the backup `made`, which must be complete, and the newest others: when those were made, the clock may have been
 * ahead.
 */
async function removeOlder(
  place: BackupPlace,
  made: string,
  kept: number,
  work: Work,
): Promise<void> {
  const others = (await place.list(work)).filter(({ name }) => name !== made);
  for (const { name } of others.slice(0, Math.max(0, others.length - kept + 1))) {
    await place.remove(name, work);
    work.terminal.note(`removed ${place.at(name)}`);
  }
}

const KEY_REMINDER = ({ dataDir, encryptionKeys }: Settings): string => {
  const key = encryptionKeys ? 'ENCRYPTION_KEY' : secretsPath(dataDir);
  return `Store ${key} too, in another place: without it, nobody can read what is encrypted in the copy.`;
};

/** Returns the file of the configured database. Throws StartRefused when it is on a server. */
export function databaseFile({ databaseUrl }: Settings): string {
  const path = databasePath(databaseUrl);
  if (path !== null) return path;
  throw new StartRefused('DATABASE_URL names a server: use the backups of that server');
}
