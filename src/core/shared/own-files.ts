/**
 * Finds the files of the program in its checkout, or in the executable that was built from it. The build
 * (`scripts/build.ts`) includes everything that is named here.
 */

import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

/** Whether this process runs the built executable. */
export const isExecutable: boolean = Bun.isStandaloneExecutable;

/** The checkout, or the place inside the executable where modules keep their paths and other files only their names. */
const ROOT = new URL(isExecutable ? './' : '../../../', import.meta.url);

/** Returns the URL of a worker's module, given its path from the root of the checkout. */
export const ownModule = (path: string): URL => new URL(path, ROOT);

/** Returns the absolute path of a file or folder, given its path from the root of the checkout. */
export const ownFile = (path: string): string =>
  Bun.fileURLToPath(new URL(isExecutable ? basename(path) : path, ROOT));

/** Returns the absolute path of a file of a package, such as `swagger-ui-dist/swagger-ui.css`. */
export const packageFile = (path: string): string =>
  isExecutable ? ownFile(path) : Bun.resolveSync(path, import.meta.dir);

/**
 * Returns the module of an optional package. The executable does not contain any: it looks beside itself, then in the
 * working folder. Throws as `import` does when the package is not installed.
 */
export function optionalPackage(name: string): string {
  if (!isExecutable) return Bun.resolveSync(name, import.meta.dir);
  try {
    return Bun.resolveSync(name, dirname(process.execPath));
  } catch {
    return Bun.resolveSync(name, process.cwd());
  }
}

/** Returns the command that starts this program again, with `words` after its name. */
export const ownCommand = (words: readonly string[]): string[] =>
  isExecutable ? [process.execPath, ...words] : [process.execPath, Bun.main, ...words];

// Opens files named by users only when they are regular ones, so that no read waits for a pipe or a device.

/** Opens a file for reading. Rejects with an Error that says what `path` is instead, or with the system's. */
export async function openRegular(path: string): Promise<FileHandle> {
  // This comes first because opening some devices already has an effect.
  refuseOther(await stat(path));
  // If a pipe has taken the name in the meantime, opening it does not wait for a writer.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    refuseOther(await file.stat());
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

function refuseOther(stats: Stats): void {
  if (!stats.isFile()) throw new Error(`it is ${kindOf(stats)}, not a file`);
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a named pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}

const MIB = 1024 ** 2;

/** Returns the whole file. Rejects as `openRegular` does, and with an Error when it is larger than `bytesMax`. */
export async function readRegular(path: string, bytesMax: number): Promise<Uint8Array> {
  const file = await openRegular(path);
  try {
    const { size } = await file.stat();
    if (size > bytesMax) throw new Error(`it has more than ${bytesMax / MIB} MiB`);
    return await readFrom(file, new Uint8Array(size));
  } finally {
    await file.close();
  }
}

/** Fills `bytes` from the position of `file`; returns fewer when the file ends before. */
export async function readFrom(file: FileHandle, bytes: Uint8Array): Promise<Uint8Array> {
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, null);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}
