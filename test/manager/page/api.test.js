/** What the page says when the service refuses something. */
import { expect, test } from 'bun:test';
import { en } from '../../../src/languages/en.ts';
import { es } from '../../../src/languages/es.ts';
import { ptBR } from '../../../src/languages/pt-BR.ts';
import { failureOf, reasonIn } from '../../../src/manager/page/api.ts';
import { setTexts } from '../../../src/manager/page/texts.ts';

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

test('any other failure is in English, with its hint', async () => {
  for (const reason of [undefined, 'conflict', 'a_reason_of_later', 'toString'])
    expect(await wordsIn(es, { reason, message: 'not so', hint: 'do this' })).toEqual([
      'not so',
      'do this',
    ]);
});
