/** Older messages in the whole product: fetched page by page from a phone, and then known like any other. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Contact, FakeWhatsApp, Phone } from '../../../doubles/whatsapp/server.ts';
import { startFakeWhatsApp } from '../../../doubles/whatsapp/server.ts';
import { type RunningApp, startApp } from '../../../helpers/app.ts';
import { until } from '../../../helpers/until.ts';
import { inProcessVariables, pairInstance } from '../../../helpers/whatsapp.ts';

const FROM = '5511988887777';
let app: RunningApp;
let whatsapp: FakeWhatsApp;
let phone: Phone;
let ana: Contact;

beforeAll(async () => {
  whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  app = await startApp({ env: inProcessVariables(whatsapp) });
  phone = whatsapp.phone({ number: '5511999990000', name: 'Shop' });
  ana = whatsapp.contact({ number: FROM, name: 'Ana' });
  await pairInstance(app.call, 'shop', phone);
});
afterAll(async () => {
  await app.stop();
  await whatsapp.stop();
});

/** The phone has the text from the first of January of last year, `day` days later. */
const had = (conversation: string, day: number): string => {
  const sentAt = Date.UTC(new Date().getUTCFullYear() - 1, 0, 1 + day);
  const chat = { jid: ana.person.pn, lid: ana.person.lid };
  return phone.history.had(chat, { conversation }, { timestamp: sentAt / 1000 });
};
const older = async (body: object = {}) =>
  (await app.call('POST', '/chat/history/shop', { number: FROM, ...body })).body;
const idsOf = ({ messages }: { messages: { Info: { ID: string } }[] }) =>
  messages.map(({ Info }) => Info.ID);
const received = async () => (await app.call('GET', '/event/find/shop?event=Message')).body.events;

test('a chat is followed back page by page, and what was found is known from then on', async () => {
  const [one, two, three] = [had('one', 0), had('two', 1), had('three', 2)] as const;
  expect((await older()).error).toMatchObject({ code: 'NOT_FOUND' });
  await ana.writes(phone, { text: 'today' });
  await until('it has arrived', async () => (await received()).length === 1);

  const page = await older({ count: 2 });
  expect([idsOf(page), page.isBeginning]).toEqual([[two, three], false]);
  const last = await older({ count: 2 });
  expect([idsOf(last), last.isBeginning]).toEqual([[one], true]);
  expect(idsOf(await older({ before: { id: three } }))).toEqual([one, two]);

  expect(await received()).toHaveLength(1);
  const { body: explained } = await app.call('GET', `/message/explain/shop/${two}`);
  expect(explained.sentence).toStartWith('It came from the history of the account');
  const quoted = { key: { id: three } };
  const answer = { number: FROM, text: 'Late, but yes', quoted };
  const sent = await app.call('POST', '/message/sendText/shop', answer);
  expect(sent.body.message.extendedTextMessage.contextInfo.stanzaId).toBe(three);
});

test('clients of Evolution Go get the messages before one of them in their own form', async () => {
  const [{ data }] = await received();
  const messageInfo = { Chat: data.Info.Chat, ID: data.Info.ID, IsFromMe: false, IsGroup: false };
  const { apikey } = (await app.call('POST', '/instance/key/rotate/shop', {})).body;
  const sync = { messageInfo, count: 1 };
  const { status, body } = await app.call('POST', '/chat/history-sync', sync, apikey);
  expect([status, body]).toEqual([
    200,
    {
      message: 'success',
      data: {
        chat: messageInfo.Chat,
        messages: [expect.objectContaining({ Message: { conversation: 'three' } })],
        isBeginning: false,
        timestamp: expect.stringMatching(/Z$/),
      },
    },
  ]);
});
