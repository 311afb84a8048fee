/** One service is Meta for another: an instance of `whatsapp-cloud` whose Graph API and webhooks are those of a phone. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type RunningApp, startApp } from '../helpers/app.ts';
import { formAnswer, says } from '../helpers/played-content.ts';
import { until } from '../helpers/until.ts';

const ANA = '5511988887777';
const ANA_JID = `${ANA}@s.whatsapp.net`;
const VERIFY_TOKEN = 'a-verify-token';
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==';

/** Has the phone. */
let phone: RunningApp;
/** Believes that the phone is a number at Meta. */
let shop: RunningApp;

beforeAll(async () => {
  phone = await startApp({ env: { INTERACTIVE_ON_PHONES: 'true' } });
  const key = await phone.openInstance('phone');
  const webhook = { url: 'http://127.0.0.1:1/', format: 'whatsapp-cloud' };
  const made = await phone.call('POST', '/webhook/endpoints/phone', { name: 'shop', ...webhook });
  expect(made.status).toBe(201);
  shop = await startApp({
    env: {
      META_GRAPH_URL: `${phone.url}/graph`,
      META_APP_SECRET: made.body.secret,
      META_VERIFY_TOKEN: VERIFY_TOKEN,
    },
  });
  const { body: all } = await phone.call('GET', '/instance/fetchInstances');
  const [{ phoneNumberId, wabaId: businessAccountId }] = all;
  const account = { phoneNumberId, businessAccountId, accessToken: key };
  const created = await shop.call('POST', '/instance/create', {
    ...{ instanceName: 'shop', provider: 'whatsapp-cloud', ...account },
  });
  expect([created.status, created.body.instance?.state]).toEqual([201, 'open']);
  const url = `${shop.url}/provider/whatsapp-cloud/webhook`;
  const change = { url, verifyToken: VERIFY_TOKEN };
  const path = `/webhook/endpoints/phone/${made.body.id}`;
  expect((await phone.call('PATCH', path, change)).status).toBe(200);
});
afterAll(() => Promise.all([phone.stop(), shop.stop()]));

// biome-ignore lint/suspicious/noExplicitAny: tests read events as receivers do, without types.
async function eventsOf(app: RunningApp, name: string, type: string): Promise<any[]> {
  const { body } = await app.call('GET', `/event/find/${name}?limit=500`);
  return body.events.filter(({ event }: { event: string }) => event === type);
}
const messagesAtShop = async () => {
  const events = await eventsOf(shop, 'shop', 'Message');
  return events.map(({ body, data }) => data ?? body?.data);
};
const arrives = async (message: object) => {
  const before = (await messagesAtShop()).length;
  await says(phone.call, 'phone', ANA, { kind: 'text', pushName: 'Ana', ...message });
  await until('the shop has it', async () => (await messagesAtShop()).length > before);
  return { received: (await messagesAtShop()).at(-1) };
};
const sends = async (path: string, message: object) => {
  const { status, body } = await shop.call('POST', `/message/${path}/shop`, {
    ...{ number: ANA, ...message },
  });
  expect([status, body.error?.message ?? null]).toEqual([201, null]);
  return body;
};

test('a text to the phone is a message to the number, with the same id, person and words', async () => {
  const { received } = await arrives({ text: 'Olá 👋' });
  expect(received).toMatchObject({
    Info: { Chat: ANA_JID, Sender: ANA_JID, PushName: 'Ana', IsFromMe: false, Type: 'text' },
    Message: { conversation: 'Olá 👋' },
  });
  const own = (await eventsOf(phone, 'phone', 'Message')).at(-1);
  expect(received.Info.ID).toBe((own.data ?? own.body.data).Info.ID);
});

test('a picture arrives with its bytes, which the number fetches from the phone', async () => {
  const { received } = await arrives({
    ...{ kind: 'image', base64: PIXEL, mimetype: 'image/png', caption: 'This one?' },
  });
  expect(received).toMatchObject({
    Info: { Type: 'media', MediaType: 'image' },
    Message: { imageMessage: { mimetype: 'image/png', caption: 'This one?' } },
  });
  const { body } = await shop.call('POST', '/chat/getBase64FromMediaMessage/shop', {
    message: { key: { id: received.Info.ID } },
  });
  expect(body.base64).toBe(PIXEL);
});

test('answers, reactions, edits and deletions name the message that they are about', async () => {
  const { received: first } = await arrives({ text: 'Is it open?' });
  const { ID } = first.Info;
  const { received: answer } = await arrives({ text: 'Hello?', quoted: ID });
  expect(answer.Message.extendedTextMessage).toMatchObject({
    ...{ text: 'Hello?', contextInfo: { stanzaId: ID } },
  });
  const { received: reaction } = await arrives({ kind: 'reaction', about: ID, text: '👍' });
  expect(reaction.Message.reactionMessage).toMatchObject({ key: { id: ID }, text: '👍' });
  const { received: edit } = await arrives({ kind: 'edit', about: ID, text: 'Are you open?' });
  expect(edit).toMatchObject({
    IsEdit: true,
    Message: { conversation: 'Are you open?', protocolMessage: { key: { id: ID } } },
  });
  const { received: gone } = await arrives({ kind: 'revoke', about: ID });
  expect(gone).toMatchObject({
    Info: { Type: 'revoke' },
    Message: { protocolMessage: { key: { id: ID } } },
  });
});

test('places and cards of contacts arrive whole', async () => {
  const place = { latitude: -23.5, longitude: -46.6, name: 'Shop', address: 'Street 1' };
  const { received: location } = await arrives({ kind: 'location', ...place });
  expect(location.Message.locationMessage).toMatchObject({
    ...{ degreesLatitude: -23.5, degreesLongitude: -46.6, name: 'Shop', address: 'Street 1' },
  });
  const contacts = [{ fullName: 'Bo Li', phones: [{ phone: '+5511977776666' }] }];
  const { received: card } = await arrives({ kind: 'contact', contacts });
  expect(card.Message.contactMessage.displayName).toBe('Bo Li');
  expect(card.Message.contactMessage.vcard).toContain('waid=5511977776666');
});

const CARD = {
  ...{ fullName: 'Dr. Bo Li', firstName: 'Bo', lastName: 'Li', namePrefix: 'Dr.' },
  ...{ organization: 'Shop', department: 'Sales', jobTitle: 'Head', birthday: '1990-12-31' },
  phones: [
    { phone: '+55 11 97777-6666', type: 'CELL', waId: '5511977776666' },
    { phone: '0800 1234', type: 'WORK' },
  ],
  emails: [{ email: 'bo@shop.example.com', type: 'WORK' }, { email: 'bo@example.com' }],
  urls: [{ url: 'https://shop.example.com/a;b' }],
  addresses: [
    {
      ...{ street: 'Street 1, 2nd floor', city: 'Recife', state: 'PE', zip: '50000-000' },
      ...{ country: 'Brazil', countryCode: 'BR', type: 'HOME' },
    },
  ],
};
/** What both ends have of it. */
const VCARD = [
  'BEGIN:VCARD',
  'VERSION:3.0',
  'N:Li;Bo;;Dr.;',
  'FN:Dr. Bo Li',
  'ORG:Shop;Sales',
  'TITLE:Head',
  'EMAIL;type=WORK:bo@shop.example.com',
  'EMAIL:bo@example.com',
  'URL:https://shop.example.com/a\\;b',
  'TEL;type=CELL;type=VOICE;waid=5511977776666:+55 11 97777-6666',
  'TEL;type=WORK;type=VOICE:0800 1234',
  'item10.ADR;type=HOME:;;Street 1\\, 2nd floor;Recife;PE;50000-000;Brazil',
  'item10.X-ABADR:BR',
  'BDAY:1990-12-31',
  'END:VCARD',
].join('\n');

test('a card with everything on it goes both ways, and nothing of it is lost', async () => {
  const { received } = await arrives({ kind: 'contact', contacts: [CARD] });
  const contactMessage = { displayName: 'Dr. Bo Li', vcard: VCARD };
  expect(received.Message.contactMessage).toEqual(contactMessage);
  await sends('sendContact', { contact: [CARD] });
  const sent = (await eventsOf(phone, 'phone', 'SendMessage')).at(-1);
  expect(sent.data.Message.contactMessage).toEqual(contactMessage);
});

test('what the shop sends leaves from the phone, and its statuses come back to the shop', async () => {
  const { key, platformId } = await sends('sendText', { text: 'We are open' });
  const sent = (await eventsOf(phone, 'phone', 'SendMessage')).at(-1);
  expect(sent.data).toMatchObject({
    Info: { Chat: ANA_JID, ID: platformId },
    Message: { extendedTextMessage: { text: 'We are open' } },
  });
  const fate = async () => (await shop.call('GET', `/message/status/shop/${key.id}`)).body.status;
  for (const state of ['Delivered', 'Read']) {
    const receipt = { state, chat: ANA_JID, messageIds: [platformId] };
    expect((await phone.call('POST', '/sandbox/phone/receipt', receipt)).status).toBeLessThan(300);
    await until(`it is ${state} at the shop`, async () => (await fate()) === state);
  }
});

test('an answer and a reaction of the shop leave from the phone', async () => {
  const { received } = await arrives({ text: 'And the colour?' });
  const before = (await eventsOf(phone, 'phone', 'SendMessage')).length;
  const quoted = { key: { id: received.Info.ID } };
  await sends('sendText', { text: 'Blue', quoted });
  const reacted = await shop.call('POST', '/message/sendReaction/shop', {
    ...{ key: { id: received.Info.ID, remoteJid: ANA_JID, fromMe: false }, reaction: '👍' },
  });
  expect(reacted.status).toBe(201);
  const sent = (await eventsOf(phone, 'phone', 'SendMessage')).slice(before);
  expect(sent.map(({ data }) => data.Message)).toMatchObject([
    { extendedTextMessage: { text: 'Blue', contextInfo: { stanzaId: received.Info.ID } } },
    { reactionMessage: { text: '👍', key: { id: received.Info.ID } } },
  ]);
});

test('what is typed on the phone reaches the shop as its own', async () => {
  const { received: any } = await arrives({ text: 'Thanks' });
  const before = (await messagesAtShop()).length;
  const Info = { ...any.Info, ID: 'TYPED', IsFromMe: true, Sender: '5511988880000@s.whatsapp.net' };
  const { SenderIds: _, ...info } = Info;
  const typed = { ...any, Info: info, Message: { conversation: 'You are welcome' } };
  const done = await phone.call('POST', '/sandbox/phone/event', { event: 'Message', data: typed });
  expect([done.status, done.body.error?.message ?? null]).toEqual([200, null]);
  await until('the shop has it', async () => (await messagesAtShop()).length > before);
  expect((await messagesAtShop()).at(-1)).toMatchObject({
    Info: { Chat: ANA_JID, IsFromMe: true, ID: 'TYPED' },
    Message: { conversation: 'You are welcome' },
  });
});

test('somebody who hides the number is answered by the id that they have without it', async () => {
  const LID = '123456789012345@lid';
  const { received } = await arrives({ from: LID, text: 'Who are you?' });
  expect(received.Info).toMatchObject({ Chat: 'ZZ.123456789012345', PushName: 'Ana' });
  await sends('sendText', { number: received.Info.Chat, text: 'The shop' });
  const sent = (await eventsOf(phone, 'phone', 'SendMessage')).at(-1);
  expect(sent.data.Info.Chat).toBe(LID);
});

test('a picture of the shop is uploaded to the phone, and leaves from it', async () => {
  await arrives({ text: 'And the colour?' });
  await sends('sendMedia', {
    ...{ mediatype: 'image', mimetype: 'image/png', media: PIXEL, caption: 'This one' },
  });
  const sent = (await eventsOf(phone, 'phone', 'SendMessage')).at(-1);
  expect(sent.data.Message.imageMessage).toMatchObject({ caption: 'This one' });
  const { body } = await phone.call('POST', '/chat/getBase64FromMediaMessage/phone', {
    message: { key: { id: sent.data.Info.ID } },
  });
  expect(body.base64).toBe(PIXEL);
});

test('buttons of the shop leave from the phone with the picture above them', async () => {
  await arrives({ text: 'What is there?' });
  await sends('sendButtons', {
    ...{ title: 'Soup', description: 'Hot', thumbnailUrl: PIXEL },
    buttons: [{ type: 'reply', displayText: 'Take it', id: 'soup' }],
  });
  const { data } = (await eventsOf(phone, 'phone', 'SendMessage')).at(-1);
  const { interactiveMessage } = data.Message.viewOnceMessage?.message ?? data.Message;
  expect(interactiveMessage).toMatchObject({
    ...{ header: { imageMessage: { mimetype: 'image/png' } }, body: { text: '*Soup*\nHot' } },
    nativeFlowMessage: { buttons: [{ name: 'quick_reply' }] },
  });
});

test('a form of the shop is filled in on the other side, and comes back with its token and fields', async () => {
  await arrives({ text: 'Can you deliver?' });
  const { key, platformId: about } = await sends('sendFlow', {
    ...{ description: 'Where?', flowId: '1234567890', flowCta: 'Fill in', flowToken: 'order-7' },
    ...{ flowAction: 'navigate', flowScreen: 'ADDRESS', flowData: { city: 'Recife' } },
  });
  const before = (await messagesAtShop()).length;
  const filled = formAnswer(ANA, about, { city: 'Olinda', flow_token: 'order-7' });
  expect((await phone.call('POST', '/sandbox/phone/event', filled)).status).toBe(200);
  await until('the shop has it', async () => (await messagesAtShop()).length > before);
  const received = (await messagesAtShop()).at(-1);
  const { interactiveResponseMessage: answer } = received.Message;
  expect(JSON.parse(answer.nativeFlowResponseMessage.paramsJson)).toEqual({
    ...{ city: 'Olinda', flow_token: 'order-7' },
  });
  expect(answer.contextInfo.stanzaId).toBe(key.id);
});
