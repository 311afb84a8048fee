/** Both versions of a comparison: this checkout, and an earlier commit in a folder of its own. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface Version {
  /** The name in printed lines. */
  readonly name: string;
  readonly checkout: string;
  readonly bun: string;
}

interface Output {
  readonly ok: boolean;
  readonly text: string;
}

async function run(command: readonly string[], cwd: string): Promise<Output> {
  const child = Bun.spawn([...command], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const [text, problem] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const ok = (await child.exited) === 0;
  return { ok, text: (ok ? text : problem).trim() };
}

async function must(command: readonly string[], cwd: string): Promise<string> {
  const { ok, text } = await run(command, cwd);
  if (!ok) throw new Error(`${command.join(' ')}: ${text}`);
  return text;
}

/** This version; its name says whether it has changes that no commit has. */
export async function thisVersion(checkout: string): Promise<Version & { isDirty: boolean }> {
  const commit = await must(['git', 'rev-parse', '--short=8', 'HEAD'], checkout);
  const isDirty = (await must(['git', 'status', '--porcelain'], checkout)) !== '';
  const name = isDirty ? `${commit} with uncommitted changes` : commit;
  return { name, checkout, bun: process.execPath, isDirty };
}

/** Throws when this version is another one than at the start: then some of its measurements are the other's. */
export async function mustBeUnchanged({ name, checkout }: Version): Promise<void> {
  const now = await thisVersion(checkout);
  if (now.name !== name)
    throw new Error(`this checkout was ${name} and is ${now.name}: measure it again, unchanged`);
}

/**
 * Puts the files of a commit into a folder, with the packages that its lock file names. A worktree would stay known to
 * the repository when this process is killed; a folder is only a folder.
 */
export async function earlierVersion(
  commit: string,
  repository: string,
  folder: string,
): Promise<Version> {
  const found = await run(
    ['git', 'rev-parse', '--verify', '--quiet', `${commit}^{commit}`],
    repository,
  );
  if (!found.ok)
    throw new Error(
      `there is no commit '${commit}' here; a shallow clone has the newest ones alone, 'git fetch --unshallow --tags' gets the others`,
    );
  const name = await must(['git', 'rev-parse', '--short=8', found.text], repository);
  const checkout = join(folder, name);
  await mkdir(checkout);
  const archive = join(folder, 'files.tar');
  await must(['git', 'archive', '--output', archive, found.text], repository);
  await must(['tar', '-xf', archive, '-C', checkout], repository);
  const hasSamePackages = await addPackages(repository, checkout);
  const bun = hasSamePackages ? process.execPath : join(checkout, 'node_modules', '.bin', 'bun');
  return { name, checkout, bun };
}

/** Returns whether they are the same as those of this version. */
async function addPackages(repository: string, checkout: string): Promise<boolean> {
  const lockOf = (folder: string) => Bun.file(join(folder, 'package-lock.json')).text();
  const packages = join(repository, 'node_modules');
  const isSame = existsSync(packages) && (await lockOf(repository)) === (await lockOf(checkout));
  if (!isSame) {
    await must(['npm', 'ci', '--no-audit', '--no-fund'], checkout);
    return false;
  }
  // No link to the folder: packages of this repository that are in it would be those of this version.
  const own = join(checkout, 'node_modules');
  await mkdir(own);
  const linked = await run(['cp', '-al', `${packages}/.`, own], checkout);
  // Another file system takes no hard links.
  if (!linked.ok) await must(['cp', '-a', `${packages}/.`, own], checkout);
  return true;
}
