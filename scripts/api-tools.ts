/**
 * Runs common tools on the API document: validators and linters find no problems, and clients of generators compile.
 * They run in a package of their own, beside the TypeScript they need; what they make is compiled by the product's own,
 * which takes a fifth of the time.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import { validate } from '@readme/openapi-parser';
import { hashOf } from './document.ts';

const PROJECT = new URL('..', import.meta.url).pathname;
const TOOLS = join(PROJECT, 'packages/api-tools');
const COMPILER = join(PROJECT, 'node_modules/typescript/bin/tsc');
const SOURCES = ['scripts/api-tools.ts', 'packages/api-tools'];

/** Returns the output of a tool of `packages/api-tools`. Rejects with the problems that it reports. */
export async function runTool(command: readonly string[], stdin = ''): Promise<string> {
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

/**
 * Takes some 15 seconds of CPU. Rejects when the document is no OpenAPI 3.1, with what redocly and spectral find in it by
 * their recommended rules, and when a client that hey-api or orval makes of it does not compile under strict.
 */
export async function checkByTools(document: string): Promise<void> {
  await SwaggerParser.validate(JSON.parse(document));
  const validity = await validate(JSON.parse(document));
  if (!validity.valid) throw new Error(JSON.stringify(validity.errors));
  const findings: readonly string[] = JSON.parse(await runTool(['lint.ts'], document));
  if (findings.length > 0) throw new Error(findings.join('\n'));
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-api-'));
  try {
    await Bun.write(join(folder, 'document.json'), document);
    await runTool(['generate.ts', join(folder, 'document.json'), join(folder, 'clients')]);
    await Bun.write(join(folder, 'tsconfig.json'), JSON.stringify(STRICT));
    await runTool([COMPILER, '-p', folder]);
    const types = await Bun.file(join(folder, 'clients/hey-api/types.gen.ts')).text();
    const missing = NAMES.filter((name) => !types.includes(`export type ${name} = `));
    if (missing.length > 0) throw new Error(`the client of hey-api has no ${missing.join(', ')}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Types that a caller looks for under these names, not under those of an operation. */
const NAMES = ['ListedInstance', 'MessageSent', 'Pipeline', 'NotFoundFailure'];

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

/** Returns the SHA-256 of the tools, their versions included: what decides about the result besides the document. */
export async function toolsHash(): Promise<string> {
  const texts = await Promise.all(sources().map((path) => Bun.file(join(PROJECT, path)).text()));
  return hashOf(texts.join(''));
}

function sources(): string[] {
  return SOURCES.flatMap((source) =>
    source.endsWith('.ts')
      ? [source]
      : ['package.json', ...new Bun.Glob('*.ts').scanSync(join(PROJECT, source))]
          .toSorted()
          .map((name) => join(source, name)),
  );
}
