import { expect, test } from 'bun:test';
import { WATCHED_CHATS_MAX } from '../../../src/providers/watch-list.ts';
import { openBench, refusal } from './setup.ts';

const ANA = '5511988887777';
const CHAT = `${ANA}@s.whatsapp.net`;

async function watching() {
  const stage = await openBench();
  const chats = stage.session.chats();
  await chats.watch(ANA, true);
  await chats.showPresence('available');
  return { ...stage, chats };
}

test('what a contact shows in a watched chat is told while the account is shown as online', async () => {
  const { session, host } = await watching();
  await session.presence({ from: ANA, presence: 'recording' });
  await session.presence({ from: ANA, presence: 'paused' });
  await session.presence({ from: ANA, presence: 'unavailable', lastSeen: 1_700_000_000_000 });
  await session.presence({ from: ANA, presence: 'available' });
  expect(host.events.map(({ data }) => data)).toMatchObject([
    { Chat: CHAT, Sender: CHAT, IsGroup: false, State: 'composing', Media: 'audio' },
    { Chat: CHAT, State: 'paused', Media: '' },
    { From: CHAT, Unavailable: true, LastSeen: '2023-11-14T22:13:20.000Z' },
    { From: CHAT, Unavailable: false, LastSeen: null },
  ]);
});

test('who writes in a watched group is told with the group as the chat', async () => {
  const { session, host, chats } = await watching();
  await chats.watch('12345@g.us', true);
  await session.presence({ from: '5511977776666', presence: 'composing', group: '12345@g.us' });
  expect(host.events.at(-1)?.data).toMatchObject({
    Chat: '12345@g.us',
    Sender: '5511977776666@s.whatsapp.net',
    IsGroup: true,
  });
});

test('as at WhatsApp nothing is told of other chats, nor while the account is not shown as online', async () => {
  const { session, host, chats } = await watching();
  const shown = (from: string, group?: string) =>
    refusal(session.presence({ from, presence: 'composing', ...(group && { group }) }));
  expect(await shown('5511977776666')).toContain('is not watched');
  expect(await shown(ANA, '12345@g.us')).toContain('is not watched');
  await chats.showPresence('unavailable');
  expect(await shown(ANA)).toContain('the account is not shown as available');
  await chats.showPresence('available');
  await chats.watch(ANA, false);
  expect(await shown(ANA)).toContain('is not watched');
  expect(host.events).toEqual([]);
});

test('watching is listed, survives a lost connection, and has an end', async () => {
  const { session, clock, host, chats } = await watching();
  await session.drop();
  await clock.advance(2_000);
  await session.presence({ from: ANA, presence: 'composing' });
  expect(host.events.at(-1)?.type).toBe('ChatPresence');
  expect(session.actions()).toMatchObject([
    { action: 'watch', chat: CHAT },
    { action: 'available' },
  ]);
  for (let watched = 1; watched < WATCHED_CHATS_MAX; watched++)
    await chats.watch(`55119000000${watched}`, true);
  expect(await refusal(chats.watch('12345@g.us', true))).toStartWith('conflict: 200 chats');
  expect(await refusal(chats.watch('12345@newsletter', true))).toBe(
    'invalid: nobody sees who is online in a channel',
  );
});

test('a group does not show who is online', async () => {
  const { session, chats } = await watching();
  await chats.watch('12345@g.us', true);
  const online = { from: ANA, presence: 'available', group: '12345@g.us' } as const;
  expect(await refusal(session.presence(online))).toBe(
    'invalid: whether somebody is online is not shown in a group',
  );
});
