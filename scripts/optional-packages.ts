/** Puts the optional packages of the checkout, and all that they need, beside an executable. */
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const ROOT = join(import.meta.dir, '..');
const PACKAGES = join(ROOT, 'node_modules');

/** Copies to `folder/node_modules`, which is made anew. Throws when one is not installed. */
export function copyOptionalPackages(folder: string): void {
  const target = join(folder, 'node_modules');
  rmSync(target, { recursive: true, force: true });
  for (const path of foldersNeeded())
    cpSync(join(PACKAGES, path), join(target, path), { recursive: true, dereference: true });
}

/** Paths in `node_modules`; a package inside of another one may be named, too. */
function foldersNeeded(): Set<string> {
  const { optionalDependencies = {} } = manifestIn(ROOT);
  const paths = new Set(Object.keys(optionalDependencies));
  // The set grows while it is read.
  for (const path of paths) {
    const { dependencies = {} } = manifestIn(join(PACKAGES, path));
    for (const name of Object.keys(dependencies)) paths.add(folderOf(name, path));
  }
  return paths;
}

/** The package that `import` of `name` finds from the folder `from`: the nearest one. */
function folderOf(name: string, from: string): string {
  const nested = join(from, 'node_modules', name);
  if (existsSync(join(PACKAGES, nested))) return nested;
  const outer = from.lastIndexOf('node_modules');
  return outer < 0 ? name : folderOf(name, from.slice(0, outer - 1));
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
