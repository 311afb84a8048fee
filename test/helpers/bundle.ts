/** The service as one bundle, for tests that start it as a process: that takes half the time of loading its sources. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './database.ts';

const project = new URL('../..', import.meta.url).pathname;

/** Packages that the service loads when they are needed, or that load files of their own. */
const EXTERNAL = ['@whiskeysockets/baileys', '@nats-io/*', 'nats.ws', '@libsql/client'];

/** What the service looks for beside its code, by the name it is asked for there. */
const BESIDE = [
  ['node_modules', 'node_modules'],
  ['page', 'src/manager/page'],
] as const;

let entry: string | undefined;

/** The path of its entry point; a process of the test runner makes the bundle once. */
export function bundledService(): string {
  entry ??= bundle();
  return entry;
}

function bundle(): string {
  const folder = temporaryFolder();
  const { success, stderr } = Bun.spawnSync(
    [
      process.execPath,
      'build',
      'src/main.ts',
      'src/db/commit-worker.ts',
      '--target=bun',
      '--splitting',
      `--outdir=${folder}`,
      ...EXTERNAL.map((name) => `--external=${name}`),
    ],
    { cwd: project, stdout: 'ignore' },
  );
  if (!success) throw new Error(`the service cannot be bundled: ${stderr}`);
  for (const [name, path] of BESIDE) symlinkSync(join(project, path), join(folder, name));
  symlinkSync(join(folder, 'db/commit-worker.js'), join(folder, 'commit-worker.ts'));
  return join(folder, 'main.js');
}
