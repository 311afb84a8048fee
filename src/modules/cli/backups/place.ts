/** The interface of a place for backups, and the names of backups there. */
import type { CheckedFile } from '../../../core/db/backup.ts';
import { stampOf } from '../stamp.ts';
import type { Terminal } from '../terminal.ts';

export interface Backup {
  readonly name: string;
  readonly bytes: number;
  /** Ms since 1970. */
  readonly createdAt: number;
}

/** The context of work on backups: it shows progress, and ends when the signal aborts. */
export interface Work {
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

export interface BackupPlace {
  /** Returns the text that `restore` takes for the backup with this name. */
  at(name: string): string;
  /** Returns the complete backups, oldest first, ignoring other names. */
  list(work: Work): Promise<Backup[]>;
  /**
   * Makes a backup of the database file `path`, which a service may be writing, under `name`. It is checked by opening
   * it; when this rejects there is no backup of this name.
   */
  make(path: string, name: string, work: Work): Promise<CheckedFile>;
  /** Writes the backup to the new file `path`. Rejects with a UsageFault if no backup has this name. */
  copyTo(name: string, path: string, work: Work): Promise<void>;
  remove(name: string, work: Work): Promise<void>;
}

const NAME = /^gatehouse-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.db$/;

export const backupName = (now: number): string => `gatehouse-${stampOf(now)}.db`;

/** Returns the backup of a file or object with this name, or null when it is not a backup. */
export function backupOf(name: string, bytes: number): Backup | null {
  const [, year, month, day, hour, minute, second, ms] = NAME.exec(name) ?? [];
  if (ms === undefined) return null;
  const createdAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return Number.isNaN(createdAt) ? null : { name, bytes, createdAt };
}
