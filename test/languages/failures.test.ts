/** Failures in the languages of their readers: whole sentences, with every value in its place. */
import { describe, expect, test } from 'bun:test';
import { failures as spanish } from '../../src/languages/es/failures.ts';
import { failureIn, translated } from '../../src/languages/failures.ts';
import { failures as portuguese } from '../../src/languages/pt-BR/failures.ts';

describe('a sentence', () => {
  test.each([
    ['instance not found', 'instância não encontrada'],
    ['instance Loja São Paulo is not connected', 'a instância Loja São Paulo não está conectada'],
    ['number is required; text is required', 'number é obrigatório; text é obrigatório'],
    [
      'The body is invalid: name must not be blank',
      'O corpo é inválido: name não pode ficar em branco',
    ],
    [
      'The body is invalid: name must be a string and must have at most 9 characters; account_id must be a UUID or null',
      'O corpo é inválido: name deve ser um texto, deve ter no máximo 9 caracteres; account_id deve ser um UUID ou null',
    ],
    [
      'stage_ids must name each stage once (missing: a, b; twice: c)',
      'stage_ids deve ter cada etapa uma vez (faltam: a, b; repetidas: c)',
    ],
    [
      'url must not be called: localhost is in loopback space, which WEBHOOK_ALLOW_NETWORKS does not allow',
      'url não pode ser chamado: localhost está em espaço de loopback, que WEBHOOK_ALLOW_NETWORKS não permite',
    ],
    [
      'The body is not valid JSON: a comma is wanted at line 2, column 5, found "',
      'O corpo não é um JSON válido: falta uma vírgula na linha 2, coluna 5; ali está "',
    ],
    [
      'components must number its variables {{1}}, {{2}} and so on without a gap (names need parameter_format NAMED)',
      'components deve numerar as variáveis {{1}}, {{2}} e assim por diante, sem pular (nomes exigem parameter_format NAMED)',
    ],
    [
      'carousels are sent by the official API as templates: send each card as an image with a caption, or a template by POST /message/sendTemplate/{instanceName}',
      'carrosséis são enviados pela API oficial como modelos: envie cada card como imagem com legenda, ou um modelo por POST /message/sendTemplate/{instanceName}',
    ],
    [
      'numbers.1 must be one phone number, and "/" is in none; numbers.2 must be a phone number without an extension',
      'numbers.1 deve ser um único telefone, e "/" não faz parte de nenhum; numbers.2 deve ser um telefone sem ramal',
    ],
    [
      'connection_refused: nothing accepts connections at 192.0.2.1, 192.0.2.2; no answer from 192.0.2.3',
      'connection_refused: nada aceita conexões em 192.0.2.1, 192.0.2.2; sem resposta de 192.0.2.3',
    ],
    ['Meta: (#100) Invalid parameter', 'Meta: (#100) Invalid parameter'],
  ])('%s', (english, words) => {
    expect(translated('pt-BR', english)).toBe(words);
  });

  test.each([
    'nothing of the catalog',
    'must',
    '',
    'toString',
    `instance ${'x'.repeat(20_000)} is not connected`,
  ])('%p that the catalog does not have stays as it is', (english) => {
    expect(translated('pt-BR', english)).toBeNull();
    expect(failureIn('pt-BR', { message: english, hint: 'not connected' })).toEqual({
      language: 'en',
      failure: { message: english, hint: 'não conectada' },
    });
  });

  test('in English is what the code says', () => {
    expect(failureIn('en', { message: 'not connected' })).toEqual({
      language: 'en',
      failure: { message: 'not connected' },
    });
  });

  test('of any length is read in bounded time', () => {
    const hostile = [
      'The body is invalid: '.repeat(450),
      'must be a string and '.repeat(450),
      `${'a is b (c): GET '.repeat(600)}`,
      '; '.repeat(4_999),
      `template ${' in x is y'.repeat(900)}`,
    ];
    const from = performance.now();
    for (const sentence of hostile) translated('es', sentence);
    expect(performance.now() - from).toBeLessThan(2_000);
  });
});

const PLACE = /(?<!\{)\{([a-z]\w*)\}(?!\})/g;
const placesIn = (text: string): string[] =>
  [...text.matchAll(PLACE)].map(([, name = '']) => name).sort();

test.each([
  ['pt-BR', portuguese],
  ['es', spanish],
] as const)('in %s every sentence has each value of the English one once', (_, catalog) => {
  const wrong = Object.entries(catalog).filter(
    ([english, words]) => words.trim() === '' || `${placesIn(english)}` !== `${placesIn(words)}`,
  );
  expect(wrong).toEqual([]);
});

test('what is code in a sentence is the same in every language', () => {
  // Paths, variables in capitals, names of fields in quotes, and words in backquotes.
  const CODE = /(?:\/[\w{}/-]+)|\b[A-Z]+_[A-Z0-9_]+\b|`[^`]+`|"[\w]+"/g;
  const codeIn = (text: string) => [...text.matchAll(CODE)].map(([code]) => code).sort();
  for (const catalog of [portuguese, spanish])
    for (const [english, words] of Object.entries(catalog))
      expect([english, codeIn(words)]).toEqual([english, codeIn(english)]);
});
