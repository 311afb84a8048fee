import { expect, test } from 'bun:test';
import { acceptedLanguages, chooseLanguage } from '../../../src/core/languages/choose.ts';

test.each([
  [['pt-BR', 'en'], 'pt-BR'],
  [['pt'], 'pt-BR'],
  [['PT-pt'], 'pt-BR'],
  [['es-MX', 'en'], 'es'],
  [['fr', 'es-419'], 'es'],
  [['en-GB', 'pt-BR'], 'en'],
  [['fr'], 'en'],
  [['*'], 'en'],
  [[], 'en'],
] as const)('whoever wants %j reads %s', (wanted, code) => {
  expect(chooseLanguage(wanted)).toBe(code);
});

test.each([
  ['pt-BR,pt;q=0.9,en;q=0.8', ['pt-BR', 'pt', 'en']],
  ['en;q=0.5, es', ['es', 'en']],
  ['es;q=0, en', ['en']],
  ['es;q=high, en', ['en']],
  ['', []],
  [null, []],
])('the header %j wants %j', (header, tags) => {
  expect(acceptedLanguages(header)).toEqual(tags);
});

test('a header of any length is read in bounded time', () => {
  expect(acceptedLanguages('fr,'.repeat(100_000)).length).toBeLessThanOrEqual(20);
});
