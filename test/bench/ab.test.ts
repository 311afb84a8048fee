/** The comparison of this version with an earlier one: its figures, what it refuses, and what it leaves behind. */
import { afterAll, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { earlierVersion, mustBeUnchanged, thisVersion } from '../../bench/ab/checkout.ts';
import { type Cost, lineOf, type Pair, pairsOf, partsOf } from '../../bench/ab/pairs.ts';
import { median } from '../../bench/measure.ts';
import { bun, cleanUp, projectDir, spawnProcess } from '../core/process/spawned-process.ts';
import { temporaryFolder } from '../helpers/database.ts';
import { until } from '../helpers/until.ts';

afterAll(cleanUp);

const costs = (...cpu: number[]): Cost[] => cpu.map((one) => ({ cpu: one, perSecond: 1e6 / one }));
const pair = (own: number[], earlier: number[]): Pair => ({
  own: costs(...own),
  earlier: costs(...earlier),
});
const versions = { own: 'def56789', earlier: 'abc12345' };

test('the line has the median, the least and the most of the ratios of all pairs', () => {
  const pairs = [pair([99, 95], [100, 100]), pair([51, 51], [50, 50]), pair([93, 93], [100, 100])];
  expect(lineOf([{ part: 'delivery', pairs }], versions)).toBe(
    'def56789 beside abc12345, 3 pairs in turns: ' +
      'delivery 0.97 (0.93 to 1.02) of the CPU and 1.03 (0.98 to 1.08) of the rate',
  );
});

test('a machine that slows down evenly while a pair is measured changes no ratio', () => {
  const line = lineOf([{ part: 'api', pairs: [pair([100, 160], [120, 140])] }], versions);
  expect(line).toContain('1 pair in turns: api 1.00 (1.00 to 1.00) of the CPU');
});

test('a part that the earlier version lacks is named with the reason beside those that were measured', () => {
  const line = lineOf(
    [
      { part: 'delivery', lacks: 'bench/engine.ts', pairs: [] },
      { part: 'whatsapp in', pairs: [pair([1, 1], [1, 1])] },
    ],
    versions,
  );
  expect(line).toBe(
    'def56789 beside abc12345, 1 pair in turns: ' +
      'delivery not measured, because abc12345 lacks bench/engine.ts; ' +
      'whatsapp in 1.00 (1.00 to 1.00) of the CPU and 1.00 (1.00 to 1.00) of the rate',
  );
});

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
  [[7], 7],
  [[], Number.NaN],
])('the median of %p is %p', (values, expected) => {
  expect(median(values)).toBe(expected);
});

test('PART and PAIRS take known parts and whole numbers, and say what they take', () => {
  expect([partsOf(undefined).length, partsOf('').length, partsOf('api, whatsapp out')]).toEqual([
    4,
    4,
    ['api', 'whatsapp out'],
  ]);
  expect(() => partsOf('delivery,crm')).toThrow(
    "there is no part 'crm': PART takes delivery, api, whatsapp in, whatsapp out",
  );
  expect([pairsOf(undefined), pairsOf('1')]).toEqual([5, 1]);
  for (const wrong of ['0', '-1', '1.5', 'many', ''])
    expect(() => pairsOf(wrong)).toThrow(`PAIRS is '${wrong}'`);
});

const git = async (repository: string, ...words: string[]): Promise<void> => {
  const identity = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com'];
  const process = Bun.spawn(['git', '-C', repository, ...identity, ...words], {
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  expect(await process.exited).toBe(0);
};

/** Two commits, and a package of the repository itself that is not the same in both. */
async function repository(): Promise<string> {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  await git(folder, 'init', '--quiet');
  await mkdir(join(folder, 'own'));
  await write('package-lock.json', '{}');
  await write('.gitignore', 'node_modules');
  await write('own/index.js', 'before');
  await git(folder, 'add', '.');
  await git(folder, 'commit', '--quiet', '--message', 'before');
  await write('own/index.js', 'after');
  await git(folder, 'commit', '--quiet', '--all', '--message', 'after');
  await mkdir(join(folder, 'node_modules/other'), { recursive: true });
  await write('node_modules/other/index.js', 'the same');
  await symlink('../own', join(folder, 'node_modules/own'));
  return folder;
}

test.skipIf(Bun.which('git') === null)(
  'an earlier version has its own files and its own packages of the repository, and leaves it as it is',
  async () => {
    const folder = await repository();
    const {
      name,
      checkout,
      bun: itsBun,
    } = await earlierVersion('HEAD^', folder, temporaryFolder());
    expect(await readFile(join(checkout, 'node_modules/own/index.js'), 'utf8')).toBe('before');
    expect(await realpath(join(checkout, 'node_modules/own'))).toBe(
      await realpath(join(checkout, 'own')),
    );
    expect(await readFile(join(checkout, 'node_modules/other/index.js'), 'utf8')).toBe('the same');
    expect([name.length, itsBun, existsSync(join(folder, '.git/worktrees'))]).toEqual([
      8,
      process.execPath,
      false,
    ]);
    expect(await readFile(join(folder, 'own/index.js'), 'utf8')).toBe('after');
  },
);

test.skipIf(Bun.which('git') === null).each(['v9.9.9', '0123456789', '--all', 'HEAD:own'])(
  'a name that is no commit is refused by name: %s',
  async (name) => {
    const refused = earlierVersion(name, await repository(), temporaryFolder());
    await expect(refused).rejects.toThrow(`there is no commit '${name}' here`);
  },
);

test.skipIf(Bun.which('git') === null)(
  'a checkout with changes that no commit has is named so, also if the file is new',
  async () => {
    const folder = await repository();
    const clean = await thisVersion(folder);
    expect([clean.isDirty, clean.name]).toEqual([false, expect.stringMatching(/^[0-9a-f]{8}$/)]);
    await writeFile(join(folder, 'new'), '');
    const dirty = await thisVersion(folder);
    expect([dirty.isDirty, dirty.name]).toEqual([true, `${clean.name} with uncommitted changes`]);
  },
);

test.skipIf(Bun.which('git') === null)(
  'a checkout that changed while it was measured gets no line',
  async () => {
    const folder = await repository();
    const version = await thisVersion(folder);
    await mustBeUnchanged(version);
    await writeFile(join(folder, 'new'), '');
    await expect(mustBeUnchanged(version)).rejects.toThrow(
      `this checkout was ${version.name} and is ${version.name} with uncommitted changes`,
    );
    await git(folder, 'add', '.');
    await git(folder, 'commit', '--quiet', '--message', 'later');
    await expect(mustBeUnchanged(version)).rejects.toThrow('measure it again, unchanged');
  },
);

test.skipIf(!existsSync(join(projectDir, '.git')) || Bun.which('git') === null)(
  'a comparison that is interrupted ends what it has started and removes its files',
  async () => {
    const folder = temporaryFolder();
    const environment = { TMPDIR: folder, PART: 'delivery' };
    const running = spawnProcess([bun, 'run', 'bench/run.ts', 'ab', 'HEAD'], environment);
    const files = () => readdirSync(folder, { recursive: true }).map(String);
    await until(
      'an engine is measured',
      () => files().some((name) => name.endsWith('bench.db')),
      60_000,
    );
    running.signal('SIGTERM');
    expect(await running.ended()).not.toBe(0);
    await until('its processes have ended', () => !running.hasDescendants());
    expect(readdirSync(folder)).toEqual([]);
  },
  120_000,
);
