/** Earlier versions of the service, taken out of the repository's history. */
import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { projectDir } from '../../test/core/process/spawned-process.ts';
import { temporaryFolder } from '../../test/helpers/database.ts';

const git = (...words: string[]): string => {
  const { success, stdout } = Bun.spawnSync(['git', '-C', projectDir, ...words], {
    stderr: 'ignore',
  });
  return success ? stdout.toString().trim() : '';
};

/** Every released version, oldest first. */
export const earlierVersions = (): readonly string[] =>
  git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=creatordate')
    .split('\n')
    .filter((tag) => tag !== '');

/** Why there are none here; null when there are. */
export function lacksVersions(): string | null {
  if (!existsSync(join(projectDir, '.git')) || Bun.which('git') === null)
    return 'it needs git and the history of the repository';
  return earlierVersions().length > 0 ? null : 'nothing was released before';
}

/** Writes that version into a folder of its own, with the packages of this one; returns its entry point. */
export async function checkOut(tag: string): Promise<string> {
  const folder = temporaryFolder();
  const archive = join(folder, 'version.tar');
  git('archive', '--output', archive, tag);
  const { success } = Bun.spawnSync(['tar', '-xf', archive, '-C', folder]);
  if (!success) throw new Error(`${tag} cannot be taken out of the history`);
  await symlink(join(projectDir, 'node_modules'), join(folder, 'node_modules'));
  return join(folder, 'src/main.ts');
}
