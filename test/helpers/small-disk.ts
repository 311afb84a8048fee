/** A file system of a few megabytes that a test can fill: a tmpfs of its own, where this process may mount one. */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder, whenThisProcessIsGone } from './database.ts';

export interface SmallDisk {
  /** Where it is mounted. */
  readonly path: string;
  /** Writes a file until not one byte more fits. */
  fill(): void;
  /** Removes that file. */
  free(): void;
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
    fill() {
      const file = openSync(filler, 'a');
      for (let bytes = 65_536; bytes >= 1; ) {
        if (!isWritten(file, Buffer.alloc(bytes))) bytes /= 16;
      }
      closeSync(file);
    },
    free: () => rmSync(filler),
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
