/** `backup FOLDER`: a checked copy of the database, made while the service runs. */
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Settings } from '../../config.ts';
import { copyDatabase } from '../../db/backup.ts';
import { EXIT, StartRefused } from '../../process/refusal.ts';
import { secretsPath } from '../../process/secrets-file.ts';
import { iso } from '../../shared/clock.ts';
import { databasePath } from '../../shared/database-url.ts';
import { messageOf } from '../../shared/errors.ts';
import { type Run, UsageFault } from '../command.ts';
import { stampOf } from '../stamp.ts';

export const run: Run = async ({ operands: [folder = ''] }, terminal) => {
  const settings = terminal.settings();
  const path = databaseFile(settings);
  if (!existsSync(path)) throw new StartRefused(`there is no database ${path} yet`);
  const now = terminal.clock.now();
  const to = join(folderAt(folder), `gatehouse-${stampOf(now)}.db`);
  if (existsSync(to)) throw new UsageFault(`${to} is there already`);
  const signal = terminal.interruption();
  terminal.note(`copying ${path} (${megabytes(statSync(path).size)})`);
  const { bytes, version } = copyDatabase(path, to);
  // The copy is made in one go; a signal that came meanwhile counts now.
  await new Promise((resolve) => setImmediate(resolve));
  if (signal.aborted) {
    rmSync(to, { force: true });
    return EXIT.forced;
  }
  const text = `${to}: ${megabytes(bytes)}, whole, of version ${version}`;
  await terminal.say(text, { file: to, bytes, version, createdAt: iso(now) });
  terminal.note(KEY_REMINDER(settings));
  return EXIT.stopped;
};

const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MiB`;

const KEY_REMINDER = ({ dataDir, encryptionKeys }: Settings): string => {
  const key = encryptionKeys ? 'ENCRYPTION_KEY' : secretsPath(dataDir);
  return `Keep ${key} too, in another place: without it, what is sealed in the copy cannot be read.`;
};

/** The file of the configured database. Throws StartRefused when it is on a server. */
export function databaseFile({ databaseUrl }: Settings): string {
  const path = databasePath(databaseUrl);
  if (path !== null) return path;
  throw new StartRefused('DATABASE_URL names a server: use the backups of that server');
}

function folderAt(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return resolve(folder);
  } catch (error) {
    throw new UsageFault(`${folder} cannot be used as a folder: ${messageOf(error)}`);
  }
}
