/** What may end the process. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';

const root = join(import.meta.dir, '../../..');
const read = (path: string) => Bun.file(join(root, path)).text();

/** What ends the process or replaces it, and what asks the lifetime of the service to end it. */
const ENDS =
  /\bprocess\.(exit|abort|kill|reallyExit|execve\??\.?)\(|\bprocess\.exitCode = |\blifetime\.(fail|refuse)\(/;

const ENDING = [
  // A command that is done or interrupted; never the service.
  'src/modules/cli/run.ts',
  'src/modules/cli/terminal.ts',
  // A signal, and a start or a stop that fails.
  'src/core/process/lifetime.ts',
  // A start that replaces itself, to raise a limit of the runtime.
  'src/core/process/runtime-options.ts',
  // A start that is refused, and the end of the thread that writes the database file.
  'src/serve.ts',
];

test('no other place in the code may end the process, so that a fault of one request does not', async () => {
  const sources = [...new Bun.Glob('src/**/*.ts').scanSync(root)];
  const ending: string[] = [];
  for (const path of sources) if (ENDS.test(await read(path))) ending.push(path);
  expect(ending.toSorted()).toEqual(ENDING.toSorted());
});
