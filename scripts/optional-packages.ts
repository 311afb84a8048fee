/** Puts the optional packages of the checkout, and all that they need, beside an executable. */
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Copies from the checkout to `folder/node_modules`, which is replaced. Throws when a package is not installed. */
export function copyOptionalPackages(checkout: string, folder: string): void {
  const installed = join(checkout, 'node_modules');
  const target = join(folder, 'node_modules');
  const { optionalDependencies = {} } = manifestIn(checkout);
  const needed = foldersNeeded(installed, Object.keys(optionalDependencies));
  rmSync(target, { recursive: true, force: true });
  for (const path of needed)
    cpSync(join(installed, path), join(target, path), { recursive: true, dereference: true });
}

/** Paths in the folder `installed`; a package inside of another one may be named, too. */
function foldersNeeded(installed: string, names: readonly string[]): Set<string> {
  const paths = new Set(names);
  // The set grows while it is read.
  for (const path of paths) {
    if (!existsSync(join(installed, path)))
      throw new Error(`the package ${path} is not installed: npm install --include=optional`);
    const { dependencies = {} } = manifestIn(join(installed, path));
    for (const name of Object.keys(dependencies)) paths.add(folderOf(installed, name, path));
  }
  return paths;
}

/** The package that `import` of `name` finds from the folder `from`: the nearest one. */
function folderOf(installed: string, name: string, from: string): string {
  const nested = join(from, 'node_modules', name);
  if (existsSync(join(installed, nested))) return nested;
  const outer = from.lastIndexOf('node_modules');
  return outer < 0 ? name : folderOf(installed, name, from.slice(0, outer - 1));
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
