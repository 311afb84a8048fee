/** Names of types and files are nouns, names of functions verbs. These tests find the commonest slip: a participle alone. */
import { expect, test } from 'bun:test';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dir, '..');
const PARTICIPLE =
  /^[a-z]*[^e]ed$|^(?:said|told|held|kept|sent|given|known|shown|made|found|when|where|elsewhere)$/;
const TYPE = /^\s*(?:export )?(?:type|interface|class) ([A-Z][a-z]+)\b/gm;
const FUNCTION =
  /^export (?:async )?function\*? ([a-z]+)\b|^export const ([a-z]+) =\s*(?:async )?(?:<[^>]*>)?\(/gm;
const VALUE = /\b(?:const|let|function) (given)\b|\((given)\) =>/g;

const files = ['src', 'packages', 'scripts', 'campaign', 'bench', 'test'].flatMap((folder) =>
  [...new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync(ROOT)].filter(
    (path) => !path.includes('node_modules'),
  ),
);
const others = files.filter((path) => !path.startsWith('test/') && !path.includes('/test/'));

/** Returns the names that `pattern` finds and that are participles, each after its file. */
async function participles(paths: readonly string[], pattern: RegExp): Promise<string[]> {
  const found = await Promise.all(
    paths.map(async (path) =>
      [...(await Bun.file(join(ROOT, path)).text()).matchAll(pattern)]
        .map(([, name, other]) => name ?? other ?? '')
        .filter((name) => PARTICIPLE.test(name.toLowerCase()))
        .map((name) => `${path}: ${name}`),
    ),
  );
  return found.flat();
}

test('a type is called by a noun', async () => {
  expect(await participles(files, TYPE)).toEqual([]);
});

test('a function that other files import is called by a verb', async () => {
  expect(await participles(others, FUNCTION)).toEqual([]);
});

test('a value is called by what it is, and not given', async () => {
  expect(await participles(files, VALUE)).toEqual([]);
});

test('a file that is no test is called by a noun', () => {
  // The name is that of the document from which it is made.
  const names = files.filter((path) => !/\.test\.tsx?$|\/generated\.ts$/.test(path));
  expect(names.filter((path) => PARTICIPLE.test(basename(path).replace(/\..*/, '')))).toEqual([]);
});
