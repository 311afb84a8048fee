/** The list of what may end the process, compared with the code. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';

const root = join(import.meta.dir, '../..');
const read = (path: string) => Bun.file(join(root, path)).text();

/** What ends the process or replaces it, and what asks the lifetime of the service to end it. */
const ENDS =
  /\bprocess\.(exit|abort|kill|reallyExit|execve\??\.?)\(|\bprocess\.exitCode = |\blifetime\.(fail|refuse)\(/;

test('the documentation names every place in the code that may end the process, and no other', async () => {
  const page = await read('docs/operations.md');
  const [, section = ''] = /\n## What may end the process\n(.*?)\n## /s.exec(page) ?? [];
  const named = new Set([...section.matchAll(/`(src\/[\w./-]+\.ts)`/g)].map(([, path]) => path));
  const sources = [...new Bun.Glob('src/**/*.ts').scanSync(root)];
  const ending: string[] = [];
  for (const path of sources) if (ENDS.test(await read(path))) ending.push(path);
  expect(ending.toSorted()).toEqual([...named].map(String).toSorted());
});
