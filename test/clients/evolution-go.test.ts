/** What clients of Evolution Go send, where the instance is a WhatsApp account: it is what people read there. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Contact } from '../doubles/whatsapp/contact.ts';
import { type FakeWhatsApp, startFakeWhatsApp } from '../doubles/whatsapp/server.ts';
import { type RunningApp, startApp } from '../helpers/app.ts';
import { pairInstance, whatsAppVariables } from '../helpers/whatsapp.ts';
import { ANA, ANA_JID } from './stage.ts';

let whatsapp: FakeWhatsApp;
let app: RunningApp;
let ana: Contact;
let key: string;
beforeAll(async () => {
  whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  app = await startApp({ env: whatsAppVariables(whatsapp) });
  ana = whatsapp.contact({ number: ANA, name: 'Ana' });
  await pairInstance(app.call, 'shop', whatsapp.phone({ number: '5511999990000', name: 'Shop' }));
  key = (await app.call('POST', '/instance/key/rotate/shop', {})).body.apikey;
});
afterAll(async () => {
  await app.stop();
  await whatsapp.stop();
});

const CHOICES = ['Yes', 'No'].map((displayText) => ({ type: 'reply', displayText }));
const options = ['Yes', 'No'].map((optionName) => ({ optionName }));

/** Path after /send/, fields beside the number, the type that clients read, and what Ana has of it. */
const PROMISED: readonly [string, object, string, object][] = [
  ['text', { text: 'Hello' }, 'ExtendedTextMessage', { extendedTextMessage: { text: 'Hello' } }],
  [
    'link',
    { text: 'See', url: 'http://127.0.0.1:9/' },
    'ExtendedTextMessage',
    { extendedTextMessage: { text: 'See http://127.0.0.1:9/' } },
  ],
  [
    'poll',
    { question: 'Lunch?', options: ['Yes', 'No'], maxAnswer: 1 },
    'PollCreationMessageV3',
    { pollCreationMessageV3: { name: 'Lunch?', options, selectableOptionsCount: 1 } },
  ],
  [
    'location',
    { latitude: 1.5, longitude: 2, name: 'Here' },
    'LocationMessage',
    { locationMessage: { degreesLatitude: 1.5, degreesLongitude: 2, name: 'Here' } },
  ],
  [
    'contact',
    { vcard: { fullName: 'Bob', phone: '5511777770000' } },
    'ContactMessage',
    { contactMessage: { displayName: 'Bob', vcard: expect.stringContaining('5511777770000') } },
  ],
  [
    'button',
    { title: 'Sure?', buttons: CHOICES, fallback: 'poll' },
    'PollCreationMessageV3',
    { pollCreationMessageV3: { name: expect.stringContaining('Sure?'), options } },
  ],
];

test.each(PROMISED)('/send/%s with %p is what the person reads', async (kind, body, type, read) => {
  const answer = await app.call('POST', `/send/${kind}`, { number: ANA, ...body }, key);
  expect([answer.status, answer.body.message]).toEqual([200, 'success']);
  expect(answer.body.data.Info).toMatchObject({ Chat: ANA_JID, IsFromMe: true, Type: type });
  const { message } = await ana.receives(({ id }) => id === answer.body.data.Info.ID);
  expect(message).toMatchObject(read);
});

test('a status is read by those whom statusJidList names', async () => {
  const post = { text: 'Open', statusJidList: [ANA] };
  const { status, body } = await app.call('POST', '/send/status/text', post, key);
  expect([status, body.data.Info.Chat]).toEqual([200, 'status@broadcast']);
  const { message } = await ana.receives(({ id }) => id === body.data.Info.ID);
  expect(message).toMatchObject({ extendedTextMessage: { text: 'Open' } });
});
