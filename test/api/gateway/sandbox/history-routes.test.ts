/** What the phone of a sandbox has from before, as an application under test fetches it. */
import { expect, test } from 'bun:test';
import { FROM, openSandbox } from './setup.ts';

const PAST = { kind: 'text', from: FROM, text: 'before', sentAt: '2026-01-04T12:00:00Z' };

test('201 the phone has a message from before, and nothing arrives', async () => {
  const { post, host, session } = await openSandbox();
  const events = host.events.length;
  const { status, json } = await post('history', PAST);
  expect([status, host.events.length]).toEqual([201, events]);
  await post('message', { kind: 'text', from: FROM, text: 'today' });
  const request = { number: FROM, count: 5, before: null };
  const { messages } = await session.chats().history(request);
  expect(messages.map(({ Info }) => Info.ID)).toEqual([json.messageId]);
});

test.each([
  [{ ...PAST, sentAt: undefined }],
  [{ ...PAST, sentAt: 'yesterday' }],
  [{ ...PAST, sentAt: '2126-01-04T12:00:00Z' }],
  [{ ...PAST, kind: 'reaction' }],
  [{ ...PAST, text: undefined }],
])('400 for %j', async (body) => {
  const { post } = await openSandbox();
  expect((await post('history', body)).status).toBe(400);
});
