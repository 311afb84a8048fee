import { expect, test } from 'bun:test';
import { symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bun, projectDir, spawnProcess } from '../core/process/spawned-process.ts';
import { temporaryFolder } from '../helpers/database.ts';

test('on a machine with Node alone, the last lines of `npm test` name what was skipped and how to get it', async () => {
  const folder = temporaryFolder();
  for (const program of [bun, Bun.which('sh')])
    if (program !== null) symlinkSync(program, join(folder, basename(program)));
  const { scripts } = await Bun.file(join(projectDir, 'package.json')).json();
  // npm runs it after the tests, if they pass.
  const words = [join(folder, 'sh'), '-c', scripts.posttest];
  const said = spawnProcess(words, { PATH: folder }, projectDir);
  expect(await said.ended()).toBe(0);
  const lines = (said.stdout() + said.stderr()).trim().split('\n');
  for (const what of [/^browser tests are skipped: ./, /^tests with NATS are skipped: ./])
    expect(lines).toContainEqual(expect.stringMatching(what));
  expect(lines.filter((line) => !line.includes(' are skipped: '))).toEqual([]);
});
