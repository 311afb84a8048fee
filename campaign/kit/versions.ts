/** Earlier versions of the service, taken out of the repository's history. */
import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../test/helpers/database.ts';
import { projectDir } from '../../test/process/spawned.ts';

export interface Version {
  readonly commit: string;
  /** A tag, or the last migration it knows. */
  readonly name: string;
}

const git = (...words: string[]): string => {
  const { success, stdout } = Bun.spawnSync(['git', '-C', projectDir, ...words], {
    stderr: 'ignore',
  });
  return success ? stdout.toString().trim() : '';
};

/** Why there are none here; null when there are. */
export const lacksHistory = (): string | null =>
  existsSync(join(projectDir, '.git')) && Bun.which('git') !== null
    ? null
    : 'it needs git and the history of the repository';

const migrationsOf = (commit: string): readonly string[] =>
  git('ls-tree', '-r', '--format=%(objectname) %(path)', commit, 'drizzle/')
    .split('\n')
    .filter((line) => line.endsWith('.sql'))
    .sort((a, b) => ((a.split(' ')[1] ?? '') < (b.split(' ')[1] ?? '') ? -1 : 1));

/**
 * Every released version, and the last commit of every schema that the present one goes on from, oldest first.
 * Commits whose migrations were changed afterwards never left the repository, and are left out.
 */
export function earlierVersions(): readonly Version[] {
  const present = migrationsOf('HEAD');
  const lastOf = new Map<number, Version>();
  for (const commit of git('rev-list', '--date-order', 'HEAD').split('\n')) {
    const migrations = migrationsOf(commit);
    const { length } = migrations;
    const isPrefix = length > 0 && migrations.every((one, at) => one === present[at]);
    if (!isPrefix || length === present.length || lastOf.has(length)) continue;
    const [, name = ''] = /drizzle\/(.*)\.sql$/.exec(migrations.at(-1) ?? '') ?? [];
    lastOf.set(length, { commit, name });
  }
  const tags = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=creatordate');
  const released = tags.split('\n').filter((tag) => tag !== '');
  return [
    ...released.map((name) => ({ commit: name, name })),
    ...[...lastOf].sort(([a], [b]) => a - b).map(([, version]) => version),
  ];
}

/** Writes that version into a folder of its own, with the packages of this one; returns its entry point. */
export async function checkOut({ commit }: Version): Promise<string> {
  const folder = temporaryFolder();
  const archive = join(folder, 'version.tar');
  git('archive', '--output', archive, commit);
  const { success } = Bun.spawnSync(['tar', '-xf', archive, '-C', folder]);
  if (!success) throw new Error(`${commit} cannot be taken out of the history`);
  await symlink(join(projectDir, 'node_modules'), join(folder, 'node_modules'));
  return join(folder, 'src/main.ts');
}
