/** The lock of new chats: read, kept, named in refusals, and asked before WhatsApp is. */
import { afterEach, expect, test } from 'bun:test';
import type { BinaryNode } from '@whiskeysockets/baileys';
import { manualClock } from '../../doubles/manual-clock.ts';
import { until } from '../../helpers/until.ts';
import { ANA, BOB, endAll, type OpenedStage, opened } from './opened-stage.ts';

afterEach(endAll);

const END = Date.UTC(2099, 10, 25, 10);
const to = (number: string) => ({ number, content: { kind: 'text', text: 'hello' } }) as const;
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => `${error.reason}: ${error.message}`,
  );

const limitOf = ({ host }: OpenedStage) => host.newChats.limit();

async function locked(): Promise<OpenedStage> {
  const stage = await opened();
  stage.whatsapp.newChatLock.until = END;
  stage.whatsapp.announceNewChatLock(stage.phone);
  await until('the lock is noted', async () => (await limitOf(stage)).lockedUntil === END);
  return stage;
}

test('a refusal with 463 names the day on which new chats may be opened again, and it is remembered', async () => {
  const stage = await opened();
  const { whatsapp, session, host } = stage;
  whatsapp.newChatLock.until = END;
  whatsapp.refuseMessages(463);
  const { id } = await session.send(to(ANA));
  await until('refused', () => host.statuses.length > 0);
  expect(host.statuses).toMatchObject([
    { id, status: 'Error', code: 463, reason: expect.stringContaining('2099-11-25T10:00:00.000Z') },
  ]);
  expect(await limitOf(stage)).toEqual({ lockedUntil: END, checkedAt: expect.any(Number) });
});

test('refusals that come together are one question', async () => {
  const { whatsapp, session, host } = await opened();
  const { newChatLock } = whatsapp;
  newChatLock.until = END;
  whatsapp.refuseMessages(463);
  // They are on their way before the first refusal says that chats are locked.
  await Promise.all([session.send(to(ANA)), session.send(to(BOB)), session.send(to(ANA))]);
  await until('all are refused', () => host.statuses.length === 3);
  for (const { reason } of host.statuses) expect(reason).toContain('2099-11-25');
  expect(newChatLock.questions).toBe(1);
});

test('a refusal is reported within 5 s when WhatsApp does not say until when', async () => {
  const clock = manualClock();
  const { whatsapp, session, host } = await opened({ clock });
  whatsapp.newChatLock.isSilent = true;
  whatsapp.refuseMessages(463);
  await session.send(to(ANA));
  await until('it is asked', () => whatsapp.newChatLock.questions === 1);
  await clock.advance(3_000);
  await until('refused', () => host.statuses.length > 0);
  expect(host.statuses).toMatchObject([
    { code: 463, reason: expect.stringContaining('open new chats at the moment') },
  ]);
});

test('while new chats are locked a first message is a conflict, and WhatsApp is asked for nothing', async () => {
  const stage = await locked();
  const { whatsapp, session, phone, host } = stage;
  const asked: string[] = [];
  const isQuestion = ({ tag, attrs }: BinaryNode) => tag === 'message' || attrs.xmlns === 'usync';
  const note = (node: BinaryNode) => isQuestion(node) && asked.push(node.tag) < 0;
  void whatsapp.hears(phone, note).catch(() => {});
  const before = asked.length;
  expect(await refusal(session.send(to(ANA)))).toBe(
    'conflict: WhatsApp does not let this account open new chats until 2099-11-25T10:00:00.000Z. Write to people who wrote first, and to others after that.',
  );
  expect(asked.slice(before)).toEqual([]);
  expect(host.messages).toEqual([]);
});

test('while new chats are locked those who wrote first get their answer', async () => {
  const { session, ana, phone, message } = await locked();
  await message(await ana.writes(phone, { text: 'hi' }));
  const { id } = await session.send(to(ANA));
  expect((await ana.receives((received) => received.id === id)).text).toBe('hello');
});

test('when WhatsApp lifts the lock, new chats can be opened again', async () => {
  const stage = await locked();
  const { whatsapp, phone, session, ana } = stage;
  whatsapp.newChatLock.until = null;
  whatsapp.announceNewChatLock(phone);
  await until('it is lifted', async () => (await limitOf(stage)).lockedUntil === null);
  const { id } = await session.send(to(ANA));
  await ana.receives((received) => received.id === id);
});
