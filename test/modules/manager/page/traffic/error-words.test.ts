/** Why something is so, as readers of each language are told it. */
import { afterAll, expect, test } from 'bun:test';
import { en } from '../../../../../src/core/languages/en.ts';
import { es } from '../../../../../src/core/languages/es.ts';
import { ptBR } from '../../../../../src/core/languages/pt-BR.ts';
import { waitingReason } from '../../../../../src/core/messages/queued-message.ts';
import { setTexts } from '../../../../../src/modules/manager/page/texts.ts';
import {
  errorWords,
  loadSentences,
} from '../../../../../src/modules/manager/page/traffic/error-words.ts';
import { refusalReason } from '../../../../../src/modules/whatsapp/api.ts';
import { reasonForPerson } from '../../../../../src/modules/whatsapp/groups/queries.ts';
import {
  undecryptableFor,
  undecryptableStanza,
} from '../../../../../src/modules/whatsapp/translate/undecryptable.ts';

afterAll(() => setTexts(en));

const MESSAGE = { entersAt: 0, delayMs: 400, heldBy: null, phase: 'waiting' };
const waiting = (fields: object, isFirst = true): string =>
  // The cast: the reason depends on these fields alone.
  waitingReason({ ...MESSAGE, ...fields } as Parameters<typeof waitingReason>[0], isFirst, 1);

/** Why messages of these types come without their content; their times are an hour and a month ago. */
const kept = ['view_once', 'hosted_', 'bot_', ''].flatMap((type) =>
  [1, 720].map((hours) => {
    const attrs = { from: '5511988887777@s.whatsapp.net', t: `${(720 - hours) * 3_600}` };
    const content = [{ tag: 'unavailable', attrs: { type } }];
    return undecryptableStanza({ tag: 'message', attrs, content }, 720 * 3_600_000);
  }),
);

const SAID = [
  ...[...kept, undecryptableFor('')].flatMap((why) => [why?.reason ?? '', why?.action ?? '']),
  ...[401, 403, 404, 408, 409, 419, 500].map((status) => reasonForPerson(status) ?? ''),
  ...[403, 405, 420, 463, 473, 479, 500].map((code) => refusalReason(`${code}`)),
  ...[waiting({}, false), waiting({ phase: 'begun' }), waiting({ phase: 'writing' }), waiting({})],
  waiting({ heldBy: '3 new chats were opened within 24 hours' }),
];

test.each([
  ['es', es],
  ['pt-BR', ptBR],
] as const)('members, messages and queues have all of their reasons in %s', async (_, language) => {
  setTexts(language);
  await loadSentences();
  for (const said of SAID) {
    const words = errorWords(said);
    const isWhole = said.split(/[.:] /).every((part) => !words.includes(part.replace('.', '')));
    expect([said, words, isWhole]).toEqual([said, words, true]);
  }
});

test.each([
  [
    'the endpoint is disabled: http_status: 502, which is not a success',
    'el endpoint está desactivado: 502 Bad Gateway',
  ],
  ['replay cancelled: webhook deleted', 'repetición cancelada: el webhook se eliminó'],
  ['amqp not configured', 'AMQP no está configurado'],
  ['timeout: no answer within 15000 ms', 'Tiempo agotado'],
  [
    'It waits in the queue: 20 messages went out within a minute.',
    'Espera en la cola: salieron 20 mensajes en un minuto.',
  ],
  ['WhatsApp refused with 500.', 'WhatsApp lo rechazó con 500.'],
  [
    'the proxy asks for a user name and a password (407)',
    'el proxy pide un nombre de usuario y una contraseña (407)',
  ],
  ['Meta: (#131031) Account locked', 'Meta: (#131031) Account locked'],
])('%p is %p in Spanish', async (said, words) => {
  setTexts(es);
  await loadSentences();
  expect(errorWords(said)).toBe(words);
});

test('readers of English are told it as the service says it, with the name of a status', () => {
  setTexts(en);
  expect(errorWords('timeout: no answer within 15000 ms')).toBe(
    'timeout: no answer within 15000 ms',
  );
  expect(errorWords('the endpoint is disabled: http_status: 502, which is not a success')).toBe(
    'the endpoint is disabled: 502 Bad Gateway',
  );
});
