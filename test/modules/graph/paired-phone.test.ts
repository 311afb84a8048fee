/** Messages by the path of the Graph API through a paired phone. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { startFakeWhatsApp } from '../../doubles/whatsapp/server.ts';
import { type RunningApp, startApp } from '../../helpers/app.ts';
import { until } from '../../helpers/until.ts';
import { inProcessVariables, pairInstance } from '../../helpers/whatsapp.ts';

type WhatsApp = Awaited<ReturnType<typeof startFakeWhatsApp>>;
const NUMBER = '5511888880000';

let whatsapp: WhatsApp;
let app: RunningApp;
let phone: ReturnType<WhatsApp['phone']>;
let ana: ReturnType<WhatsApp['contact']>;
let at: string;
let key: string;
beforeAll(async () => {
  whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  app = await startApp({ env: { ...inProcessVariables(whatsapp), INTERACTIVE_ON_PHONES: 'true' } });
  phone = whatsapp.phone({ number: '5511999990000', name: 'Shop' });
  ana = whatsapp.contact({ number: NUMBER, name: 'Ana' });
  await pairInstance(app.call, 'shop', phone);
  const [{ phoneNumberId }] = (await app.call('GET', '/instance/fetchInstances')).body;
  at = `/graph/v25.0/${phoneNumberId}/messages`;
  const scopes = ['read', 'send'];
  key = (await app.call('POST', '/instance/key/rotate/shop', { scopes })).body.apikey;
});
afterAll(async () => {
  await app.stop();
  await whatsapp.stop();
});

const post = (body: object) =>
  app.call('POST', at, { messaging_product: 'whatsapp', to: NUMBER, ...body }, null, {
    authorization: `Bearer ${key}`,
  });
const arrived = (id: string) => ana.receives((one) => one.id === id);
/** Ana writes; returns the id of it once it is stored. */
async function written(text: string): Promise<string> {
  const id = await ana.writes(phone, { text });
  await until('it is stored', async () => {
    const { body } = await app.call('GET', '/event/find/shop?event=Message&limit=500');
    return JSON.stringify(body).includes(id);
  });
  return id;
}

test('200 a text arrives under the id that was answered', async () => {
  const { status, body } = await post({ text: { body: 'Hello' } });
  expect([status, body.contacts]).toEqual([200, [{ input: NUMBER, wa_id: NUMBER }]]);
  expect(await arrived(body.messages[0].id)).toMatchObject({ text: 'Hello' });
});

test('200 a place and a card arrive', async () => {
  const location = { latitude: 1.5, longitude: 2, name: 'Shop' };
  const place = await post({ type: 'location', location });
  expect((await arrived(place.body.messages[0].id)).message).toMatchObject({
    locationMessage: { degreesLatitude: 1.5, name: 'Shop' },
  });
  const contacts = [{ name: { formatted_name: 'Bia' }, phones: [{ phone: '+55 11 97777-0000' }] }];
  const card = await post({ type: 'contacts', contacts });
  expect(JSON.stringify((await arrived(card.body.messages[0].id)).message)).toContain('Bia');
});

test('200 a card arrives with everything on it, and an own number can be written to', async () => {
  const contacts = [
    {
      name: { formatted_name: 'Bia Li', first_name: 'Bia', last_name: 'Li', suffix: null },
      org: { company: 'Shop', title: 'Head' },
      birthday: '1990-12-31',
      phones: [
        { phone: '+55 11 97777-0000', type: 'Mobile phone' },
        { phone: '0800 1', wa_id: '', type: 'WORK' },
      ],
      emails: [{ email: 'a@b.example' }, { email: 'c@d.example', type: 'HOME' }],
      urls: [{ url: 'https://b.example' }],
      addresses: [{ street: 'Street 1', city: 'Recife', country_code: 'BR', type: 'WORK' }],
    },
  ];
  const { body } = await post({ type: 'contacts', contacts });
  const { message } = await arrived(body.messages[0].id);
  expect(message.contactMessage?.vcard?.split('\n').slice(2, -1)).toEqual([
    'N:Li;Bia;;;',
    'FN:Bia Li',
    'ORG:Shop;',
    'TITLE:Head',
    'EMAIL:a@b.example',
    'EMAIL;type=HOME:c@d.example',
    'URL:https://b.example',
    'item8.TEL;type=VOICE;waid=5511977770000:+55 11 97777-0000',
    'item8.X-ABLabel:Mobile phone',
    'TEL;type=WORK;type=VOICE:0800 1',
    'item10.ADR;type=WORK:;;Street 1;Recife;;;',
    'item10.X-ABADR:BR',
    'BDAY:1990-12-31',
  ]);
});

test('200 an answer and a reaction are about the message that came in', async () => {
  const message_id = await written('Open?');
  const answer = await post({ text: { body: 'Yes' }, context: { message_id } });
  expect(JSON.stringify(await arrived(answer.body.messages[0].id))).toContain(message_id);
  const reaction = await post({ type: 'reaction', reaction: { message_id, emoji: '👍' } });
  expect((await arrived(reaction.body.messages[0].id)).message).toMatchObject({
    reactionMessage: { key: { id: message_id }, text: '👍' },
  });
});

test('{success: true} for a read mark with typing', async () => {
  const message_id = await written('Thanks');
  const { status, body } = await post({
    status: 'read',
    message_id,
    typing_indicator: { type: 'text' },
  });
  expect([status, body]).toEqual([200, { success: true }]);
});

test('200 buttons are tried where the operator wants that, and the choice comes back', async () => {
  const action = { buttons: [{ type: 'reply', reply: { id: 'y', title: 'Yes' } }] };
  const buttons = { type: 'button', body: { text: 'Sure?' }, action };
  const { status, body } = await post({ type: 'interactive', interactive: buttons });
  expect(status).toBe(200);
  const [{ id }] = body.messages;
  expect((await arrived(id)).isShown).toBe(true);
  await ana.taps(phone, id, 'y');
});

test('400 what its people would not see', async () => {
  const list = {
    type: 'list',
    header: { type: 'image', image: { link: 'https://shop.example.com/a.png' } },
    body: { text: 'When?' },
    action: { button: 'Open', sections: [{ title: 'Week', rows: [{ id: 'm', title: 'Monday' }] }] },
  };
  const picture = await post({ type: 'interactive', interactive: list });
  expect([picture.status, picture.body.error.code]).toEqual([400, 131009]);
  const flow = { type: 'flow', body: { text: 'x' }, action: { name: 'flow' } };
  const refused = await post({ type: 'interactive', interactive: flow });
  expect([refused.status, refused.body.error.code]).toEqual([400, 131051]);
});

test('200 a template of its own arrives as a text, 132012 without its variable', async () => {
  const body = { type: 'BODY', text: 'Order {{1}} is ready.', example: { body_text: [['A-17']] } };
  const draft = { name: 'order_ready', language: 'en', category: 'UTILITY', components: [body] };
  expect((await app.call('POST', '/template/create/shop', draft)).status).toBe(201);
  const template = { name: 'order_ready', language: { code: 'en' } };
  const filled = [{ type: 'body', parameters: [{ type: 'text', text: 'B-18' }] }];
  const sent = await post({ type: 'template', template: { ...template, components: filled } });
  expect(sent.status).toBe(200);
  expect(await arrived(sent.body.messages[0].id)).toMatchObject({ text: 'Order B-18 is ready.' });
  const empty = await post({ type: 'template', template });
  expect([empty.status, empty.body.error]).toMatchObject([400, { code: 132012 }]);
});

test('404 132001 a template that is not there', async () => {
  const template = { name: 'never_made', language: { code: 'en' } };
  const { status, body } = await post({ type: 'template', template });
  expect([status, body.error]).toMatchObject([404, { code: 132001 }]);
});

test('131026 to a number that is not on WhatsApp', async () => {
  const { status, body } = await post({ to: '5511666660000', text: { body: 'Hello' } });
  expect([status, body.error.code]).toEqual([400, 131026]);
});
