/** Locations, contacts, polls, reactions, forwards, edits and removals: what reaches the session, and what is refused. */
import { describe, expect, test } from 'bun:test';
import type { MessageRecord } from '../../../../src/core/messages/rows.ts';
import type { OutgoingMessage } from '../../../../src/core/providers/outgoing.ts';
import type { Gateway } from '../../../helpers/gateway.ts';
import { openGateway } from './setup.ts';

const NUMBER = '5511888880000';
const ANA = `${NUMBER}@s.whatsapp.net`;
const GROUP = '120363000000000000@g.us';

const RECEIVED: MessageRecord = {
  id: 'RECEIVED1',
  isFromMe: false,
  chat: ANA,
  sender: ANA,
  chatAddress: '77@lid',
  authorAddress: '',
  kind: 'text',
  content: new Uint8Array([1]),
  sentAt: 1_767_607_200_000,
  status: null,
};
const SENT: MessageRecord = { ...RECEIVED, id: 'SENT1', isFromMe: true, status: 'Pending' };
const IN_CHANNEL = {
  ...RECEIVED,
  id: 'CHANNEL1',
  chat: '1@newsletter',
  chatAddress: '1@newsletter',
};

/** Open, with stored messages, and what reaches the session. */
async function open() {
  const { g, key } = await openGateway();
  const stream = { id: g.directory.byName('shop')?.id ?? '', name: 'shop' };
  await g.messages.publish(stream, [], [RECEIVED, SENT, IN_CHANNEL]);
  const reached: OutgoingMessage[] = [];
  const { send } = g.provider.script;
  g.provider.script.send = (session, message) => {
    reached.push(message);
    return send(session, message);
  };
  return { g, key, reached };
}

const METHODS: Readonly<Record<string, string>> = {
  '/chat/deleteMessageForEveryone': 'DELETE',
};
const ask = ({ call }: Gateway, path: string, body: unknown, name = 'shop') =>
  call(METHODS[path] ?? 'POST', `${path}/${name}`, { body });

const CARD = { fullName: 'Ana', phoneNumber: '+55 11 88888-0000' };
const PHONE = { phone: `+${NUMBER}`, type: 'CELL', waId: NUMBER };
const WHOLE_CARD = {
  ...{ fullName: 'Dr. Ana Maria Souza Jr.', firstName: 'Ana', middleName: 'Maria' },
  ...{ lastName: 'Souza', namePrefix: 'Dr.', nameSuffix: 'Jr.' },
  ...{ organization: 'Shop', department: 'Sales', jobTitle: 'Head', birthday: '1990-02-28' },
  phones: [{ phone: '+55 11 3333-0000', type: 'WORK' }, { phone: '190' }],
  emails: [{ email: 'ana@shop.test', type: 'WORK' }, { email: 'ana@home.test' }],
  urls: [{ url: 'https://shop.test', type: 'WORK' }],
  addresses: [
    {
      ...{ street: 'Street 1', city: 'Recife', state: 'PE', zip: '50000-000' },
      ...{ country: 'Brazil', countryCode: 'BR', type: 'HOME' },
    },
  ],
};
const cards = (contact: unknown) => ({ number: NUMBER, contact });
const POLL = { number: NUMBER, name: 'Lunch?', values: ['yes', 'no'] };
const ROWS = { sections: [{ title: 'a', rows: [{ title: 'yes', rowId: '1' }, { title: 'no' }] }] };
const BUTTONS = {
  buttons: [{ type: 'reply', displayText: 'yes', id: '1' }, { displayText: 'no' }],
};

const about = { id: 'RECEIVED1', isFromMe: false, chatAddress: '77@lid' };
const aboutOwn = { id: 'SENT1', isFromMe: true };

const SAID: [string, string, object, object][] = [
  [
    'a location',
    '/message/sendLocation',
    { number: NUMBER, latitude: -90, longitude: 180, name: 'South', address: '' },
    { number: NUMBER, content: { kind: 'location', latitude: -90, longitude: 180, name: 'South' } },
  ],
  [
    'cards of contacts, a phone number as its digits',
    '/message/sendContact',
    { number: NUMBER, contact: [CARD, { ...CARD, email: 'a@b.test', organization: '' }] },
    {
      number: NUMBER,
      content: {
        kind: 'contacts',
        contacts: [
          { fullName: 'Ana', phones: [PHONE] },
          { fullName: 'Ana', phones: [PHONE], emails: [{ email: 'a@b.test' }] },
        ],
      },
    },
  ],
  [
    'a card with all that it can have, after the number, the address and the page that are first',
    '/message/sendContact',
    {
      number: NUMBER,
      contact: [
        { ...WHOLE_CARD, phoneNumber: NUMBER, email: 'first@shop.test', url: 'https://first.test' },
      ],
    },
    {
      number: NUMBER,
      content: {
        kind: 'contacts',
        contacts: [
          {
            ...WHOLE_CARD,
            phones: [PHONE, ...WHOLE_CARD.phones],
            emails: [{ email: 'first@shop.test' }, ...WHOLE_CARD.emails],
            urls: [{ url: 'https://first.test' }, ...WHOLE_CARD.urls],
          },
        ],
      },
    },
  ],
  [
    'a card without a number, and a number by its digits on WhatsApp alone',
    '/message/sendContact',
    {
      number: NUMBER,
      contact: [
        { fullName: 'Shop', emails: [{ email: 'a@b.test', type: null }], phones: null },
        { fullName: 'Ana', phones: [{ waId: NUMBER }] },
      ],
    },
    {
      number: NUMBER,
      content: {
        kind: 'contacts',
        contacts: [
          { fullName: 'Shop', emails: [{ email: 'a@b.test' }] },
          { fullName: 'Ana', phones: [{ phone: `+${NUMBER}`, waId: NUMBER }] },
        ],
      },
    },
  ],
  [
    'a poll with one choice unless another number is given',
    '/message/sendPoll',
    POLL,
    {
      number: NUMBER,
      content: { kind: 'poll', name: 'Lunch?', options: ['yes', 'no'], selectableCount: 1 },
    },
  ],
  [
    'a poll with as many choices as one likes',
    '/message/sendPoll',
    { ...POLL, selectableCount: 0 },
    { number: NUMBER, content: { kind: 'poll', selectableCount: 0 } },
  ],
  [
    'a reaction, to the chat as the platform addressed it',
    '/message/sendReaction',
    { key: { id: 'RECEIVED1', remoteJid: ANA, fromMe: false }, reaction: '👍🏽' },
    { number: '77@lid', content: { kind: 'reaction', about, text: '👍🏽' } },
  ],
  [
    'a reaction taken back',
    '/message/sendReaction',
    { key: { id: 'SENT1', remoteJid: '77@lid' }, reaction: '' },
    { number: '77@lid', content: { kind: 'reaction', about: aboutOwn, text: '' } },
  ],
  [
    'a vote, by the names of what is chosen',
    '/message/sendPollVote',
    { key: { id: 'RECEIVED1', remoteJid: ANA }, options: ['yes'] },
    { number: '77@lid', content: { kind: 'vote', about, options: ['yes'] } },
  ],
  [
    'a vote taken back',
    '/message/sendPollVote',
    { key: { id: 'SENT1' }, options: [] },
    { number: '77@lid', content: { kind: 'vote', about: aboutOwn, options: [] } },
  ],
  [
    'a forwarded message, of a channel too',
    '/message/forward',
    { number: GROUP, key: { id: 'CHANNEL1' } },
    { number: GROUP, content: { kind: 'forward', about: { id: 'CHANNEL1' } } },
  ],
  [
    'an edit',
    '/chat/updateMessage',
    {
      number: NUMBER,
      key: { id: 'SENT1', remoteJid: `${NUMBER}:3@c.us`, fromMe: true },
      text: 'b',
    },
    { number: '77@lid', content: { kind: 'edit', about: aboutOwn, text: 'b' } },
  ],
  [
    'a removal',
    '/chat/deleteMessageForEveryone',
    { id: 'SENT1', remoteJid: NUMBER, fromMe: true },
    { number: '77@lid', content: { kind: 'revoke', about: aboutOwn } },
  ],
  [
    'the rows of a list as a poll',
    '/message/sendList',
    {
      number: NUMBER,
      title: 'Lunch?',
      description: '',
      footerText: 'today',
      ...ROWS,
      fallback: 'poll',
    },
    {
      number: NUMBER,
      content: { kind: 'poll', name: 'Lunch?\ntoday', options: ['yes', 'no'], selectableCount: 1 },
    },
  ],
  [
    'reply buttons as a poll',
    '/message/sendButtons',
    { number: NUMBER, title: 'Lunch?', ...BUTTONS, fallback: 'poll' },
    { number: NUMBER, content: { kind: 'poll', name: 'Lunch?', options: ['yes', 'no'] } },
  ],
];

test.each(SAID)('201 %s is sent', async (_what, path, body, message) => {
  const { g, reached } = await open();
  const answer = await ask(g, path, body);
  expect(answer.status).toBe(path === '/chat/updateMessage' ? 200 : 201);
  expect(answer.body).toMatchObject({ status: 'PENDING', key: { fromMe: true, id: '3EB0C0FFEE' } });
  expect(reached).toMatchObject([message]);
});

test.each(SAID.filter(([, , body]) => 'number' in body && !('key' in body)))(
  '201 %s may answer a message and name people',
  async (_what, path, body) => {
    const { g, reached } = await open();
    const context = { quoted: { key: { id: 'RECEIVED1' } }, mentioned: [NUMBER] };
    expect((await ask(g, path, { ...body, ...context })).status).toBe(201);
    expect(reached).toMatchObject([{ quoted: about, mentioned: [NUMBER] }]);
    const unknown = { ...body, quoted: { key: { id: 'NOBODY' } } };
    expect((await ask(g, path, unknown)).status).toBe(404);
    expect(reached).toHaveLength(1);
  },
);

test('201 people are named by number or by JID, each once', async () => {
  const { g, reached } = await open();
  const mentioned = [NUMBER, `+${NUMBER}`, `${NUMBER}@s.whatsapp.net`, `${NUMBER}@c.us`];
  const body = { number: NUMBER, text: 'hello', mentioned };
  expect((await ask(g, '/message/sendText', body)).status).toBe(201);
  expect(reached).toMatchObject([{ mentioned: [NUMBER] }]);
});

test('257 cards go in one message', async () => {
  const { g, reached } = await open();
  expect((await ask(g, '/message/sendContact', cards(Array(257).fill(CARD)))).status).toBe(201);
  expect(reached).toHaveLength(1);
});

describe('400', () => {
  const react = (reaction: unknown) => ({ key: { id: 'SENT1' }, reaction });
  const place = (latitude: unknown, longitude: unknown = 0) => ({
    number: NUMBER,
    latitude,
    longitude,
  });
  const many = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);
  const list = { number: NUMBER, fallback: 'poll', title: 'a' };
  const REFUSED: [string, object, string][] = [
    ['/message/sendLocation', place(91), 'latitude must be a number of degrees from -90 to 90'],
    ['/message/sendLocation', place('north'), 'latitude must be'],
    ['/message/sendLocation', place(0, -180.1), 'longitude must be'],
    ['/message/sendLocation', { number: NUMBER }, 'latitude is required; longitude is required'],
    ['/message/sendContact', cards([]), 'contact must be a list of 1-257 contacts'],
    ['/message/sendContact', cards(CARD), 'contact must be a list'],
    ['/message/sendContact', cards([{ phoneNumber: NUMBER }]), 'contact.0.fullName is required'],
    [
      '/message/sendContact',
      cards([CARD, { fullName: 'A', phoneNumber: GROUP, url: 1 }]),
      'contact.1.phoneNumber must be a phone number, or a JID with one; contact.1.url must be',
    ],
    ...(
      [
        [{}, 'contact.0.phoneNumber is required where nothing else'],
        [{ phones: {} }, 'contact.0.phones must be a list of at most 20 objects'],
        [{ phones: ['1'] }, 'contact.0.phones must be a list of at most 20 objects'],
        [{ emails: Array(21).fill({ email: 'a' }) }, 'contact.0.emails must be a list of at most'],
        [{ phones: [{ type: 'CELL' }] }, 'contact.0.phones.0.phone is required'],
        [{ phones: [{ phone: '1', waId: 'Ana' }] }, 'contact.0.phones.0.waId must be a phone'],
        [{ emails: [{ email: 'x'.repeat(256) }] }, 'contact.0.emails.0.email must be a text of'],
        [{ urls: [{ url: '' }] }, 'contact.0.urls.0.url is required'],
        [{ addresses: [{ city: 1 }] }, 'contact.0.addresses.0.city must be a text'],
        [{ ...CARD, addresses: [{ type: 'HOME' }] }, 'contact.0.addresses.0.street is required'],
        [{ ...CARD, fullName: ' ' }, 'contact.0.fullName is required'],
        [{ ...CARD, birthday: '1990-02-30' }, 'contact.0.birthday must be a day in the form'],
        [{ ...CARD, birthday: 'May' }, 'contact.0.birthday must be a day in the form 1990-12-31'],
        [{ ...CARD, jobTitle: [] }, 'contact.0.jobTitle must be a text of at most 255 characters'],
      ] as const
    ).map(([card, words]): [string, object, string] => [
      '/message/sendContact',
      cards([{ fullName: 'Ana', ...card }]),
      words,
    ]),
    ['/message/sendPoll', { ...POLL, values: ['one'] }, 'values must be a list of 2-12 different'],
    ['/message/sendPoll', { ...POLL, values: many(13) }, 'values must be a list of 2-12'],
    ['/message/sendPoll', { ...POLL, values: ['a', 'a'] }, 'values must be a list of 2-12'],
    ['/message/sendPoll', { ...POLL, values: ['a', ' '] }, 'values must be a list of 2-12'],
    [
      '/message/sendPoll',
      { ...POLL, selectableCount: 3 },
      'selectableCount must be a whole number',
    ],
    ['/message/sendPoll', { ...POLL, selectableCount: -1 }, 'selectableCount must be'],
    ['/message/sendPoll', { ...POLL, name: 'x'.repeat(256) }, 'name must be a text of 1-255'],
    ['/message/sendPoll', { number: NUMBER }, 'name is required; values is required'],
    ['/message/sendReaction', react('well done'), 'reaction must be exactly one emoji'],
    ['/message/sendReaction', react('👍👍'), 'reaction must be exactly one emoji'],
    ['/message/sendReaction', react('7'), 'reaction must be exactly one emoji'],
    ['/message/sendReaction', react(undefined), 'reaction is required'],
    ['/message/sendReaction', { reaction: '👍' }, 'key is required'],
    ['/message/sendReaction', { key: {}, reaction: '👍' }, 'key.id is required'],
    [
      '/message/sendReaction',
      { key: { id: 'CHANNEL1' }, reaction: '👍' },
      'messages of channels and statuses cannot be reacted to',
    ],
    ['/message/sendPollVote', { key: { id: 'SENT1' } }, 'options is required'],
    ['/message/sendPollVote', { key: { id: 'SENT1' }, options: 'yes' }, 'options must be a list'],
    [
      '/message/sendPollVote',
      { key: { id: 'SENT1' }, options: ['yes', 'yes'] },
      'options must be a list of different',
    ],
    ['/message/sendPollVote', { key: { id: 'SENT1' }, options: [7] }, 'options must be a list'],
    [
      '/message/sendPollVote',
      { key: { id: 'CHANNEL1' }, options: ['yes'] },
      'messages of channels and statuses cannot be',
    ],
    ['/message/forward', { key: { id: 'SENT1' } }, 'number is required'],
    ['/chat/updateMessage', { key: { id: 'SENT1' }, text: '' }, 'text must be'],
    ['/chat/deleteMessageForEveryone', { id: '' }, 'id must be the id of a message'],
    ['/chat/deleteMessageForEveryone', { id: 'SENT1', fromMe: 'yes' }, 'fromMe must be true or'],
    [
      '/message/sendList',
      { ...list, sections: [] },
      'the titles of all rows must be a list of 2-12',
    ],
    [
      '/message/sendList',
      { ...list, ...ROWS, title: '' },
      'title with description and footer must',
    ],
    [
      '/message/sendList',
      { ...list, ...ROWS, title: {} },
      'title with description and footer must',
    ],
    ['/message/sendList', { ...list, ...ROWS, fallback: 'image' }, 'fallback must be poll or text'],
    ['/message/sendList', { ...list, ...ROWS, interactive: true }, 'interactive must be try'],
    [
      '/message/sendButtons',
      { ...list, buttons: [...BUTTONS.buttons, { type: 'call', displayText: 'call us' }] },
      'the texts of all reply buttons must be',
    ],
  ];
  test.each(REFUSED)(
    '%s with %j says what is wrong, and nothing is sent',
    async (path, body, text) => {
      const { g, reached } = await open();
      const answer = await ask(g, path, body);
      expect(answer.status).toBe(400);
      expect(answer.body.error.code).toBe('BAD_REQUEST');
      expect(answer.body.error.message).toContain(text);
      expect(reached).toEqual([]);
    },
  );

  test('more cards than Meta takes, and of many wrong ones the first twenty problems', async () => {
    const { g, reached } = await open();
    const refusal = async (contact: unknown) =>
      (await ask(g, '/message/sendContact', cards(contact))).body.error.message;
    expect(await refusal(Array(258).fill(CARD))).toBe('contact must be a list of 1-257 contacts');
    const wrong = { ...CARD, phones: Array(20).fill({}) };
    expect((await refusal(Array(257).fill(wrong))).split('; ')).toHaveLength(20);
    expect(reached).toEqual([]);
  });
});

describe('201 a reaction is one emoji as people see it', () => {
  test.each(['❤️', '❤', '👨‍👩‍👧', '🇧🇷', '1️⃣', '☺'])('%s', async (reaction) => {
    const { g } = await open();
    const body = { key: { id: 'SENT1' }, reaction };
    expect((await ask(g, '/message/sendReaction', body)).status).toBe(201);
  });
});

describe('404 a message that is not stored, is of another chat, or of the other side', () => {
  const keys = [
    { id: 'NOBODY' },
    { id: 'SENT1', remoteJid: '5511777770000@s.whatsapp.net' },
    { id: 'SENT1', fromMe: false },
  ];
  const bodies: [string, (key: object) => object][] = [
    ['/message/sendReaction', (key) => ({ key, reaction: '👍' })],
    ['/message/sendPollVote', (key) => ({ key, options: ['yes'] })],
    ['/message/forward', (key) => ({ key, number: NUMBER })],
    ['/chat/updateMessage', (key) => ({ key, text: 'b' })],
    ['/chat/deleteMessageForEveryone', (key) => key],
  ];
  test.each(bodies)('%s', async (path, bodyOf) => {
    const { g, reached } = await open();
    for (const key of keys) {
      const { status, body } = await ask(g, path, bodyOf(key));
      expect([key, status]).toEqual([key, 404]);
      expect(body.error.message).toMatch(/^message (NOBODY )?not found/);
    }
    await g.createOpen('cafe');
    expect((await ask(g, path, bodyOf({ id: 'SENT1' }), 'cafe')).status).toBe(404);
    expect(reached).toEqual([]);
  });
});

test.each([
  ['/message/sendList', { number: NUMBER, title: 'a', buttonText: 'b', ...ROWS }],
  ['/message/sendButtons', { number: NUMBER, title: 'a', ...BUTTONS }],
])('422 %s says that phones do not show it, and what to do instead', async (path, body) => {
  const { g, reached } = await open();
  const answer = await ask(g, path, body);
  expect(answer.status).toBe(422);
  expect(answer.body.error).toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringMatching(
      /do not show lists and buttons.*"fallback": "poll".*"interactive": "try".*INTERACTIVE_ON_PHONES/,
    ),
  });
  expect(reached).toEqual([]);
});

const PATHS = [...new Map(SAID.map(([, path, body]) => [path, body]))];

test.each(PATHS)('%s answers 401, 403, 404, 409 and 400 as sendText does', async (path, body) => {
  const { g, key } = await open();
  await g.createOpen('cafe');
  const method = METHODS[path] ?? 'POST';
  const status = async (name: string, request: object = {}) =>
    (await g.call(method, `${path}/${name}`, { body, ...request })).status;
  expect(await status('shop', { key: null })).toBe(401);
  expect(await status('cafe', { key })).toBe(403);
  expect(await status('nobody')).toBe(404);
  expect(await status('-x')).toBe(400);
  await g.provider.of('shop').host.enter('reconnecting', 'connection lost');
  expect(await status('shop')).toBe(409);
});

test.each(PATHS)('%s with an Idempotency-Key is sent once', async (path, body) => {
  const { g, reached } = await open();
  const headers = { 'idempotency-key': 'order-17' };
  const send = () => g.call(METHODS[path] ?? 'POST', `${path}/shop`, { body, headers });
  const [first, second] = [await send(), await send()];
  expect(second.body).toEqual(first.body);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(reached).toHaveLength(1);
});
