import { expect, test } from 'bun:test';
import { openBench, refusal } from './setup.ts';

const ANA = '5511988887777';
const CHAT = `${ANA}@s.whatsapp.net`;
const YESTERDAY = Date.UTC(2026, 0, 4, 12);

const history = async ({ session }: Awaited<ReturnType<typeof openBench>>, count = 50) =>
  session.chats().history({ number: ANA, count, before: null });

test('what the phone has from before is fetched with its file, and is no event', async () => {
  const open = await openBench();
  const { session, host } = open;
  const past = { kind: 'image', from: ANA, caption: 'a cake', sentAt: YESTERDAY } as const;
  const { messageId } = await session.past(past);
  expect(host.events).toEqual([]);
  await session.message({ kind: 'text', from: ANA, text: 'today' });
  const { messages } = await history(open);
  expect(messages).toMatchObject([
    { Info: { ID: messageId, Timestamp: '2026-01-04T12:00:00.000Z', MediaType: 'image' } },
  ]);
  const stored = await host.findMessage(messageId);
  if (stored === null) throw new Error('it is not stored');
  expect((await session.fileOf(stored)).caption).toBe('a cake');
  expect(host.events).toHaveLength(1);
});

test('the phone keeps the newest 500 that it was given', async () => {
  const open = await openBench();
  const { session } = open;
  for (let index = 0; index <= 500; index++)
    await session.past({ kind: 'text', from: ANA, text: `${index}`, sentAt: YESTERDAY + index });
  await session.message({ kind: 'text', from: ANA, text: 'today' });
  const { messages } = await history(open, 501);
  expect(messages).toHaveLength(500);
  expect(messages[0]?.Message.conversation).toBe('1');
});

test('a message of another chat, and one that is still to come, are refused', async () => {
  const { session, host, clock } = await openBench();
  const { messageId } = await session.message({ kind: 'text', from: ANA, text: 'today' });
  const before = await host.findMessage(messageId);
  const other = { number: '5511977776666', count: 5, before };
  expect(await refusal(session.chats().history(other))).toBe(
    `not_found: message ${messageId} in the chat 5511977776666@s.whatsapp.net not found`,
  );
  expect(before?.chat).toBe(CHAT);
  const sentAt = clock.now() + 1;
  expect(await refusal(session.past({ kind: 'text', from: ANA, text: 'x', sentAt }))).toBe(
    'invalid: sentAt must not be in the future',
  );
});
