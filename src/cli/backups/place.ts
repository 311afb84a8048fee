/** Where backups are: what every such place can do, and what backups are called there. */
import type { Checked } from '../../db/backup.ts';
import { stampOf } from '../stamp.ts';
import type { Terminal } from '../terminal.ts';

export interface Backup {
  readonly name: string;
  readonly bytes: number;
  /** Ms since 1970. */
  readonly createdAt: number;
}

/** What work on backups is given: it shows how far it has come, and ends when the signal aborts. */
export interface Work {
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

export interface BackupPlace {
  /** What `restore` takes for the backup of a name. */
  at(name: string): string;
  /** Those that are whole, the oldest first. What has another name is none. */
  list(work: Work): Promise<Backup[]>;
  /**
   * Makes a backup of the database file `path`, which a service may be writing, under `name`: checked by opening it,
   * and under no such name when this rejects.
   */
  make(path: string, name: string, work: Work): Promise<Checked>;
  /** Writes the backup to the new file `path`. Rejects with a UsageFault when there is none of that name. */
  copyTo(name: string, path: string, work: Work): Promise<void>;
  remove(name: string, work: Work): Promise<void>;
}

const NAME = /^gatehouse-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.db$/;

export const backupName = (now: number): string => `gatehouse-${stampOf(now)}.db`;

/** The backup that a file or object of this name is; null: it is none. */
export function backupOf(name: string, bytes: number): Backup | null {
  const [, year, month, day, hour, minute, second, ms] = NAME.exec(name) ?? [];
  if (ms === undefined) return null;
  const createdAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return Number.isNaN(createdAt) ? null : { name, bytes, createdAt };
}
