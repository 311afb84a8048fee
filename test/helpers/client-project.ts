/** A project beside this one, into which the client was built and installed. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeClientTypes } from '../../scripts/client-types.ts';
import { temporaryFolder } from './database.ts';

const root = join(import.meta.dir, '../..');

export const CLIENT_SOURCE = join(root, 'packages/client');
const COMPILER = join(root, 'node_modules/typescript/bin/tsc');

export interface ClientProject {
  readonly folder: string;
  /** Where the client is installed. */
  readonly installed: string;
  /** Compiles a file of the project without writing anything; rejects with what is wrong. */
  check(name: string, options?: object): Promise<void>;
}

/** It takes seconds, and more while other tests run. */
export async function clientProject(): Promise<ClientProject> {
  const folder = temporaryFolder();
  const installed = join(folder, 'node_modules/@gatehouse/client');
  await writeClientTypes();
  await compile(['-p', CLIENT_SOURCE, '--outDir', join(installed, 'dist')]);
  copyFileSync(join(CLIENT_SOURCE, 'package.json'), join(installed, 'package.json'));
  await Bun.write(join(folder, 'package.json'), '{"type":"module"}');
  return {
    folder,
    installed,
    async check(name, options = {}) {
      const compilerOptions = { ...STRICT, ...options };
      const config = join(folder, `tsconfig.${name}.json`);
      await Bun.write(config, JSON.stringify({ compilerOptions, files: [name] }));
      await compile(['-p', config]);
    },
  };
}

async function compile(words: readonly string[]): Promise<void> {
  const child = Bun.spawn([process.execPath, COMPILER, ...words], { stdout: 'pipe' });
  const problems = await child.stdout.text();
  if ((await child.exited) !== 0) throw new Error(problems);
}

/** Without the types of any runtime. */
const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  target: 'ES2022',
  module: 'NodeNext',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  types: [],
};
