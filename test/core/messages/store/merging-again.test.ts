/** Merging again: what an earlier merge has left under the old address, at any time and as often as one likes. */
import { expect, test } from 'bun:test';
import type { Stream } from '../../../../src/core/events/contract/catalog.ts';
import { createLabelStore } from '../../../../src/core/messages/labels.ts';
import type { SamePerson } from '../../../../src/core/messages/store/merge-statements.ts';
import { MessageStore } from '../../../../src/core/messages/store/store.ts';
import { CAFE, SHOP } from '../../../helpers/gateway-server.ts';
import { messageStoreBench, pagesOf } from '../../../helpers/message-store.ts';
import { ANA, BEN, received } from '../../../helpers/stored-message.ts';

const LID = '123456789012345@lid';
const PAGE = { offset: 0, limit: 500 };
const nobody = async () => [];

const hidden = (ID: string, at = 0) =>
  received({ ID, Chat: LID, Sender: LID, PushName: 'Ana hidden', at });
const paired = (ID: string, at = 0) => received({ ID, SenderAlt: LID, at });

async function stage() {
  const bench = await messageStoreBench();
  const { store, publish } = bench;
  const merged = () => bench.told('ContactMerged');
  /** She wrote under both addresses, and is one person. */
  const mergedOnce = async () => {
    await publish(hidden('A', 1_000));
    await publish(paired('B', 2_000));
    await store.merging.settled(SHOP.id);
    expect(await merged()).toHaveLength(1);
  };
  const view = async (id = SHOP.id) => ({
    contacts: (await pagesOf(store).contacts(id, PAGE)).map(({ jid }) => jid),
    chats: (await pagesOf(store).chats(id, PAGE)).map(({ chat }) => chat),
    ids: (await pagesOf(store).messages(id, { chat: ANA, ...PAGE })).messages.map(({ id }) => id),
  });
  /** What another process stores that does not know of the merge. */
  const storeOldAddress = async (stream: Stream, ...ids: string[]) => {
    const { store: apart, messages: unaware } = bench.opened();
    apart.addresses.note(stream.id, LID, LID);
    apart.addresses.known = (_id, address) => address;
    await unaware.publish(
      stream,
      ids.map((id) => hidden(id, 5_000)),
      [],
    );
  };
  const again = (stream: Stream = SHOP) => store.mergeAgain(stream, nobody);
  return { ...bench, merged, mergedOnce, view, storeOldAddress, again };
}

const WHOLE = { contacts: [ANA], chats: [ANA] };

test('contact, chat and messages that came under the old address after a merge go to the person, and an event says so', async () => {
  const { mergedOnce, merged, view, storeOldAddress, again } = await stage();
  await mergedOnce();
  await storeOldAddress(SHOP, 'G1', 'G2');
  expect((await view()).contacts).toEqual([LID, ANA]);
  expect(await again()).toBe(1);
  expect(await view()).toMatchObject({ ...WHOLE, ids: expect.arrayContaining(['G1', 'G2']) });
  expect(await merged()).toHaveLength(2);
});

test('it finds nothing the second time, and says nothing', async () => {
  const { mergedOnce, merged, storeOldAddress, again } = await stage();
  await mergedOnce();
  await storeOldAddress(SHOP, 'G');
  expect([await again(), await again(), await again()]).toEqual([1, 0, 0]);
  expect(await merged()).toHaveLength(2);
});

test('labels, states and windows that are left without a contact or a chat go along without an event', async () => {
  const { mergedOnce, db, merged, again } = await stage();
  await mergedOnce();
  const labels = createLabelStore(db.orm, SHOP.id);
  await labels.put({ id: '1', name: 'VIP', color: 0, predefinedId: null });
  await db.query('insert into labelled_chats (instance_id, label_id, chat) values (?, ?, ?)', [
    SHOP.id,
    '1',
    LID,
  ]);
  expect(await again()).toBe(1);
  expect(await labels.all(ANA)).toMatchObject([{ id: '1' }]);
  expect([await again(), (await merged()).length]).toEqual([0, 1]);
});

test('a number that was learned without being told makes one of two, and asks for each LID once', async () => {
  const { publish, merged, view, store } = await stage();
  await publish(received({ ID: 'N', at: 1_000 }));
  await publish(hidden('H', 2_000));
  await publish(received({ ID: 'K', Chat: '77@lid', Sender: '77@lid', at: 3_000 }));
  const asked: string[] = [];
  const numbersOf = async (all: readonly string[]): Promise<SamePerson[]> => {
    asked.push(...all);
    return all.flatMap((from) => (from === LID ? { from, to: ANA } : []));
  };
  expect(await store.mergeAgain(SHOP, numbersOf)).toBe(1);
  expect(await view()).toMatchObject({ contacts: ['77@lid', ANA], ids: ['H', 'N'] });
  expect(asked).toEqual([LID, '77@lid']);
  expect(await store.mergeAgain(SHOP, numbersOf)).toBe(0);
  expect(await merged()).toHaveLength(1);
});

test.each([1, 2, 3, 4])(
  'killed at its commit %p and run again, it ends with one chat and one event',
  async (commits) => {
    const { engine, db, clock, publish, view, merged, again } = await stage();
    await publish(received({ ID: 'N', at: 1_000 }));
    await publish(hidden('H', 2_000));
    await db.query(
      `insert into stored_messages (instance_id, id, chat, is_from_me, sender, push_name, kind, source, content, is_news,
          sent_at, stored_at)
        with recursive n(value) as (select 1 union all select value + 1 from n where value < 1100)
        select ?1, 'M' || value, ?2, 0, ?2, '', 'conversation', 'unknown', '{"conversation":"said"}', 1, value, 0 from n`,
      [SHOP.id, LID],
    );
    let done = 0;
    const reached = Promise.withResolvers<void>();
    const publisher: Pick<typeof engine, 'publish'> = {
      publish: async (...values) => {
        if (done === commits) return new Promise(() => {});
        done++;
        const position = await engine.publish(...values);
        if (done === commits) reached.resolve();
        return position;
      },
    };
    const killed = new MessageStore({ db, clock, publisher, hours: 24 });
    void killed.mergeAgain(SHOP, async () => [{ from: LID, to: ANA }]);
    await reached.promise;
    expect(await again()).toBe(1);
    expect(await view()).toMatchObject(WHOLE);
    const left = 'select count(*) from stored_messages where chat = ?';
    expect(await db.query(left, [LID])).toEqual([[0]]);
    expect(await db.query(left, [ANA])).toEqual([[1_102]]);
    expect([await again(), (await merged()).length]).toEqual([0, 1]);
  },
);

test('messages under both addresses that come meanwhile are all in the one chat, however often it runs', async () => {
  const { mergedOnce, publish, view, storeOldAddress, again, merged } = await stage();
  await mergedOnce();
  await storeOldAddress(SHOP, 'G');
  const all: Promise<unknown>[] = [];
  for (let round = 0; round < 20; round++)
    all.push(publish(hidden(`H${round}`, round)), publish(paired(`P${round}`, round)), again());
  await Promise.all(all);
  expect(await again()).toBe(0);
  const { ids, ...rest } = await view();
  expect(rest).toEqual(WHOLE);
  expect(ids).toHaveLength(43);
  expect(await merged()).toHaveLength(2);
});

test('the same person in another instance stays as they are until it is run there', async () => {
  const { mergedOnce, messages, store, storeOldAddress, again, view } = await stage();
  await mergedOnce();
  await messages.publish(CAFE, [hidden('A')], []);
  await messages.publish(CAFE, [paired('B')], []);
  await store.merging.settled(CAFE.id);
  await Promise.all([storeOldAddress(SHOP, 'G'), storeOldAddress(CAFE, 'G')]);
  expect(await again()).toBe(1);
  expect((await view(CAFE.id)).contacts).toEqual([LID, ANA]);
  expect(await Promise.all([again(CAFE), again(), again(CAFE)])).toEqual([1, 0, 0]);
  expect(await view(CAFE.id)).toMatchObject(WHOLE);
});

test('a number that passed to another person keeps its chat', async () => {
  const { publish, again, view, merged } = await stage();
  await publish(paired('A', 1_000));
  await publish(received({ ID: 'B', Chat: BEN, Sender: BEN, SenderAlt: LID, at: 2_000 }));
  expect(await again()).toBe(0);
  expect((await view()).contacts.toSorted()).toEqual([ANA, BEN].toSorted());
  expect(await merged()).toEqual([]);
});
