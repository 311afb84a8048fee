import { expect, test } from 'bun:test';
import type { CatalogEvent, Stream } from '../../../../src/core/events/contract/catalog.ts';
import { isInChat } from '../../../../src/core/messages/find.ts';
import { createLabelStore } from '../../../../src/core/messages/labels.ts';
import { MessageStore } from '../../../../src/core/messages/store/store.ts';
import { SHOP } from '../../../helpers/gateway-server.ts';
import { messageStoreBench, pagesOf } from '../../../helpers/message-store.ts';
import {
  ANA,
  BEN,
  readSelf,
  received,
  sent,
  storedRecord,
  TEAM,
} from '../../../helpers/stored-message.ts';
import { until } from '../../../helpers/until.ts';

const LID = '123456789012345@lid';
const PAGE = { offset: 0, limit: 500 };

/** Written from the LID. */
const hidden = (ID: string, at = 0) =>
  received({ ID, Chat: LID, Sender: LID, PushName: 'Ana hidden', at });
/** Written from the number, with the LID beside it. */
const paired = (ID: string, at = 0) => received({ ID, SenderAlt: LID, at });

async function stage() {
  const bench = await messageStoreBench();
  const { db, store, publish } = bench;
  const publishAll = async (...events: CatalogEvent[]) => {
    for (const event of events) await publish(event);
  };
  const contacts = () => pagesOf(store).contacts(SHOP.id, PAGE);
  const chats = () => pagesOf(store).chats(SHOP.id, PAGE);
  const ids = async (chat: string) =>
    (await pagesOf(store).messages(SHOP.id, { chat, ...PAGE })).messages.map(({ id }) => id);
  const merged = () => bench.told('ContactMerged');
  const fill = (chat: string, count: number, from = 1) =>
    db.query(
      `insert into stored_messages (instance_id, id, chat, is_from_me, sender, push_name, kind, source, content, is_news,
          sent_at, stored_at)
        with recursive n(value) as (select ?3 union all select value + 1 from n where value < ?3 + ?4 - 1)
        select ?1, 'M' || value, ?2, 0, ?2, '', 'conversation', 'unknown', '{"conversation":"said"}', 1, value * 1000, 0 from n`,
      [SHOP.id, chat, from, count],
    );
  return { ...bench, publishAll, contacts, chats, ids, merged, fill };
}

test('who wrote from a LID first and by number later is one contact with one chat, and an event says so', async () => {
  const { publishAll, contacts, chats, ids, merged } = await stage();
  await publishAll(hidden('A', 1_000), paired('B', 2_000));
  expect(await contacts()).toMatchObject([{ jid: ANA, lid: LID, name: 'Ana' }]);
  expect(await chats()).toMatchObject([{ chat: ANA, unread: 2, lastMessage: { id: 'B' } }]);
  expect(await ids(ANA)).toEqual(['B', 'A']);
  expect(await ids(LID)).toEqual(['B', 'A']);
  const contact = { jid: ANA, number: '5511988887777', lid: LID, name: 'Ana' };
  expect(await merged()).toEqual([{ Kept: ANA, Merged: LID, Contact: contact }]);
});

test('the number and the LID of two stored contacts make one of them when somebody learns that they belong together', async () => {
  const { messages, publishAll, contacts, chats, ids, merged } = await stage();
  await publishAll(received({ ID: 'N', at: 1_000, PushName: '' }), hidden('H', 2_000));
  expect(await chats()).toHaveLength(2);
  await messages.mergePeople(SHOP, [{ from: LID, to: ANA }]);
  expect(await contacts()).toMatchObject([
    { jid: ANA, lid: LID, name: 'Ana hidden', hasChat: true },
  ]);
  expect(await chats()).toMatchObject([{ chat: ANA, unread: 2 }]);
  expect(await ids(ANA)).toEqual(['H', 'N']);
  await messages.mergePeople(SHOP, [{ from: LID, to: ANA }]);
  expect(await merged()).toHaveLength(1);
});

test('a contact that is stored under its LID alone gets its number, and keeps its record', async () => {
  const { messages, publish, contacts, chats, merged } = await stage();
  await publish(hidden('A', 1_000));
  const [before] = await contacts();
  const [chat] = await chats();
  await messages.mergePeople(SHOP, [{ from: LID, to: ANA }]);
  expect(await contacts()).toMatchObject([{ id: before?.id, jid: ANA, lid: LID }]);
  expect(await chats()).toMatchObject([{ id: chat?.id, chat: ANA, unread: 1 }]);
  expect(await merged()).toHaveLength(1);
});

test('a person who is stored under an id for the business keeps it when the number becomes known, and both find them', async () => {
  const { messages, store, publish, told, ids, merged } = await stage();
  const id = 'BR.13491208655302741918';
  await publish(received({ ID: 'A', Chat: id, Sender: id, SenderIds: { bsuid: id }, at: 1_000 }));
  await publish(received({ ID: 'B', at: 2_000 }));
  await messages.mergePeople(SHOP, [{ from: ANA, to: id }]);
  expect(await ids(ANA)).toEqual(['B', 'A']);
  const number = '5511988887777';
  expect(await store.resolve(SHOP.id, ANA)).toMatchObject({ jid: id, phone: ANA });
  const contact = { jid: id, number, lid: null, name: 'Ana' };
  expect(await merged()).toEqual([{ Kept: id, Merged: ANA, Contact: contact }]);
  await messages.updateContacts(SHOP, [{ jid: id, name: 'Ana Maria' }]);
  const news = await told('ContactUpdate');
  expect(news.map(({ Contact }) => Contact)).toEqual([{ ...contact, name: 'Ana Maria' }]);
});

test('when it is said the other way round later, the contact moves there and nothing is lost', async () => {
  const { db, messages, publish, store, ids, contacts } = await stage();
  await publish(hidden('A', 1_000));
  await messages.mergePeople(SHOP, [{ from: LID, to: ANA }]);
  await store.merging.settled(SHOP.id);
  await messages.mergePeople(SHOP, [{ from: ANA, to: LID }]);
  expect(await contacts()).toMatchObject([{ jid: LID, phone: ANA }]);
  expect(await ids(ANA)).toEqual(['A']);
  await publish(paired('B', 2_000));
  expect(await contacts()).toMatchObject([{ jid: ANA, lid: LID }]);
  expect(await ids(LID)).toEqual(['B', 'A']);
  const rows = await db.query('select address, jid, is_moved from contact_addresses', []);
  expect(rows).toEqual([[LID, ANA, 1]]);
});

test('people of whom nothing is stored are not entered, and who has one address is no event', async () => {
  const { db, messages, publish, merged } = await stage();
  await messages.mergePeople(SHOP, [{ from: LID, to: ANA }]);
  expect(await db.query('select * from contact_addresses', [])).toEqual([]);
  await publish(paired('A'));
  await messages.mergePeople(SHOP, [{ from: '77@lid', to: BEN }]);
  expect(await merged()).toEqual([]);
});

test('what comes under either address later is published and stored under the one that stays', async () => {
  const { told, opened, store, publishAll, ids, merged } = await stage();
  await publishAll(paired('A', 1_000), hidden('B', 2_000), readSelf(LID, 'B'));
  expect(await ids(ANA)).toEqual(['B', 'A']);
  expect(await pagesOf(store).chats(SHOP.id, PAGE)).toMatchObject([{ chat: ANA, unread: 0 }]);
  const after = opened();
  await after.messages.publish(SHOP, [hidden('C', 3_000)], []);
  expect(await ids(LID)).toEqual(['C', 'B', 'A']);
  const infos = (await told('Message')).map(({ Info }) => Info);
  expect(infos).toMatchObject(Array(3).fill({ Chat: ANA, Sender: ANA, SenderAlt: LID }));
  expect(await merged()).toEqual([]);
});

test('a message whose address is looked up is not overtaken by the next one', async () => {
  const { told, opened, publish } = await stage();
  await publish(paired('A'));
  const { messages } = opened();
  await Promise.all(
    [hidden('B'), received({ ID: 'C' })].map((one) => messages.publish(SHOP, [one], [])),
  );
  const infos = (await told('Message')).map(({ Info }) => Info);
  expect(infos.map(({ ID }) => ID)).toEqual(['A', 'B', 'C']);
});

test('many messages are moved in slices, those stored twice once, and counts, search and pages are right afterwards', async () => {
  const { db, store, messages, publish, fill, ids, chats, merged } = await stage();
  await publish(hidden('first', 0));
  await publish(received({ ID: 'own', at: 500 }));
  await fill(LID, 1_700);
  await fill(ANA, 300, 1_600);
  await messages.mergePeople(SHOP, [{ from: LID, to: ANA }]);
  expect(await chats()).toMatchObject([{ chat: ANA, lastMessage: { id: 'M1899' } }]);
  const page = await pagesOf(store).messages(SHOP.id, { chat: LID, ...PAGE });
  expect(page.total).toBe(1_901);
  expect(page.messages.map(({ id }) => id)).toEqual(
    Array.from({ length: 500 }, (_, n) => `M${1_899 - n}`),
  );
  expect(await ids(LID)).toHaveLength(500);
  const left = 'select count(*) from stored_messages where chat = ?';
  expect(await db.query(left, [LID])).toEqual([[0]]);
  const totals = await store.totals([SHOP.id]);
  expect(totals?.get(SHOP.id)).toEqual({ messages: 1_901, chats: 1, contacts: 1 });
  const found = await store.search(SHOP.id, { wanted: ['said'], chat: ANA, limit: 10 });
  expect(found.messages).toHaveLength(10);
  expect(await merged()).toHaveLength(1);
});

test('a process that is killed in the middle of a merge leaves it to the next one, which ends it without a second event', async () => {
  const { engine, db, clock, opened, publish, fill, ids, merged } = await stage();
  await publish(hidden('first'));
  await fill(LID, 1_200);
  let isDead = false;
  const writes: unknown[] = [];
  const publisher: Pick<typeof engine, 'publish'> = {
    publish: (stream: Stream, events, change) => {
      if (isDead) return new Promise(() => {});
      writes.push(events);
      // The entry, then the first slice with the event.
      isDead = writes.length === 2;
      return engine.publish(stream, events, change);
    },
  };
  const killed = new MessageStore({ db, clock, publisher, hours: 24 });
  await killed.mergePeople(SHOP, [{ from: LID, to: ANA }]);
  await until('the event of the merge', async () => (await merged()).length === 1);
  const left = async () =>
    Number((await db.query('select count(*) from stored_messages where chat = ?', [LID]))[0]?.[0]);
  expect(await left()).toBe(701);
  const next = opened();
  await next.store.merging.resume((id) => (id === SHOP.id ? SHOP.name : null));
  expect(await left()).toBe(0);
  expect(await ids(ANA)).toHaveLength(500);
  expect(await merged()).toHaveLength(1);
});

test('who reads while a merge is continued after a restart waits for its end', async () => {
  const { engine, db, clock, publish, fill } = await stage();
  await publish(hidden('first'));
  await fill(LID, 600);
  await db.query(
    'insert into contact_addresses (instance_id, address, jid, is_moved) values (?, ?, ?, 0)',
    [SHOP.id, LID, ANA],
  );
  const gate = Promise.withResolvers<void>();
  let isHeld = false;
  const publisher: Pick<typeof engine, 'publish'> = {
    publish: async (...values) => {
      isHeld = true;
      await gate.promise;
      return engine.publish(...values);
    },
  };
  const store = new MessageStore({ db, clock, publisher, hours: 24 });
  const resumed = store.merging.resume(() => SHOP.name);
  await until('it has begun', () => isHeld);
  let isRead = false;
  const read = pagesOf(store)
    .messages(SHOP.id, { chat: ANA, ...PAGE })
    .then((page) => {
      isRead = true;
      return page;
    });
  for (let turns = 0; turns < 10; turns++) await db.query('select 1', []);
  expect(isRead).toBe(false);
  gate.resolve();
  await resumed;
  expect((await read).total).toBe(601);
});

test('contacts are merged together with their event, or not at all', async () => {
  const { db, store, publishAll, contacts, merged } = await stage();
  await db.query(
    "create trigger refuse before insert on events when new.type = 'ContactMerged' begin select raise(abort, 'no'); end",
    [],
  );
  await publishAll(hidden('A'), paired('B'));
  expect(await contacts()).toHaveLength(2);
  await db.query('drop trigger refuse', []);
  await store.merging.resume(() => SHOP.name);
  expect(await contacts()).toHaveLength(1);
  expect(await merged()).toHaveLength(1);
});

test('history, the newest message and labels of a chat are found under either address', async () => {
  const { db, messages, store, publish } = await stage();
  const labels = createLabelStore(db.orm, SHOP.id);
  await labels.put({ id: '1', name: 'VIP', color: 0, predefinedId: null });
  await labels.mark('1', LID, true);
  const record = (id: string, sentAt: number) =>
    storedRecord({ id, chat: LID, sender: LID, chatAddress: LID, sentAt });
  await messages.publish(
    SHOP,
    [hidden('A', 1_000), hidden('B', 2_000)],
    [record('A', 1_000), record('B', 2_000)],
  );
  await publish(paired('C', 3_000));
  await store.merging.settled(SHOP.id);
  for (const chat of [LID, ANA]) {
    expect(await messages.oldestIn(SHOP.id, chat)).toMatchObject({
      id: 'A',
      chat: ANA,
      chatAddress: LID,
    });
    expect(await messages.newestIn(SHOP.id, chat)).toMatchObject({ id: 'B' });
  }
  expect(await labels.all(ANA)).toMatchObject([{ id: '1' }]);
});

test('a message is in its chat under every address of the person, and votes count once for each', async () => {
  const { db, messages, publish } = await stage();
  const poll = { name: 'Lunch?', options: ['soup', 'bread'] };
  const record = (id: string, from: string, sentAt: number) =>
    storedRecord({ id, chat: from, sender: from, chatAddress: from, sentAt });
  const vote = (id: string, from: string, sentAt: number, options: string[]) => ({
    ...record(id, from, sentAt),
    vote: { pollId: 'P', options },
  });
  await messages.publish(SHOP, [hidden('P')], [{ ...record('P', LID, 1), poll }]);
  await messages.publish(SHOP, [], [vote('V', LID, 2, ['soup'])]);
  await publish(paired('B'));
  await messages.publish(SHOP, [], [vote('W', ANA, 3, ['bread'])]);
  const stored = await messages.find(SHOP.id, 'W');
  for (const address of [LID, ANA]) {
    expect([address, stored !== null && isInChat(stored, address)]).toEqual([address, true]);
    const results = await messages.pollOf(SHOP.id, 'P', address);
    expect(results).toMatchObject({ chat: ANA, options: [{ voters: [] }, { voters: [ANA] }] });
  }
  expect(await messages.pollOf(SHOP.id, 'P', BEN)).toBeNull();
  expect((await db.query('select count(*) from poll_votes', []))[0]).toEqual([2]);
});

test('what somebody wrote in a group under a LID is theirs when the number is known', async () => {
  const { store, publishAll } = await stage();
  const inTeam = { Chat: TEAM, IsGroup: true };
  await publishAll(
    received({ ID: 'A', ...inTeam, Sender: LID, at: 1_000 }),
    received({ ID: 'B', ...inTeam, Sender: ANA, SenderAlt: LID, at: 2_000 }),
  );
  for (const sender of [LID, ANA]) {
    const { messages } = await pagesOf(store).messages(SHOP.id, { chat: TEAM, sender, ...PAGE });
    expect(messages).toMatchObject([
      { id: 'B', sender: ANA },
      { id: 'A', sender: ANA },
    ]);
  }
});

test('a LID whose person has a new number goes with the new one, and the old chat stays as it is', async () => {
  const { store, publishAll, contacts, ids } = await stage();
  await publishAll(
    paired('A', 1_000),
    received({ ID: 'B', Chat: BEN, Sender: BEN, SenderAlt: LID, at: 2_000 }),
  );
  await publishAll(hidden('C', 3_000), sent({ ID: 'S', at: 4_000 }));
  expect(await ids(BEN)).toEqual(['C', 'B']);
  expect(await ids(ANA)).toEqual(['S', 'A']);
  expect(await store.resolve(SHOP.id, LID)).toMatchObject({ jid: BEN, lid: LID });
  expect(await contacts()).toMatchObject([
    { jid: BEN, lid: LID },
    { jid: ANA, lid: '' },
  ]);
});
