/** What clients of Evolution API read in the answers to sending, also behind a message that waits for its delay. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { PICTURE } from '../../clients/stage.ts';
import { type Receiver, startReceiver } from '../../doubles/receiver.ts';
import { wavOf } from '../../doubles/sound-files.ts';
import { sharedApp } from '../../helpers/shared.ts';
import { until } from '../../helpers/until.ts';
import { client, closeClients } from '../socket-io/setup.ts';

const ANA = '5511888880000';
const JID = `${ANA}@s.whatsapp.net`;
const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64');
const WAV = base64(wavOf({ rate: 16_000, channels: 1, seconds: 1, wave: () => 0 }));

let key: { id: string; remoteJid: string; fromMe: boolean };
let poll: { id: string };
const app = sharedApp({
  env: { EVOLUTION_MODE: 'true', INTERACTIVE_ON_PHONES: 'true' },
  instances: ['shop'],
});
beforeAll(async () => {
  const received = { kind: 'text', from: ANA, text: 'Good morning' };
  const { messageId } = (await app.call('POST', '/sandbox/shop/message', received)).body;
  key = { id: messageId, remoteJid: JID, fromMe: false };
  const asked = { number: '5511777770000', name: 'Lunch?', values: ['yes', 'no'] };
  poll = (await app.call('POST', '/message/sendPoll/shop', asked)).body.key;
  // Everything that follows waits behind it, longer than the test takes.
  const first = { number: ANA, text: 'first', delay: 60_000 };
  expect((await app.call('POST', '/message/sendText/shop', first)).status).toBe(201);
});
afterAll(async () => {
  closeClients();
});

const button = { type: 'reply', displayText: 'Now', id: 'a' };
const KINDS: readonly [path: string, body: () => object, messageType: string, message: object][] = [
  ['sendText', () => ({ text: 'hello' }), 'conversation', { conversation: 'hello' }],
  [
    'sendMedia',
    () => ({ mediatype: 'image', media: PICTURE, caption: 'New' }),
    'imageMessage',
    { imageMessage: { mimetype: 'image/png', caption: 'New', width: 1, height: 1 } },
  ],
  [
    'sendMedia',
    () => ({ mediatype: 'document', media: base64('%PDF-1.4\n%%EOF'), fileName: 'Menu.pdf' }),
    'documentMessage',
    { documentMessage: { mimetype: 'application/pdf', fileName: 'Menu.pdf', fileLength: 14 } },
  ],
  [
    'sendMedia',
    () => ({ mediatype: 'video', media: base64('\0\0\0\x18ftypisom\0\0\x02\0isomiso2') }),
    'videoMessage',
    { videoMessage: { mimetype: 'video/mp4' } },
  ],
  ['sendWhatsAppAudio', () => ({ audio: WAV }), 'audioMessage', { audioMessage: { ptt: true } }],
  ['sendSticker', () => ({ sticker: PICTURE }), 'stickerMessage', {}],
  [
    'sendPtv',
    () => ({ video: base64('\0\0\0\x18ftypisom\0\0\x02\0isomiso2') }),
    'ptvMessage',
    { ptvMessage: { mimetype: 'video/mp4' } },
  ],
  [
    'sendLocation',
    () => ({ latitude: 1, longitude: 2 }),
    'locationMessage',
    { locationMessage: { degreesLatitude: 1 } },
  ],
  [
    'sendContact',
    () => ({ contact: [{ fullName: 'Ana', phoneNumber: ANA }] }),
    'contactMessage',
    { contactMessage: { displayName: 'Ana' } },
  ],
  [
    'sendPoll',
    () => ({ name: 'Lunch?', values: ['yes', 'no'] }),
    'pollCreationMessageV3',
    { pollCreationMessageV3: { name: 'Lunch?' } },
  ],
  [
    'sendReaction',
    () => ({ key, reaction: '👍' }),
    'reactionMessage',
    { reactionMessage: { text: '👍', key: { remoteJid: JID, fromMe: false } } },
  ],
  [
    'forward',
    () => ({ key }),
    'extendedTextMessage',
    { extendedTextMessage: { contextInfo: { isForwarded: true } } },
  ],
  ['sendButtons', () => ({ title: 'When?', buttons: [button] }), 'interactiveMessage', {}],
];

describe.each(KINDS)('%s', (path, body, messageType, message) => {
  test(`behind a delay answers at once what will be sent, as one that is on its way: ${messageType}`, async () => {
    const { status, body: answer } = await app.call('POST', `/message/${path}/shop`, {
      number: ANA,
      ...body(),
    });
    expect([status, answer]).toMatchObject([201, { status: 'PENDING', messageType, message }]);
    expect(answer.message).toHaveProperty(messageType);
    expect(answer).toEqual({
      key: { remoteJid: JID, fromMe: true, id: expect.stringMatching(/^3EB0[0-9A-F]+$/) },
      pushName: expect.any(String),
      status: 'PENDING',
      message: expect.any(Object),
      contextInfo: expect.any(Object),
      messageType: expect.any(String),
      messageTimestamp: expect.any(Number),
      instanceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      source: 'web',
    });
  });
});

test('a vote behind a delay answers with the chosen options', async () => {
  const delayed = { number: '5511777770000', text: 'wait', delay: 60_000 };
  await app.call('POST', '/message/sendText/shop', delayed);
  const vote = { key: { id: poll.id }, options: ['yes'] };
  const { status, body } = await app.call('POST', '/message/sendPollVote/shop', vote);
  expect([status, body]).toMatchObject([
    201,
    {
      status: 'PENDING',
      messageType: 'pollUpdateMessage',
      message: { pollUpdateMessage: { vote: { selectedOptions: ['yes'] } } },
    },
  ]);
});

/** What clients do with an answer: each fails where a field is absent or of another kind. */
const CLIENTS: readonly [string, (sent: SentAnswer) => unknown, unknown][] = [
  ['takes the id for its own record', ({ key }) => key.id.length > 10, true],
  ['compares the chat', ({ key }) => key.remoteJid.split('@')[0], '5511666660000'],
  ['tells own messages apart', ({ key }) => key.fromMe, true],
  ['counts a message as sent', ({ status }) => ['PENDING', 'SERVER_ACK'].includes(status), true],
  [
    'makes a date of the time',
    (sent) => new Date(sent.messageTimestamp * 1000).getFullYear() > 2000,
    true,
  ],
  ['switches on the kind', ({ messageType }) => messageType, 'extendedTextMessage'],
  [
    'reads the content by its kind',
    (sent) => (sent.message[sent.messageType] as { text: string }).text,
    'hello',
  ],
  ['reads what it answers', ({ contextInfo }) => typeof contextInfo.stanzaId, 'string'],
  ['shows who wrote', ({ pushName }) => typeof pushName, 'string'],
  ['finds its instance', ({ instanceId }) => instanceId.length, 36],
  ['filters by device', ({ source }) => source, 'web'],
];
interface SentAnswer {
  readonly key: { readonly id: string; readonly remoteJid: string; readonly fromMe: boolean };
  readonly status: string;
  readonly message: Readonly<Record<string, unknown>>;
  readonly contextInfo: Readonly<Record<string, unknown>>;
  readonly messageType: string;
  readonly messageTimestamp: number;
  readonly pushName: string;
  readonly instanceId: string;
  readonly source: string;
}

test.each(CLIENTS)(
  'a client that %s finds what it needs, sent at once or not',
  async (_, reads, found) => {
    const body = { number: '5511666660000', text: 'hello', quoted: { key } };
    for (const delay of [undefined, 60_000]) {
      const answer = await app.call('POST', '/message/sendText/shop', { ...body, delay });
      expect(reads(answer.body)).toEqual(found);
    }
  },
);

describe('the connection of an instance', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.stop());

  test('is said to be open once, by its webhook and by Socket.IO, when it is paired and when it is back', async () => {
    const webhook = { url: receiver.url };
    await app.call('POST', '/instance/create', { instanceName: 'cafe', webhook });
    const websocket = { enabled: true, events: [] };
    await app.call('POST', '/websocket/set/cafe', { websocket });
    const one = client(app, '/cafe');
    await one.joined();
    await app.call('GET', '/instance/connect/cafe');
    await app.call('POST', '/sandbox/cafe/scan', { number: '5511999990009' });
    const opens = (bodies: readonly Update[]) =>
      bodies.filter(({ event, data }) => event === 'connection.update' && data.state === 'open');
    const posted = () => receiver.requests.map((request): Update => JSON.parse(request.body));
    const live = () => one.heard.map(({ body }) => body as Update);
    const isHere = (text: string) => (bodies: readonly Update[]) =>
      bodies.some(({ data }) => data.message?.conversation === text);
    for (const [index, text] of ['paired', 'back'].entries()) {
      if (index > 0) await app.call('POST', '/sandbox/cafe/drop');
      const said = { kind: 'text', from: ANA, text };
      await until('it is connected', async () => {
        return (await app.call('POST', '/sandbox/cafe/message', said)).status === 201;
      });
      await until('all have come', () => [posted(), live()].every(isHere(text)));
      expect([opens(posted()).length, opens(live()).length]).toEqual([index + 1, index + 1]);
    }
  });
});

interface Update {
  readonly event: string;
  readonly data: {
    readonly state?: string;
    readonly message?: { readonly conversation?: string };
  };
}
