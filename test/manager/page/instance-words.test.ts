import { afterAll, beforeAll, expect, test } from 'bun:test';
import { en } from '../../../src/languages/en.ts';
import { ptBR } from '../../../src/languages/pt-BR.ts';
import { phaseText } from '../../../src/manager/page/gateway/instance-words.ts';
import { setTexts } from '../../../src/manager/page/texts.ts';

beforeAll(() => setTexts(ptBR));
afterAll(() => setTexts(en));

test.each([
  [null, 'pareamento desfeito'],
  ['removed by the phone', 'pareamento desfeito: removida pelo celular'],
  ['connection lost: closed (428)', 'pareamento desfeito: conexão perdida: closed (428)'],
  ['WhatsApp has banned the account (406)', 'pareamento desfeito: o WhatsApp baniu a conta (406)'],
  [
    'replaced: another connection uses the same credentials (440)',
    'pareamento desfeito: substituída: outra conexão usa as mesmas credenciais (440)',
  ],
  [
    'no phone scanned any of 6 QR codes',
    'pareamento desfeito: nenhum celular leu nenhum dos 6 QR codes',
  ],
  ['the proxy answered 407', 'pareamento desfeito: the proxy answered 407'],
])('the reason %p is said in the language of the reader, as far as it is known', (reason, said) => {
  expect(phaseText({ state: 'close', phase: 'logged_out', reason })).toBe(said);
});
