/** What the page says when the service refuses something. */
import { expect, test } from 'bun:test';
import { en } from '../../../../src/core/languages/en.ts';
import { es } from '../../../../src/core/languages/es.ts';
import { ptBR } from '../../../../src/core/languages/pt-BR.ts';
import { failureOf, reasonIn } from '../../../../src/modules/manager/page/api.ts';
import { setTexts } from '../../../../src/modules/manager/page/texts.ts';

test('the reason of a failure is shown in whichever form the service words it', () => {
  const nobody = { jid: '5511@s.whatsapp.net', exists: false, number: '5511' };
  expect(reasonIn({ error: { code: 'NOT_FOUND', message: 'instance not found' } })).toBe(
    'instance not found',
  );
  expect(reasonIn({ error: true, message: 'it is not connected' })).toBe('it is not connected');
  expect(reasonIn({ error: 'Conflict', response: { message: ['it exists'] } })).toBe('it exists');
  expect(reasonIn({ error: 'Bad Request', response: { message: [nobody] } })).toBe(
    'number 5511 is not on WhatsApp',
  );
  expect(reasonIn(null)).toBeUndefined();
});

const wordsIn = async (language, error) => {
  setTexts(language);
  const { message, hint } = await failureOf(Response.json({ error }, { status: 409 }));
  return [message, hint];
};

test('a failure that a person can cause is in the language of the page, with its values', async () => {
  const taken = {
    ...{ code: 'CONFLICT', reason: 'name_taken', message: 'the name shop is taken' },
    ...{ parameters: { name: 'shop' }, hint: 'take another' },
  };
  expect(await wordsIn(en, taken)).toEqual(['the name shop is taken', 'take another']);
  expect(await wordsIn(es, taken)).toEqual(['el nombre shop ya está en uso', '']);
  expect(await wordsIn(ptBR, taken)).toEqual(['o nome shop já está em uso', '']);
});

test.each([
  ['dns_error: shop.example has no address', 'no se pudo descargar media: Host no encontrado'],
  ['http_status: 404 instead of 200', 'no se pudo descargar media: 404 Not Found'],
  ['empty: the file has no bytes', 'no se pudo descargar media: Respuesta vacía'],
])('why a server gave no file is said in the language of the page: %s', async (problem, said) => {
  const unfetched = { reason: 'file_not_fetched', message: `media: ${problem}` };
  expect(await wordsIn(es, { ...unfetched, parameters: { problem } })).toEqual([said, '']);
  expect(await wordsIn(en, { ...unfetched, parameters: { problem } })).toEqual([
    `media: ${problem}`,
    '',
  ]);
});

test('any other failure is in English, with its hint', async () => {
  for (const reason of [undefined, 'conflict', 'a_reason_of_later', 'toString'])
    expect(await wordsIn(es, { reason, message: 'not so', hint: 'do this' })).toEqual([
      'not so',
      'do this',
    ]);
});

const wrong = (language, problems) => {
  setTexts(language);
  const error = {
    code: 'BAD_REQUEST',
    reason: 'invalid',
    message: 'all of it',
    hint: 'try',
    problems,
  };
  return failureOf(Response.json({ error }, { status: 400 }));
};
const TOO_LONG = {
  ...{ field: 'name', reason: 'too_long', message: 'must have at most 9 characters' },
  parameters: { max: 9 },
};
const MISSING = { field: 'url', reason: 'required', message: 'is required' };

test('wrong fields are in the language of the page, in the sentence and by field', async () => {
  const inPortuguese = await wrong(ptBR, [TOO_LONG, MISSING]);
  expect(inPortuguese.message).toBe('name deve ter no máximo 9 caracteres; url é obrigatório');
  expect(inPortuguese.details).toEqual({
    name: ['deve ter no máximo 9 caracteres'],
    url: ['é obrigatório'],
  });
  expect(inPortuguese.hint).toBe('');
  const inSpanish = await wrong(es, [MISSING]);
  expect(inSpanish.message).toBe('url es obligatorio');
  const inEnglish = await wrong(en, [TOO_LONG]);
  expect([inEnglish.message, inEnglish.hint]).toEqual(['all of it', 'try']);
  expect(inEnglish.details).toEqual({ name: ['must have at most 9 characters'] });
});

test('a wrong field that only programs cause leaves the sentence in English, with its hint', async () => {
  const unnamed = { field: 'cards', reason: 'invalid', message: 'must be cards' };
  const failure = await wrong(ptBR, [MISSING, unnamed]);
  expect([failure.message, failure.hint]).toEqual(['all of it', 'try']);
  expect(failure.details).toEqual({ url: ['é obrigatório'], cards: ['must be cards'] });
});
