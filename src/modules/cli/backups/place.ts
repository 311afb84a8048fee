/** The interface of a place for backups, and the names of backups there. */

import { stat } from 'node:fs/promises';
import {
  type CheckedFile,
  checkDatabase,
  copyDatabase,
  copySize,
} from '../../../core/db/backup.ts';
import { asDatabaseError } from '../../../core/db/faults.ts';
import { EXIT, StartRefused } from '../../../core/process/refusal.ts';
import { iso, sleep } from '../../../core/shared/clock.ts';
import { messageOf } from '../../../core/shared/errors.ts';
import { mebibytes } from '../progress.ts';
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

/** Formats a time to the millisecond, in UTC, so that names sort by time: `20270131T090000123Z`. */
export const stampOf = (ms: number): string => iso(ms).replace(/[-:.]/g, '');

const LOOK_EVERY_MS = 200;

/** Shows how `path` grows to `total` bytes while `work` writes it. */
export function whileGrowing<T>(
  { terminal }: Work,
  { label, path, total }: { readonly label: string; readonly path: string; readonly total: number },
  work: () => Promise<T>,
): Promise<T> {
  return terminal.during({ label, total, format: mebibytes }, async (onDone) => {
    const ended = new AbortController();
    const watch = async () => {
      while (!ended.signal.aborted) {
        onDone(
          await stat(path).then(
            ({ size }) => size,
            () => 0,
          ),
        );
        await sleep(terminal.clock, LOOK_EVERY_MS, ended.signal);
      }
    };
    const watching = watch();
    try {
      return await namingFullDisk(path, work());
    } finally {
      ended.abort();
      await watching;
    }
  });
}

/** Runs `copyDatabase` with progress. */
export const copyWithProgress = (path: string, draft: string, work: Work): Promise<void> =>
  whileGrowing(work, { label: 'copying', path: draft, total: copySize(path) }, () =>
    copyDatabase(path, draft, work.signal),
  );

/** Runs `checkDatabase`, whose progress is not known. */
export const checkWithProgress = (
  path: string,
  label: string,
  { terminal, signal }: Work,
): Promise<CheckedFile> =>
  terminal.during({ label: 'checking', total: null }, () =>
    namingFullDisk(path, checkDatabase(path, { signal, label, clock: terminal.clock })),
  );

/** Says of which file that `work` writes the disk is full: it may be another one than that of the database. */
export const namingFullDisk = <T>(path: string, work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    if (asDatabaseError(error).fault !== 'full') throw error;
    const line = `the disk of ${path} is full (${messageOf(error)})`;
    throw new StartRefused(line, EXIT.unavailable, error);
  });
