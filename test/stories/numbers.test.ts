/** A number as people write, copy and export it, at every door that takes one: the same person, or a reason. */
import { beforeAll, describe, expect, test } from 'bun:test';
import type { Answer } from '../helpers/app.ts';
import { sharedApp } from '../helpers/shared.ts';

const NUMBER = '5511988880000';
const JID = `${NUMBER}@s.whatsapp.net`;

let key: string;
let graph: string;
let groupJid: string;
const app = sharedApp({ env: { MESSAGE_STORE_HOURS: '1' } });
beforeAll(async () => {
  key = await app.openInstance('shop');
  const [shop] = (await app.call('GET', '/instance/fetchInstances')).body;
  graph = `/graph/v25.0/${shop.phoneNumberId}`;
  const group = { subject: 'Sales', participants: ['5511977770000'] };
  groupJid = (await app.call('POST', '/group/create/shop', group)).body.id;
  await app.call('POST', '/sandbox/shop/message', { kind: 'text', from: JID, text: 'Hi' });
  await app.call('POST', '/label/edit/shop', { labelId: '7', name: 'New order' });
});

const post = (path: string, body: object) => app.call('POST', path, body);
const go = (path: string, body: object) => app.call('POST', path, body, key);
const inGraph = (method: string, path: string, body: object) =>
  app.call(method, `${graph}${path}`, { messaging_product: 'whatsapp', ...body }, null, {
    authorization: `Bearer ${key}`,
  });
const actions = async () => (await app.call('GET', '/sandbox/shop/actions')).body;
const sent = async () => (await app.call('GET', '/sandbox/shop/sent')).body;
const newest = async (list: () => Promise<unknown[]>) => (await list()).at(-1);
/** What is there that a refused request must leave as it is. */
const traces = async () => JSON.stringify([await actions(), await sent()]);

/** Each door, and where the person is found afterwards. */
const DOORS: [
  door: string,
  ask: (number: string) => Promise<Answer>,
  found: (answer: Answer) => unknown,
][] = [
  [
    'sendText',
    (number) => post('/message/sendText/shop', { number, text: 'a' }),
    ({ body }) => body.key.remoteJid,
  ],
  [
    'a mention',
    (one) => post('/message/sendText/shop', { number: groupJid, text: '@a', mentioned: [one] }),
    ({ body }) => body.message.extendedTextMessage.contextInfo.mentionedJid[0],
  ],
  [
    'a contact card',
    (phoneNumber) =>
      post('/message/sendContact/shop', { number: JID, contact: [{ fullName: 'A', phoneNumber }] }),
    ({ body }) => JSON.stringify(body).includes(`waid=${NUMBER}:+${NUMBER}`) && JID,
  ],
  [
    'fetchProfile',
    (number) => post('/chat/fetchProfile/shop', { number }),
    ({ body }) => body.wuid,
  ],
  [
    'updateBlockStatus',
    (number) => post('/chat/updateBlockStatus/shop', { number, status: 'block' }),
    async () => ((await newest(actions)) as { chat: string }).chat,
  ],
  [
    'archiveChat',
    (number) => post('/chat/archiveChat/shop', { number, archive: true }),
    ({ body }) => body.chatId,
  ],
  [
    'handleLabel',
    (number) => post('/label/handleLabel/shop', { number, labelId: '7', action: 'add' }),
    ({ body }) => body.numberJid,
  ],
  [
    'findLabels',
    (number) => app.call('GET', `/label/findLabels/shop?number=${encodeURIComponent(number)}`),
    ({ body }) => body[0]?.id === '7' && JID,
  ],
  [
    'updateParticipant',
    (one) =>
      post('/group/updateParticipant/shop', { groupJid, action: 'add', participants: [one] }),
    ({ body }) => body.updateParticipants[0].jid,
  ],
  [
    'findMessages',
    (remoteJid) => post('/chat/findMessages/shop', { where: { key: { remoteJid } } }),
    ({ body }) => body.messages.records[0]?.key.remoteJid,
  ],
  [
    'findChatByRemoteJid',
    (jid) => app.call('GET', `/chat/findChatByRemoteJid/shop?remoteJid=${encodeURIComponent(jid)}`),
    ({ body }) => body?.remoteJid,
  ],
  [
    'Graph to',
    (to) => inGraph('POST', '/messages', { to, type: 'text', text: { body: 'a' } }),
    async () => ((await newest(sent)) as { remoteJid: string }).remoteJid,
  ],
  [
    'Graph block_users',
    (user) => inGraph('POST', '/block_users', { block_users: [{ user }] }),
    ({ body }) =>
      body.block_users?.added_users[0] && `${body.block_users.added_users[0].wa_id}@s.whatsapp.net`,
  ],
  [
    'Evolution Go /send/text',
    (number) => go('/send/text', { number, text: 'a' }),
    ({ body }) => body.data.Info.Chat,
  ],
  [
    'Evolution Go /chat/pin',
    (chat) => go('/chat/pin', { chat }),
    async () => ((await newest(actions)) as { chat: string }).chat,
  ],
  [
    'Evolution Go /user/info',
    (one) => go('/user/info', { number: [one] }),
    ({ body }) => Object.keys(body.data.Users)[0],
  ],
];

const WRITTEN = [
  NUMBER,
  '+55 (11) 98888-0000',
  '+55.11.98888.0000',
  '\u202a+55 11 98888-0000\u202c',
  '+55\u00a011\u202f98888\u20110000',
  '＋５５１１９８８８８００００',
  'https://wa.me/5511988880000?text=Hi',
  'whatsapp://send?phone=+5511988880000',
  'tel:+55-11-98888-0000',
  `'${NUMBER}`,
  `${NUMBER}@c.us`,
  `${NUMBER}:3@s.whatsapp.net`,
];

const REFUSED = [
  '49151123456.0',
  '49151123456,00',
  '4.9151123456E10',
  '0055 11 98888-0000',
  '+55 (0) 11 98888-0000',
  '0532030482',
  '+55 11 98888-0000 x12',
  '5511988880000, 5511977770000',
  '5511988880000/1',
  '++5511988880000',
  'https://wa.me/message/ABC123',
  'ana@gmail.com',
];

describe.each(DOORS)('%s', (_, ask, found) => {
  test('takes a number however it is written', async () => {
    for (const written of WRITTEN) {
      const answer = await ask(written);
      expect([written, answer.status < 300, answer.body]).toEqual([written, true, answer.body]);
      expect([written, await found(answer)]).toEqual([written, JID]);
    }
  });

  test('refuses what may mean somebody else, and nothing is done', async () => {
    const before = await traces();
    for (const written of REFUSED) {
      const answer = await ask(written);
      expect([written, answer.status]).toEqual([written, 400]);
      expect([written, JSON.stringify(answer.body)]).toEqual([
        written,
        expect.stringMatching(/must be (one |a phone number|a link|the JID)/),
      ]);
    }
    expect(await traces()).toBe(before);
  });
});

test('the id of a group is understood without its ending, old or new', async () => {
  for (const number of ['120363000000000001', '5511988880000-1398765432'])
    expect((await post('/message/sendText/shop', { number, text: 'a' })).body.key.remoteJid).toBe(
      `${number}@g.us`,
    );
});

test('a new instance takes the number of its pairing code as people write it', async () => {
  const created = await post('/instance/create', {
    instanceName: 'b',
    number: '+55 (11) 98888-0000',
  });
  expect([created.status, created.body.instance?.number]).toEqual([201, NUMBER]);
  expect((await post('/instance/create', { instanceName: 'c', number: '' })).status).toBe(201);
  const refused = await post('/instance/create', { instanceName: 'd', number: '49151123456.0' });
  expect(refused.status).toBe(400);
  const connected = await app.call('GET', '/instance/connect/b?number=wa.me/5511988880000');
  expect(connected.body.pairingCode).toMatch(/^[1-9A-Z]{8}$/);
});
