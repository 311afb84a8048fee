/** The commands that people are told to run. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { projectDir } from '../../core/process/spawned-process.ts';

/** By npm outside of a checkout, the name is that of somebody else's package. */
const FOREIGN = /\b(?:npx|bunx|npm exec|pnpm dlx|yarn dlx)(?:\s+--?[\w-]+)*\s+gatehouse\b/;

const FILES = new Bun.Glob('**/*');
const OTHERS = /(^|\/)(node_modules|\.git|data|pictures)\/|\.(lock|png)$/;

test('nothing tells people to run a package of a foreign hand: npx finds ours in a checkout alone', async () => {
  const wrong: string[] = [];
  for (const path of FILES.scanSync({ cwd: projectDir, dot: true })) {
    if (OTHERS.test(path)) continue;
    if (FOREIGN.test(await Bun.file(join(projectDir, path)).text())) wrong.push(path);
  }
  expect(wrong).toEqual([]);
  expect(`npx ${'gatehouse'} demo`).toMatch(FOREIGN);
  expect(`npx --yes ${'gatehouse'} demo`).toMatch(FOREIGN);
});

test('the package has a name below a scope, and is never published', async () => {
  const { name, private: isPrivate } = await Bun.file(join(projectDir, 'package.json')).json();
  expect([name, isPrivate]).toEqual(['@gatehouse-gateway/gatehouse', true]);
});
