/** Older messages of a chat, asked of the phone. */
import { afterEach, expect, test } from 'bun:test';
import { proto } from '@whiskeysockets/baileys';
import type { MessageData } from '../../../src/core/events/types/message-data.ts';
import type { StoredMessage } from '../../../src/core/messages/rows.ts';
import { until } from '../../helpers/until.ts';
import { ANA, BOB, endAll, ME, type OpenedStage, opened } from './opened-stage.ts';

afterEach(endAll);

const NUMBER = ANA.split('@')[0] ?? '';
const NOON = Date.UTC(2026, 0, 4, 12) / 1000;

const refusal = (asking: Promise<unknown>): Promise<string> =>
  asking.then(
    () => '',
    (error) => `${error.reason}: ${error.message}`,
  );

const texts = (messages: readonly MessageData[]) =>
  messages.map(({ Message }) => Message.conversation);

/** Ana has written today, and the phone has four texts of the chat from before. */
async function withPast() {
  const stage = await opened();
  const { phone, ana } = stage;
  await stage.message(await ana.writes(phone, { text: 'today' }));
  const chat = { jid: ANA, lid: ana.person.lid };
  const ids = ['one', 'two', 'three', 'four'].map((conversation, index) =>
    phone.history.had(chat, { conversation }, { timestamp: NOON + index, fromMe: index === 2 }),
  );
  return { ...stage, chat, ids };
}

const older = ({ session }: OpenedStage, count: number, before: StoredMessage | null = null) =>
  session.chats().history({ number: NUMBER, count, before });

test('older messages come from the phone, the oldest first, and are stored without an event', async () => {
  const stage = await withPast();
  const { host, ids } = stage;
  const events = host.events.length;
  const { chat, messages, isBeginning } = await older(stage, 3);
  expect([chat, isBeginning]).toEqual([ANA, false]);
  expect(texts(messages)).toEqual(['two', 'three', 'four']);
  expect(messages.map(({ Info }) => Info)).toMatchObject([
    { ID: ids[1], Chat: ANA, Sender: ANA, IsFromMe: false, Timestamp: '2026-01-04T12:00:01.000Z' },
    { ID: ids[2], Chat: ANA, Sender: ME, IsFromMe: true },
    { ID: ids[3], Chat: ANA, Sender: ANA, PushName: 'From before' },
  ]);
  expect(host.events).toHaveLength(events);
  expect(host.messages.slice(-3)).toMatchObject([
    { id: ids[1], chat: ANA, status: null, fetchedAt: expect.any(Number) },
    { id: ids[2], chat: ANA, status: 'ServerAck', sentAt: (NOON + 2) * 1000 },
    { id: ids[3], chat: ANA, status: null },
  ]);
  expect(stage.whatsapp.complaints).toEqual([]);
});

test('the phone is asked under the address that hides the number, from the oldest message stored', async () => {
  const stage = await withPast();
  const today = stage.host.messages.find(({ chat }) => chat === ANA);
  await older(stage, 3);
  expect(stage.phone.history.requests).toMatchObject([
    { chatJid: stage.ana.person.lid, oldestMsgId: today?.id, oldestMsgFromMe: false },
  ]);
});

test('a chat is followed back to its beginning, and the same may be asked again', async () => {
  const stage = await withPast();
  await older(stage, 2);
  const first = await older(stage, 50);
  expect([texts(first.messages), first.isBeginning]).toEqual([['one', 'two'], true]);
  const three = await stage.host.findMessage(stage.ids[2] ?? '');
  for (const _ of [1, 2]) expect(texts((await older(stage, 1, three)).messages)).toEqual(['two']);
});

test('a share that lies on the media server is fetched from there', async () => {
  const stage = await withPast();
  stage.phone.history.share = 'uploaded';
  expect(texts((await older(stage, 50)).messages)).toEqual(['one', 'two', 'three', 'four']);
  expect(stage.whatsapp.media.requests.join()).toContain('md-msg-hist');
});

test('votes on an older poll can be opened: its secret is stored with it', async () => {
  const stage = await withPast();
  const { phone, chat, host } = stage;
  const secret = Buffer.alloc(32, 7);
  const pollCreationMessage = { name: 'Lunch?', options: [{ optionName: 'Rice' }] };
  const id = phone.history.had(chat, { pollCreationMessage }, { timestamp: NOON + 9, secret });
  await older(stage, 1);
  const stored = await host.findMessage(id);
  const content = proto.Message.decode(stored?.content ?? new Uint8Array());
  expect(Buffer.from(content.messageContextInfo?.messageSecret ?? [])).toEqual(secret);
  expect(stored).toMatchObject({ kind: 'poll', poll: { name: 'Lunch?', options: ['Rice'] } });
});

test('what was said about other messages is no message of the history', async () => {
  const stage = await withPast();
  const key = { remoteJid: stage.chat.lid, fromMe: false, id: stage.ids[0] ?? '' };
  const reaction = { reactionMessage: { key, text: '👍' } };
  stage.phone.history.had(stage.chat, reaction, { timestamp: NOON + 9 });
  expect(texts((await older(stage, 2)).messages)).toEqual(['four']);
});

test('the phone is asked further back where it has nothing but what was said about messages', async () => {
  const stage = await withPast();
  const { phone, chat, ids } = stage;
  const key = { remoteJid: chat.lid, fromMe: false, id: ids[0] ?? '' };
  for (const later of [5, 6, 7])
    phone.history.had(chat, { reactionMessage: { key, text: '👍' } }, { timestamp: NOON + later });
  expect(texts((await older(stage, 2)).messages)).toEqual(['four']);
  expect(phone.history.requests).toHaveLength(2);
});

test('in a group each message has its author', async () => {
  const stage = await opened();
  const { session, phone, ana, bob } = stage;
  const group = ana.creates({ subject: 'Crew', members: [phone, bob] });
  await stage.message(await bob.writes(group, { text: 'today' }));
  const author = group.addressOf(bob.person);
  phone.history.had({ jid: group.jid }, { conversation: 'before' }, { timestamp: NOON, author });
  const found = await session.chats().history({ number: group.jid, count: 5, before: null });
  expect(found.messages).toMatchObject([
    { Info: { Chat: group.jid, Sender: BOB, IsGroup: true }, Message: { conversation: 'before' } },
  ]);
});

test('a chat of which nothing is stored, a message of another chat, and a channel are refused unasked', async () => {
  const stage = await withPast();
  const { session, host, phone } = stage;
  const chats = session.chats();
  const empty = { number: BOB, count: 5, before: null };
  expect(await refusal(chats.history(empty))).toStartWith(
    `not_found: no message of the chat ${BOB} is stored`,
  );
  const before = host.messages[0] ?? null;
  expect(await refusal(chats.history({ ...empty, before }))).toBe(
    `not_found: message ${before?.id} in the chat ${BOB} not found`,
  );
  expect(await refusal(chats.history({ ...empty, number: '1@newsletter' }))).toBe(
    'invalid: phones keep no history of channels',
  );
  expect(phone.history.requests).toEqual([]);
});

test('one request is under way at a time, and ends with the connection', async () => {
  const stage = await withPast();
  const { phone, whatsapp } = stage;
  phone.history.behaviour = 'silent';
  const asked = refusal(older(stage, 5));
  await until('the phone was asked', () => phone.history.requests.length === 1);
  expect(await refusal(older(stage, 5))).toBe(
    'rate_limited: the phone is being asked for older messages already',
  );
  whatsapp.drop(phone);
  expect(await asked).toBe('conflict: the connection was lost before the phone answered');
});

test('an answer that cannot be read is said to be one, and the next request is taken', async () => {
  const stage = await withPast();
  stage.phone.history.isSpoilt = true;
  expect(await refusal(older(stage, 5))).toStartWith(
    'unavailable: the answer of the phone cannot be read',
  );
  stage.phone.history.isSpoilt = false;
  expect((await older(stage, 5)).messages).toHaveLength(4);
});
