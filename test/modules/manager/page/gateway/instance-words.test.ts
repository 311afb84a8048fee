import { afterAll, beforeAll, expect, test } from 'bun:test';
import { en } from '../../../../../src/core/languages/en.ts';
import { ptBR } from '../../../../../src/core/languages/pt-BR.ts';
import { phaseText } from '../../../../../src/modules/manager/page/gateway/instance-words.ts';
import { setTexts } from '../../../../../src/modules/manager/page/texts.ts';
import { afterCloseOf } from '../../../../../src/modules/whatsapp/close-reason.ts';

beforeAll(() => setTexts(ptBR));
afterAll(() => setTexts(en));

test('every reason for which WhatsApp ends a connection is in the language of the reader', () => {
  for (const code of [402, 403, 405, 406, 409, 411, 413, 414, 415, 418, 440]) {
    const close = afterCloseOf({ code, text: '' });
    const reason = 'reason' in close ? close.reason : '';
    const said = phaseText({ state: 'close', phase: 'failed', reason });
    expect([code, said.includes(reason.replace(/ \(\d+\)$/, ''))]).toEqual([code, false]);
  }
});

test.each([
  [null, 'sessão encerrada'],
  ['removed by the phone', 'sessão encerrada: removida pelo celular'],
  ['connection lost: closed (428)', 'sessão encerrada: conexão perdida: closed (428)'],
  ['WhatsApp has banned the account (406)', 'sessão encerrada: o WhatsApp baniu a conta (406)'],
  [
    'replaced: another connection uses the same credentials (440)',
    'sessão encerrada: substituída: outra conexão usa as mesmas credenciais (440)',
  ],
  [
    'no phone scanned any of 6 QR codes',
    'sessão encerrada: nenhum celular leu nenhum dos 6 QR codes',
  ],
  ['disconnected by request', 'sessão encerrada: desconectada a pedido'],
  [
    'the credentials cannot be saved: disk full',
    'sessão encerrada: não é possível salvar as credenciais: disk full',
  ],
  ['the proxy answered 407', 'sessão encerrada: the proxy answered 407'],
])('the reason %p is said in the language of the reader, as far as it is known', (reason, said) => {
  expect(phaseText({ state: 'close', phase: 'logged_out', reason })).toBe(said);
});
