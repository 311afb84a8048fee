/** How chats stand among the others is on disk with its event, and shown with the chats. */
import { expect, test } from 'bun:test';
import { SHOP } from '../../helpers/gateway-server.ts';
import { isRefused, messageStoreBench, pagesOf } from '../../helpers/message-store.ts';
import { ANA, BEN, received, storedRecord } from '../../helpers/stored-message.ts';

const LID = '123456789012345@lid';
const NONE = { Archived: null, Pinned: null, Muted: null, Unread: null, Deleted: false };

async function stage() {
  const bench = await messageStoreBench();
  const { store, messages } = bench;
  const { chatStates } = messages;
  const changed = (...news: Parameters<typeof chatStates.update>[1]) =>
    chatStates.update(SHOP, news);
  const stateOf = async (chat: string) =>
    (await pagesOf(store).chats(SHOP.id, { chat, offset: 0, limit: 1 }))[0]?.state;
  return { ...bench, chatStates, changed, stateOf, told: () => bench.told('ChatUpdate') };
}

test('what has changed about a chat is an event and shown with it, and what changes nothing is neither', async () => {
  const { messages, changed, told, stateOf } = await stage();
  await messages.publish(SHOP, [received({ ID: 'A' })], []);
  const until = Date.UTC(2030, 0, 1);
  await changed(
    { chat: ANA, isArchived: true },
    { chat: ANA, isArchived: true, isPinned: false },
    { chat: ANA, isPinned: true, muted: { until } },
    { chat: ANA, muted: { until: null } },
  );
  expect(await told()).toEqual([
    { Chat: ANA, ...NONE, Archived: true },
    {
      Chat: ANA,
      ...NONE,
      Pinned: true,
      Muted: { IsMuted: true, Until: '2030-01-01T00:00:00.000Z' },
    },
    { Chat: ANA, ...NONE, Muted: { IsMuted: true, Until: null } },
  ]);
  const now = { isArchived: true, isPinned: true, muted: { until: null }, isMarkedUnread: false };
  expect(await stateOf(ANA)).toEqual(now);
});

test('a chat that is as any other again takes no room, nor does one that was deleted', async () => {
  const { db, changed, told } = await stage();
  await changed({ chat: ANA, isArchived: true }, { chat: BEN, muted: { until: null } });
  await changed({ chat: ANA, isArchived: false }, { chat: BEN, isDeleted: true });
  expect(await db.query('select * from chat_states', [])).toEqual([]);
  const unmuted = { IsMuted: false, Until: null };
  expect((await told()).slice(2)).toEqual([
    { Chat: ANA, ...NONE, Archived: false },
    { Chat: BEN, ...NONE, Muted: unmuted, Deleted: true },
  ]);
});

test('a chat that is marked as unread is so until messages in it are read here', async () => {
  const { messages, changed, told, stateOf } = await stage();
  const record = storedRecord({ id: 'A' });
  await messages.publish(SHOP, [received({ ID: 'A' })], [record]);
  await messages.markRead(SHOP, [record]);
  expect(await told()).toEqual([]);
  await changed({ chat: ANA, isMarkedUnread: true });
  expect(await stateOf(ANA)).toMatchObject({ isMarkedUnread: true });
  await messages.markRead(SHOP, [record]);
  expect((await told()).map(({ Unread }) => Unread)).toEqual([true, false]);
});

test('a state is found under every address of its person, and moves with a merge', async () => {
  const { messages, store, changed, told, stateOf } = await stage();
  await messages.publish(SHOP, [received({ ID: 'A', Chat: LID, Sender: LID })], []);
  await changed({ chat: LID, isPinned: true });
  await messages.mergePeople(SHOP, [{ from: LID, to: ANA }]);
  await store.merging.settled(SHOP.id);
  expect(await stateOf(ANA)).toMatchObject({ isPinned: true });
  await changed({ chat: LID, isPinned: true }, { chat: LID, isArchived: true });
  expect((await told()).map(({ Chat }) => Chat)).toEqual([LID, ANA]);
});

test('a state is written with its event, or neither is', async () => {
  const { db, changed, told, chatStates, refusesEvents } = await stage();
  const accept = await refusesEvents();
  expect(await isRefused(changed({ chat: ANA, isPinned: true }))).toBe(true);
  expect(await db.query('select * from chat_states', [])).toEqual([]);
  await accept();
  await changed({ chat: ANA, isPinned: true });
  expect(await told()).toHaveLength(1);
  await chatStates.clear(SHOP.id);
  expect(await db.query('select * from chat_states', [])).toEqual([]);
});
