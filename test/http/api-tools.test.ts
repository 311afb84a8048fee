/**
 * What tools of the field make of the API document. They run in a package of their own, beside the TypeScript they
 * need; what they make is compiled by the product's own, which takes a fifth of the time. `openapi-typescript` is the
 * one behind the product's client: see test/client/generated.test.ts.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type RunningApp, startApp } from '../helpers/app.ts';
import { temporaryFolder } from '../helpers/database.ts';

const TOOLS = join(import.meta.dir, '../../packages/api-tools');
const TSC = join(import.meta.dir, '../../node_modules/typescript/bin/tsc');
/** Generating two clients takes seconds of CPU, and more while other tests run. */
const GENERATING_MS = 180_000;

let app: RunningApp;
let document: string;
beforeAll(async () => {
  app = await startApp();
  document = JSON.stringify((await app.call('GET', '/swagger/json', undefined, null)).body);
});
afterAll(() => app.stop());

async function run(command: readonly string[], stdin = ''): Promise<string> {
  const child = Bun.spawn([process.execPath, ...command], {
    cwd: TOOLS,
    stdin: new Blob([stdin]),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, problems] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) !== 0) throw new Error(`${command[0]}: ${out}${problems}`);
  return out;
}

test(
  "linters find nothing in it by the recommended rules of redocly and spectral's for OpenAPI",
  async () => {
    expect(JSON.parse(await run(['lint.ts'], document))).toEqual([]);
  },
  GENERATING_MS,
);

test(
  'hey-api and orval make clients of it that compile under strict',
  async () => {
    const folder = temporaryFolder();
    await Bun.write(join(folder, 'document.json'), document);
    await run(['generate.ts', join(folder, 'document.json'), join(folder, 'clients')]);
    await Bun.write(join(folder, 'tsconfig.json'), JSON.stringify(STRICT));
    await run([TSC, '-p', folder]);
    const types = await Bun.file(join(folder, 'clients/hey-api/types.gen.ts')).text();
    const names = ['ListedInstance', 'MessageSent', 'Pipeline', 'NotFoundFailure'];
    expect(names.filter((name) => !types.includes(`export type ${name} = `))).toEqual([]);
  },
  GENERATING_MS,
);

const STRICT = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: [],
  },
  include: ['clients'],
};
