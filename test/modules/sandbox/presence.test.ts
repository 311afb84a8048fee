import { expect, test } from 'bun:test';
import { WATCHED_CHATS_MAX } from '../../../src/core/providers/chat-actions.ts';
import { openBench, refusal } from './setup.ts';

const CHAT = '5511988887777@s.whatsapp.net';

test('watching is listed, survives a lost connection, and has an end', async () => {
  const { session, clock } = await openBench();
  await session.chats().watch(CHAT, true);
  await session.drop();
  await clock.advance(2_000);
  expect(session.actions()).toMatchObject([{ action: 'watch', chat: CHAT }]);
  const chats = session.chats();
  for (let watched = 1; watched < WATCHED_CHATS_MAX; watched++)
    await chats.watch(`55119000000${watched}`, true);
  expect(await refusal(chats.watch('12345@g.us', true))).toStartWith('conflict: 200 chats');
  await chats.watch(CHAT, false);
  expect(await chats.watch('12345@g.us', true)).toBe('12345@g.us');
  expect(await refusal(chats.watch('12345@newsletter', true))).toBe(
    'invalid: nobody sees who is online in a channel',
  );
});
