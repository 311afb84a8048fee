/**
 * Where the program finds what belongs to it: in its checkout, or in the executable that was built of it. The build
 * (`scripts/build.ts`) takes along what is named here.
 */
import { basename, dirname } from 'node:path';

/** Whether this is the built executable. */
export const isExecutable: boolean = Bun.isStandaloneExecutable;

/** The checkout, or the place inside the executable where its modules keep their paths and the rest its last names. */
const ROOT = new URL(isExecutable ? './' : '../../', import.meta.url);

/** A module that runs in a worker, by its path from the root of the checkout. */
export const ownModule = (path: string): URL => new URL(path, ROOT);

/** Absolute path of a file or folder, given by its path from the root of the checkout. */
export const ownFile = (path: string): string =>
  Bun.fileURLToPath(new URL(isExecutable ? basename(path) : path, ROOT));

/** Absolute path of a file of a package, such as `swagger-ui-dist/swagger-ui.css`. */
export const packageFile = (path: string): string =>
  isExecutable ? ownFile(path) : Bun.resolveSync(path, import.meta.dir);

/**
 * The module of a package that may be left out. An executable has none inside: it looks beside itself, then in the
 * working folder. Throws as `import` does when the package is not there.
 */
export function optionalPackage(name: string): string {
  if (!isExecutable) return Bun.resolveSync(name, import.meta.dir);
  try {
    return Bun.resolveSync(name, dirname(process.execPath));
  } catch {
    return Bun.resolveSync(name, process.cwd());
  }
}

/** What starts this program once more, with `words` after its name. */
export const ownCommand = (words: readonly string[]): string[] =>
  isExecutable ? [process.execPath, ...words] : [process.execPath, Bun.main, ...words];
