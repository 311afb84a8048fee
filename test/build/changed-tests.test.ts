/** `npm run test:changed` in a small repository: which tests run after which change. */
import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { scripts } from '../../package.json';
import { temporaryFolder } from '../helpers/database.ts';

const CHANGED = /--changed=\S+/.exec(scripts['test:changed'])?.[0] ?? '';

const testOf = (name: string, ...lines: string[]): string =>
  [
    "import { expect, test } from 'bun:test';",
    ...lines,
    `test('${name}', () => expect(one).toBe(1));`,
  ].join('\n');

const FILES: Readonly<Record<string, string>> = {
  'shared.ts': 'export const one = 1;',
  'cats/cats.ts': "export { one } from '../shared.ts';",
  'dogs/dogs.ts': 'export const one = 1;',
  'cats.test.ts': testOf('cats', "import { one } from './cats/cats.ts';"),
  'dogs.test.ts': testOf('dogs', "import { one } from './dogs/dogs.ts';"),
  'late.test.ts': testOf('late', "const { one } = await import('./dogs/dogs.ts');"),
  'process.test.ts': testOf('process', 'const one = Number(await Bun.$`echo 1`.text());'),
};

function repository() {
  const folder = temporaryFolder();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const git = (...words: string[]) => {
    const author = ['-c', 'user.name=tests', '-c', 'user.email=tests@gatehouse.invalid'];
    const { exitCode, stderr } = Bun.spawnSync(['git', ...author, ...words], { cwd: folder });
    if (exitCode !== 0) throw new Error(stderr.toString());
  };
  for (const [path, text] of Object.entries(FILES)) write(path, text);
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'begin');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  const run = () => {
    const { stderr } = Bun.spawnSync([process.execPath, 'test', CHANGED], { cwd: folder });
    return [...stderr.toString().matchAll(/^\(pass\) (\w+)/gm)].map(([, name]) => name).sort();
  };
  return { write, git, run };
}

test('the tests run that import what has changed, by whatever way, and no others', () => {
  const { write, git, run } = repository();
  expect(run()).toEqual([]);
  write('shared.ts', 'export const one = 2 - 1;');
  expect(run()).toEqual(['cats']);
  git('commit', '-qam', 'change what cats need');
  expect(run()).toEqual(['cats']);
  write('dogs/dogs.ts', 'export const one = 2 - 1;');
  expect(run()).toEqual(['cats', 'dogs', 'late']);
});

test('a test that has changed or is new runs, and one that imports nothing of what has changed does not', () => {
  const { write, run } = repository();
  write('birds.test.ts', testOf('birds', 'const one = 1;'));
  write('process.test.ts', `${FILES['process.test.ts']}\n`);
  expect(run()).toEqual(['birds', 'process']);
});
