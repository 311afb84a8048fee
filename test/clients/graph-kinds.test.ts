/** Messages of every kind as Chatwoot and Typebot read them: neither is sent what it refuses or makes nothing of. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { says } from '../helpers/played-content.ts';
import { until } from '../helpers/until.ts';
import { type ChatwootInbox, startChatwoot } from './chatwoot-inbox.ts';
import { type GraphStage, graphStage } from './graph-stage.ts';
import { startTypebot, type TypebotBot } from './typebot-bot.ts';

let stage: GraphStage;
let chatwoot: ChatwootInbox;
let typebot: TypebotBot;
beforeAll(async () => {
  stage = await graphStage('sandbox');
  chatwoot = startChatwoot(stage);
  typebot = startTypebot();
  for (const { endpoint, callbackUrl: url, verifyToken } of [chatwoot, typebot])
    await stage.call('POST', '/webhook/endpoints/shop', { ...endpoint, url, verifyToken });
});
afterAll(async () => {
  await stage.stop();
  await chatwoot.stop();
  await typebot.stop();
});

const KINDS = {
  text: { text: 'Hello' },
  image: { caption: 'a picture' },
  video: { caption: 'a video' },
  audio: {},
  document: { fileName: 'offer.pdf', caption: 'an offer' },
  sticker: {},
  location: { latitude: 1, longitude: 2, name: 'Shop' },
  contact: { contacts: [{ fullName: 'Bob', phones: [{ phone: '+5511777770000' }] }] },
  poll: { name: 'Lunch?', options: ['Yes', 'No'] },
} as const;

const arrives = async (kind: string, fields: object): Promise<string> => {
  const message = { kind, pushName: 'Ana', ...fields };
  return says(stage.call, 'shop', stage.customer.number, message);
};

test('each kind of message, and what happens to it later, is read or left out by both', async () => {
  const sent = new Map<string, string>();
  for (const [kind, fields] of Object.entries(KINDS)) sent.set(kind, await arrives(kind, fields));
  const about = sent.get('text');
  for (const [kind, fields] of [
    ['reaction', { about, text: '👍' }],
    ['edit', { about, text: 'Hello!' }],
    ['revoke', { about: sent.get('image') }],
  ] as const)
    await arrives(kind, fields);
  const family = { subject: 'Family', participants: [stage.customer.number] };
  const { id: group } = (await stage.call('POST', '/group/create/shop', family)).body;
  const inGroup = await arrives('text', { text: 'Hello all', group });
  const last = await arrives('text', { text: 'the last one', quoted: about });

  const [first, ...rest] = sent.keys();
  expect((await chatwoot.has(last)).in_reply_to).toBe(about ?? '');
  for (const kind of [first, ...rest].filter((one) => one !== 'poll'))
    expect(chatwoot.messages.get(sent.get(`${kind}`) ?? '')).toMatchObject({
      contact: stage.customer.number,
    });
  expect(chatwoot.messages.has(inGroup)).toBe(false);
  await typebot.has(({ text }) => text === 'the last one');
  expect(typebot.refused).toEqual([]);
  const read = typebot.messages.map(({ text, file }) => text ?? (file ? 'a file' : null));
  expect(read).toEqual([
    ...['Hello', 'a picture', 'a video', 'a file', 'an offer', 'a file', null, null],
    'the last one',
  ]);
});

test('Chatwoot reads how far a message came that was sent in another way, and gets no copy of it', async () => {
  const { key } = (
    await stage.call('POST', '/message/sendText/shop', { number: stage.customer.number, text: 'x' })
  ).body;
  await until(
    'it is delivered',
    () => chatwoot.statuses.get(key.id)?.includes('delivered') ?? false,
  );
  expect(chatwoot.messages.has(key.id)).toBe(false);
  expect(chatwoot.statuses.get(key.id)).toEqual(['sent', 'delivered']);
});
