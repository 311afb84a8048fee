/** That the problems of fields are stable names, each declared once, with the values of their sentences. */
import { expect, test } from 'bun:test';
import { formProblems } from '../../../../src/core/shared/reasons/form-problems.ts';
import {
  detailsOf,
  PROBLEMS,
  type ProblemCode,
  problem,
  renameFirst,
  underPath,
} from '../../../../src/core/shared/reasons/problems.ts';
import { programProblems } from '../../../../src/core/shared/reasons/program-problems.ts';

const NAMES = Object.keys(PROBLEMS) as ProblemCode[];

test('each problem is declared once, as lower-case words joined by underscores', () => {
  const declared = [formProblems, programProblems].flatMap((table) => Object.keys(table));
  expect(declared.sort()).toEqual(NAMES.toSorted());
  expect(NAMES.filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
});

test('each sentence is that of one problem only', () => {
  const sentences = Object.values(PROBLEMS);
  expect(new Set(sentences).size).toBe(sentences.length);
});

test('each problem is found somewhere', async () => {
  const root = `${import.meta.dir}/../../../../src`;
  const paths = [...new Bun.Glob('**/*.ts').scanSync(root)].filter(
    (path) => !/^core\/(languages|shared\/reasons)\//.test(path),
  );
  const sources = await Promise.all(paths.map((path) => Bun.file(`${root}/${path}`).text()));
  const quoted = new Set(sources.flatMap((source) => source.match(/'[a-z_]+'/g) ?? []));
  expect(NAMES.filter((name) => !quoted.has(`'${name}'`))).toEqual([]);
});

test('a problem has its sentence filled in, and the values by name', () => {
  expect(problem('text_length', { min: 1, max: 20 })).toEqual({
    reason: 'text_length',
    message: 'must be a text of 1-20 characters',
    parameters: { min: 1, max: 20 },
  });
  expect(problem('required')).toEqual({ reason: 'required', message: 'is required' });
});

test('problems move into the object that has the fields, and under the names that were sent', () => {
  const found = { field: 'url', ...problem('required') };
  expect(underPath('webhook')(found).field).toBe('webhook.url');
  const asSent = renameFirst((name) => `proxy_${name}`);
  expect(asSent({ ...found, field: 'headers.host' }).field).toBe('proxy_headers.host');
});

test('details have the sentences by field, also under a name that objects inherit', () => {
  const problems = ['__proto__', 'a', '__proto__'].map((field) => ({
    field,
    ...problem('required'),
  }));
  expect(Object.entries(detailsOf(problems))).toEqual([
    ['__proto__', ['is required', 'is required']],
    ['a', ['is required']],
  ]);
});
