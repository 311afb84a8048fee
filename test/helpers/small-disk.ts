/** A file system of a few megabytes that a test can fill: a tmpfs of its own, where this process may mount one. */
import { closeSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder, whenThisProcessIsGone } from './database.ts';

export interface SmallDisk {
  /** Where it is mounted. */
  readonly path: string;
  /** Writes a file until not one byte more fits, but for `leftBytes` in whole pages; default 0. */
  fill(leftBytes?: number): void;
  /** Removes that file. */
  free(): void;
  makeReadOnly(): void;
  unmount(): void;
}

/** Null where mounting is not permitted. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const path = temporaryFolder();
  if (!ran('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path)) return null;
  const cancel = whenThisProcessIsGone('umount -l "$1"', path);
  const filler = join(path, 'filler');
  return {
    path,
    fill(leftBytes = 0) {
      const file = openSync(filler, 'a');
      for (let bytes = 65_536; bytes >= 1; ) {
        if (!isWritten(file, Buffer.alloc(bytes))) bytes /= 16;
      }
      closeSync(file);
      if (leftBytes > 0) truncateSync(filler, statSync(filler).size - leftBytes);
    },
    free: () => rmSync(filler),
    makeReadOnly: () => void ran('mount', '-o', 'remount,ro', path),
    unmount() {
      cancel();
      ran('umount', '-l', path);
    },
  };
}

function isWritten(file: number, bytes: Buffer): boolean {
  try {
    return writeSync(file, bytes) === bytes.length;
  } catch {
    return false;
  }
}

function ran(...command: string[]): boolean {
  try {
    return Bun.spawnSync(command, { stdout: 'ignore', stderr: 'ignore' }).success;
  } catch {
    return false;
  }
}
