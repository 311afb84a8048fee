/**
 * Finds the files of the program in its checkout, or in the executable that was built from it. The build
 * (`scripts/build.ts`) includes everything that is named here.
 */
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
