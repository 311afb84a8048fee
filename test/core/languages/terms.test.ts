/** That texts and pages in Portuguese and Spanish call a thing by its one word. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { es } from '../../../src/core/languages/es.ts';
import { PAGE_TEXTS } from '../../../src/core/languages/pages.ts';
import { ptBR } from '../../../src/core/languages/pt-BR.ts';
import { TERMS } from './terms.ts';

const project = join(import.meta.dir, '../../..');
const SECOND_WORDS = Object.values(TERMS).flatMap(({ not }) => not?.split(', ') ?? []);
const isSecondWord = new RegExp(
  `(?<![\\p{L}_.])(?:${SECOND_WORDS.join('|')})(?![\\p{L}_]|\\.\\w)`,
  'iu',
);

/** What stays as it is spelt elsewhere: code, values, variables, fields that a sentence names, words of n8n. */
const WIRE =
  /`[^`]*`|\{[^{}]*\}|"[^"]*"|[A-Z_]{3,}|rename o[ur]? template|\(passkey\)|Passkey Helper|^template:|env ou? headers|env o headers|Header Auth/g;

/** The second words of a text. */
const secondWordsIn = (text: string): string[] =>
  (text.replaceAll(WIRE, ' ').match(isSecondWord) ?? []).map(String);

const sample = new Proxy({}, { get: (_, key) => (typeof key === 'symbol' ? () => '2' : '2') });

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function')
    return [String(value(...Array.from({ length: value.length }, () => sample)))];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

test.each([
  [
    'pt-BR',
    { ...ptBR, formats: null, failures: await ptBR.failures(), sentences: await ptBR.sentences() },
  ],
  ['es', { ...es, formats: null, failures: await es.failures(), sentences: await es.sentences() }],
] as const)('no text in %s has a second word for a term', (code, own) => {
  const texts = textsOf([own, PAGE_TEXTS[code]]);
  expect(texts.length).toBeGreaterThan(1_000);
  expect(texts.filter((text) => secondWordsIn(text).length > 0)).toEqual([]);
});

test.each([...new Bun.Glob('docs/{pt-BR,es}/*.md').scanSync(project), 'README.pt-BR.md'])(
  'no sentence of %s has a second word for a term',
  async (page) => {
    const text = await Bun.file(join(project, page)).text();
    const prose = text.replaceAll(/^```.*?^```|\]\([^)]*\)/gms, ' ');
    expect(prose.split('\n').filter((line) => secondWordsIn(line).length > 0)).toEqual([]);
  },
);

test('there are terms, and none of their own words is refused', () => {
  const own = Object.values(TERMS).flatMap(({ pt, es }) => [pt, es]);
  expect(own.length).toBeGreaterThan(30);
  expect(own.filter((word) => isSecondWord.test(word))).toEqual([]);
});

test.each([
  'O papel foi excluído',
  'pipeline não encontrado',
  'falta o header apikey',
  'Um celular pareado',
  'Segredo do aplicativo',
  'Falta la cabecera apikey',
  'Mostrar la petición',
  'Se usa en una petición.',
])('a second word is noticed: %s', (text) => {
  expect(secondWordsIn(text)).not.toEqual([]);
});

test.each([
  'Este token precisa de pipeline_stages.read.',
  'JSON, como {"template": "slack"}',
  'deve ter um HEADER com format IMAGE',
  'POST /message/sendTemplate',
  'A repetição para o webhook',
])('a word of the API is no second word: %s', (text) => {
  expect(secondWordsIn(text)).toEqual([]);
});
