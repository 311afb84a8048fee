/** The service as one bundle with bytecode, for tests that start it: that takes half the time of loading its sources. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './database.ts';

const project = new URL('../..', import.meta.url).pathname;

/** Packages that the service loads when they are needed, or that load files of their own. */
const EXTERNAL = ['@whiskeysockets/baileys', '@nats-io/*', 'nats.ws', '@libsql/client'];

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
      '--target=bun',
      '--format=cjs',
      '--bytecode',
      `--outdir=${folder}`,
      ...EXTERNAL.map((name) => `--external=${name}`),
    ],
    { cwd: project, stdout: 'ignore' },
  );
  if (!success) throw new Error(`the service cannot be bundled: ${stderr}`);
  // Files of its own it finds in its sources, packages beside the bundle.
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  return join(folder, 'main.js');
}
