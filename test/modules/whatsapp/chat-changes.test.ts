/** What the phone does with its chats, and what contacts show, reaches the host. */
import { afterEach, expect, test } from 'bun:test';
import { chatUpdateOf } from '../../../src/modules/whatsapp/chat-changes.ts';
import { until } from '../../helpers/until.ts';
import { ANA, endAll, opened } from './opened-stage.ts';

afterEach(endAll);

const GROUP = '120363000000000001@g.us';

test('chats that were archived, pinned and muted before the pairing are known once the phone shares its keys', async () => {
  const { phone, host } = await opened();
  const range = { lastMessageTimestamp: 1 };
  await phone.appState.change({ archive: true, lastMessages: range }, GROUP, false);
  await phone.appState.change({ pin: true }, GROUP, false);
  await phone.appState.change({ mute: -1 }, GROUP, false);
  await phone.sharesAppStateKeys();
  const said = () => Object.assign({}, ...host.chatUpdate);
  await until('all of it is known', () => 'muted' in said() && 'isPinned' in said());
  const state = { isArchived: true, isPinned: true, muted: { until: null } };
  expect(said()).toEqual({ chat: GROUP, ...state });
});

test('a chat that the phone marks as unread, reads, or deletes is known at once', async () => {
  const { phone, host } = await opened();
  await phone.sharesAppStateKeys();
  const lastMessages = { lastMessageTimestamp: 1 };
  await phone.appState.change({ markRead: false, lastMessages }, GROUP);
  await until('it is unread', () => host.chatUpdate.some((news) => news.isMarkedUnread === true));
  await phone.appState.change({ markRead: true, lastMessages }, GROUP);
  await until('it is read', () => host.chatUpdate.some((news) => news.isMarkedUnread === false));
  await phone.appState.change({ delete: true, lastMessages }, GROUP);
  await until('it is gone', () => host.chatUpdate.some((news) => news.isDeleted === true));
});

test('what is changed from here is known too', async () => {
  const { session, phone, host } = await opened();
  await phone.sharesAppStateKeys();
  const pinned = () => session.chats().change(GROUP, { kind: 'pin', isPinned: true }, null);
  await until('the keys are here', () =>
    pinned().then(
      () => true,
      () => false,
    ),
  );
  await until('it is pinned', () => host.chatUpdate.some((news) => news.isPinned === true));
});

test('messages are no news of their chat, and a picture is news of whoever has changed it', async () => {
  const { phone, ana, host, message } = await opened();
  await message(await ana.writes(phone, { text: 'one' }));
  ana.changesPicture(phone);
  ana.changesPicture(phone, true);
  await until('both are known', () => host.contactNews.length === 2);
  expect(host.contactNews).toEqual([
    { jid: ANA, picture: 'changed' },
    { jid: ANA, picture: 'removed' },
  ]);
  expect(host.chatUpdate).toEqual([]);
});

test.each([
  [{ id: ANA, unreadCount: 3, conversationTimestamp: 1 }, null],
  [{ id: 'nonsense', archived: true }, null],
  [
    { id: ANA, unreadCount: -1 },
    { chat: ANA, isMarkedUnread: true },
  ],
  [
    { id: ANA, pinned: 0 },
    { chat: ANA, isPinned: false },
  ],
  [
    { id: ANA, muteEndTime: 5_000 },
    { chat: ANA, muted: { until: 5_000 } },
  ],
  [
    { id: ANA, muteEndTime: null },
    { chat: ANA, muted: null },
  ],
  [
    { id: ANA, muteEndTime: 1e300 },
    { chat: ANA, muted: { until: null } },
  ],
])('%j says of a chat: %j', (update, news) => {
  expect(chatUpdateOf(update)).toEqual(news);
});
