/** That no text is left in the languages which nobody can read any more. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { en } from '../../../src/core/languages/en.ts';
import { PAGE_TEXTS } from '../../../src/core/languages/pages.ts';

const root = join(import.meta.dir, '../../..');
const files = [...new Bun.Glob('src/**/*.{ts,tsx}').scanSync(root)].filter(
  (file) => !/^src\/core\/languages\/(en|es|pt-BR)\b/.test(file),
);
const sources = await Promise.all(files.map((file) => Bun.file(join(root, file)).text()));
const code = sources.join('\n');

const DESTRUCTURED = /\{([^{}]*)\} = (?:[^;\n]*?\W)?(\w+)(?:\(\)|\[\w+\])?;/g;

/** `parent.key` for every access, also by destructuring, and by another name in the same file. */
const accesses = new Set(
  [...code.matchAll(/\b(\w+)\??\.(?=(\w+))/g)].map(([, parent, key]) => `${parent}.${key}`),
);
/** Objects in which a key is looked up; sections are never handed on as a whole, other objects may be. */
const lookedUp = new Set(code.match(/\b\w+(?=\[)/g));
const handedOn = new Set(code.match(/\b\w+(?=\)? *[,;)}])/g));
const words = new Set(code.toLowerCase().match(/[\w$-]+/g));
for (const source of sources) {
  const renamed = [...source.matchAll(/(\w+): PageTexts\['(\w+)'\]/g)].map(([, to, from]) => [
    from,
    to,
  ]);
  for (const [, names = '', from = ''] of source.matchAll(DESTRUCTURED)) {
    for (const name of names.match(/\w+/g) ?? []) accesses.add(`${from}.${name}`);
    for (const [, name, to] of names.matchAll(/(\w+): (\w+)/g)) renamed.push([name, to]);
  }
  for (const [name = '', to] of renamed) {
    for (const [, key] of source.matchAll(RegExp(`\\b${to}\\.(\\w+)`, 'g')))
      accesses.add(`${name}.${key}`);
    if (source.includes(`${to}[`)) lookedUp.add(name);
  }
}

/** The names that lead to each text; the forms of a count are one. */
function pathsOf(value: object, path: readonly string[] = []): string[][] {
  if ('other' in value && 'one' in value) return [[...path]];
  return Object.entries(value).flatMap(([key, part]) =>
    typeof part === 'object' ? pathsOf(part, [...path, key]) : [[...path, key]],
  );
}

/** English has no texts of failures and operations, and the others are looked up by the reason. */
const { formats: _, failures: __, summaries: ___, advice: ____, ...others } = en;
const { sentences: _____, ...sections } = others;

test('every text of the languages is shown by some part of the code', () => {
  const unused = [...pathsOf(sections), ...pathsOf(PAGE_TEXTS.en)].filter((path) => {
    const [parent = '', key = ''] = path.slice(-2);
    if (accesses.has(`${parent}.${key}`)) return false;
    const isNamed = words.has(key.toLowerCase()) || code.includes(key.replace('{', '${'));
    const isFound = lookedUp.has(parent) || (path.length > 2 && handedOn.has(parent));
    return !(isNamed && isFound);
  });
  expect(unused.map((path) => path.join('.'))).toEqual([]);
});
