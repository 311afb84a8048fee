/** Runs long work on files and shows its progress. */
import { stat } from 'node:fs/promises';
import {
  type CheckedFile,
  checkDatabase,
  copyDatabase,
  copySize,
} from '../../../core/db/backup.ts';
import { sleep } from '../../../core/shared/clock.ts';
import { mebibytes } from '../progress.ts';
import type { Work } from './place.ts';

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
      return await work();
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
    checkDatabase(path, { signal, label, clock: terminal.clock }),
  );
