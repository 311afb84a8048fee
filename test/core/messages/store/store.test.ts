import { expect, test } from 'bun:test';
import { pruneStore } from '../../../../src/core/messages/store/pruning.ts';
import { MessageStore } from '../../../../src/core/messages/store/store.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { CAFE, SHOP } from '../../../helpers/gateway-server.ts';
import { isRefused, messageStoreBench, pagesOf } from '../../../helpers/message-store.ts';
import { planned } from '../../../helpers/query-plans.ts';
import {
  ANA,
  BEN,
  readSelf,
  received,
  sent,
  storedRecord,
  TEAM,
} from '../../../helpers/stored-message.ts';

const PAGE = { offset: 0, limit: 50 };

const storedAs = (id: string) => storedRecord({ id });

async function stage(hours = 24) {
  const bench = await messageStoreBench(hours);
  const { db, store } = bench;
  const count = async (table: string) =>
    Number((await db.query(`select count(*) from ${table}`, []))[0]?.[0]);
  const total = async (list: string, owner = SHOP.id) => {
    const sql = 'select total from list_totals where owner_id = ? and list = ?';
    return (await db.query(sql, [owner, list]))[0]?.[0];
  };
  const unread = async (chat: string) =>
    (await pagesOf(store).chats(SHOP.id, { chat, ...PAGE }))[0]?.unread;
  return { ...bench, count, total, unread };
}

test('what was said is stored in one commit with its event, or neither is', async () => {
  const { publish, store, count, refusesEvents } = await stage();
  await publish(received({ ID: 'A' }));
  expect(await count('events')).toBe(1);
  expect((await pagesOf(store).messages(SHOP.id, PAGE)).messages).toMatchObject([
    { id: 'A', chat: ANA },
  ]);
  const accept = await refusesEvents();
  expect(await isRefused(publish(received({ ID: 'B' })))).toBe(true);
  expect(await count('stored_messages')).toBe(1);
  await accept();
  await publish(received({ ID: 'C', PushName: 'Ana Maria' }));
  expect(await pagesOf(store).contacts(SHOP.id, PAGE)).toMatchObject([
    { jid: ANA, name: 'Ana Maria' },
  ]);
});

test('the same message again is stored once, and counted once', async () => {
  const { publish, count, total, unread } = await stage();
  await publish(received({ ID: 'A' }));
  await publish(received({ ID: 'A' }));
  expect(await count('stored_messages')).toBe(1);
  expect(await total('stored_messages')).toBe(1);
  expect(await unread(ANA)).toBe(1);
});

test('a chat is unread by what came since it was read, and reactions, edits and own messages are no news', async () => {
  const { publish, unread } = await stage();
  await publish(
    received({ ID: 'A', at: 1_000 }),
    received({ ID: 'B', at: 2_000 }),
    received({ ID: 'C', at: 3_000 }),
    received({ ID: 'R', at: 3_100, content: { reactionMessage: { text: '!' } } }),
    received({ ID: 'E', at: 3_200, content: { conversation: 'x', protocolMessage: { type: 14 } } }),
    sent({ ID: 'D', at: 3_300 }),
  );
  expect(await unread(ANA)).toBe(3);
  await publish(readSelf(ANA, 'A', 'B'));
  expect(await unread(ANA)).toBe(1);
  await publish(readSelf(ANA, 'A'), readSelf(ANA, 'nobody knows it'));
  expect(await unread(ANA)).toBe(1);
  await publish(received({ ID: 'late', at: 1_500 }));
  expect(await unread(ANA)).toBe(1);
  await publish(readSelf(ANA, 'C'));
  expect(await unread(ANA)).toBe(0);
});

test('messages that are marked as read through the instance make the chat unread no more', async () => {
  const { publish, messages, unread } = await stage();
  await publish(received({ ID: 'A', at: 1_000 }), received({ ID: 'B', at: 2_000 }));
  await messages.markRead(SHOP, [storedAs('A')]);
  expect(await unread(ANA)).toBe(1);
  await messages.markRead(SHOP, [storedAs('B')]);
  expect(await unread(ANA)).toBe(0);
});

test('what was fetched from the past is read back, gives no event and makes nothing unread', async () => {
  const { publish, messages, store, count, unread } = await stage();
  await publish(received({ ID: 'B', at: 2_000 }));
  const past = received({ ID: 'A', at: 1_000 });
  if (past.type !== 'Message') throw new Error('it is one');
  const fetched = { ...storedAs('A'), status: null, fetchedAt: 3_000, shown: past.data };
  await messages.publish(SHOP, [], [fetched]);
  expect((await pagesOf(store).messages(SHOP.id, PAGE)).messages.map(({ id }) => id)).toEqual([
    'B',
    'A',
  ]);
  expect(await count('events')).toBe(1);
  expect(await unread(ANA)).toBe(1);
});

test('pages by cursor give every message once, the newest first, also those of the same second', async () => {
  const { publish, store } = await stage();
  const ids = Array.from({ length: 25 }, (_, n) => `M${n}`);
  await publish(...ids.map((ID, n) => received({ ID, at: 1_000 * Math.floor(n / 10) })));
  const found: string[] = [];
  let after: Awaited<ReturnType<typeof store.messages>>['next'] = null;
  for (let pages = 0; pages < 10; pages++) {
    const page = await pagesOf(store).messages(SHOP.id, {
      limit: 7,
      offset: 0,
      after: after ?? undefined,
    });
    found.push(...page.messages.map(({ id }) => id));
    expect(page.total).toBe(25);
    after = page.next;
    if (after === null) break;
  }
  expect(found).toEqual(ids.toReversed());
});

test('a rare kind is found behind ten thousand others by going on with the cursor, which looks at so many at a time', async () => {
  const { db, publish, store } = await stage();
  await publish(received({ ID: 'rare', at: 1, content: { stickerMessage: {} } }));
  await db.query(
    `insert into stored_messages (instance_id, id, chat, is_from_me, sender, push_name, kind, source, content, is_news,
        sent_at, stored_at)
      select ?, 'M' || value, ?, 0, ?, 'Ana', 'conversation', 'unknown', '{}', 1, 10 + value, 0
      from (with recursive n(value) as (select 1 union all select value + 1 from n where value < 10005) select value from n)`,
    [SHOP.id, ANA, ANA],
  );
  const query = { kind: 'stickerMessage', limit: 5, offset: 0 };
  const first = await pagesOf(store).messages(SHOP.id, query);
  expect(first.messages).toEqual([]);
  expect(first.next).not.toBeNull();
  const second = await pagesOf(store).messages(SHOP.id, {
    ...query,
    after: first.next ?? undefined,
  });
  expect(second.messages).toMatchObject([{ id: 'rare' }]);
  expect(second.next).toBeNull();
});

test('whoever writes, and each group and channel, is one contact under its newest name', async () => {
  const { publish, store, total } = await stage();
  const inTeam = { Chat: TEAM, IsGroup: true };
  await publish(
    received({ ID: 'A', SenderAlt: '123@lid' }),
    received({ ID: 'B', ...inTeam, Sender: BEN, PushName: 'Ben' }),
    received({ ID: 'C', ...inTeam, PushName: 'Ana Maria' }),
    {
      type: 'GroupInfo',
      data: {
        JID: TEAM,
        Sender: BEN,
        Timestamp: '',
        Name: { Name: 'Team', NameSetAt: '' },
        Topic: null,
        Join: [],
        Leave: [],
        Promote: [],
        Demote: [],
      },
    },
  );
  expect(await pagesOf(store).contacts(SHOP.id, PAGE)).toMatchObject([
    { jid: TEAM, name: 'Team', hasChat: true },
    { jid: BEN, name: 'Ben', hasChat: false },
    { jid: ANA, name: 'Ana Maria', lid: '123@lid', hasChat: true },
  ]);
  expect(await total('contacts')).toBe(3);
});

test('what is older than the store keeps goes, with the chats and people of whom nothing is left', async () => {
  const { publish, clock, db, store, count, total } = await stage();
  await publish(received({ ID: 'old' }));
  await clock.advance(3_600_000);
  const between = clock.now();
  await clock.advance(3_600_000);
  await publish(received({ ID: 'new', Chat: BEN, Sender: BEN, PushName: 'Ben' }));
  await pruneStore(db, between);
  expect((await pagesOf(store).messages(SHOP.id, PAGE)).messages).toMatchObject([{ id: 'new' }]);
  expect(await pagesOf(store).chats(SHOP.id, PAGE)).toMatchObject([{ chat: BEN }]);
  expect(await pagesOf(store).contacts(SHOP.id, PAGE)).toMatchObject([{ jid: BEN }]);
  expect(await total('stored_messages')).toBe(1);
  await pruneStore(db, clock.now() + 1);
  for (const table of ['stored_messages', 'chats', 'contacts']) expect(await count(table)).toBe(0);
});

test('what has piled up is deleted bit by bit, at each look so much, until nothing is left', async () => {
  const { messages, publish, clock, db, count, total } = await stage();
  const many = Array.from({ length: 500 }, (_, index) => received({ ID: `M${index}` }));
  await publish(...many);
  await pruneStore(db, clock.now() + 1, null, 1);
  expect(await count('stored_messages')).toBe(300);
  await db.query('delete from instances where id = ?', [SHOP.id]);
  await messages.publish(CAFE, [received({ ID: 'A' })], []);
  await pruneStore(db, 0, null, 1);
  expect([await count('stored_messages'), await total('stored_messages')]).toEqual([101, 100]);
  await pruneStore(db, 0, null, 1);
  expect([await count('stored_messages'), await total('stored_messages')]).toEqual([1, undefined]);
});

test('nothing stays of an instance that was deleted, and others keep all', async () => {
  const { messages, publish, db, count, total } = await stage();
  await publish(received({ ID: 'A' }));
  await messages.publish(CAFE, [received({ ID: 'A' })], []);
  await db.query('delete from instances where id = ?', [SHOP.id]);
  await pruneStore(db, 0);
  for (const table of ['stored_messages', 'chats', 'contacts']) expect(await count(table)).toBe(1);
  expect(await total('stored_messages')).toBeUndefined();
  expect(await total('stored_messages', CAFE.id)).toBe(1);
});

test('a store that is switched off writes nothing, and says how it is switched on', async () => {
  const { publish, count, store } = await stage(0);
  await publish(received({ ID: 'A' }));
  for (const table of ['stored_messages', 'chats', 'contacts']) expect(await count(table)).toBe(0);
  const said = await pagesOf(store).messages(SHOP.id, PAGE).then(String, String);
  expect(said).toContain('MESSAGE_STORE_HOURS');
});

test('a page is read off its index, and nothing is sorted but the page: of a chat, of all, of chats, of contacts', async () => {
  const { db, engine: publisher, publish } = await stage();
  await publish(received({ ID: 'A' }), received({ ID: 'B', Chat: BEN, Sender: BEN }));
  const { query, plans } = planned(db);
  const store = new MessageStore({ db: { query }, clock: manualClock(), publisher, hours: 1 });
  const page = { offset: 0, limit: 1 };
  const { next } = await pagesOf(store).messages(SHOP.id, page);
  await pagesOf(store).messages(SHOP.id, { ...page, after: next ?? undefined });
  await pagesOf(store).messages(SHOP.id, { ...page, chat: ANA });
  await pagesOf(store).chats(SHOP.id, { ...page, after: 2 });
  await pagesOf(store).contacts(SHOP.id, { ...page, after: 2 });
  const steps = plans.flat();
  const scans = steps.filter((step) => step.startsWith('SCAN ') && !step.includes('json_each'));
  expect(scans.filter((step) => step !== 'SCAN page')).toEqual([]);
  const sorted = plans.filter((plan) => plan.some((step) => step.includes('TEMP B-TREE')));
  // The page itself, once its messages are fetched.
  for (const plan of sorted) expect(plan.filter((step) => step.includes('TEMP'))).toHaveLength(1);
  for (const plan of sorted) expect(plan.at(-1)).toContain('TEMP B-TREE');
  expect(steps).toContainEqual(
    expect.stringContaining('stored_messages_of_chat (instance_id=? AND chat=?'),
  );
  expect(steps).toContainEqual(
    expect.stringContaining('stored_messages_of_instance (instance_id=?'),
  );
});

test('a message is found by its id without looking at others, in a chat or in all', async () => {
  const { db, engine: publisher, publish } = await stage();
  await publish(received({ ID: 'A' }), received({ ID: 'B' }));
  const { query, plans } = planned(db);
  const store = new MessageStore({ db: { query }, clock: manualClock(), publisher, hours: 1 });
  for (const where of [{}, { chat: ANA }, { source: 'unknown' }] as const) {
    const { messages, total } = await pagesOf(store).messages(SHOP.id, {
      ...PAGE,
      ...where,
      id: 'A',
    });
    expect({ ids: messages.map(({ id }) => id), total }).toEqual({ ids: ['A'], total: 1 });
  }
  const steps = plans.flat().filter((step) => / stored_messages_/.test(step));
  for (const step of steps) expect(step).toMatch(/stored_messages_id \(instance_id=\? AND id=\?/);
  expect(steps).not.toEqual([]);
});
