import { beforeEach, expect, test } from 'bun:test';
import type { Database } from '../../../../src/core/db/client.ts';
import { events, streams } from '../../../../src/core/db/schema/engine.ts';
import { type EventSearch, eventAt, searchEvents } from '../../../../src/core/events/log/events.ts';
import { testDatabase } from '../../../helpers/database.ts';

let db: Database;
beforeEach(async () => {
  db = await testDatabase();
});

const CHAT = '5511988887777@s.whatsapp.net';
type Row = Partial<typeof events.$inferInsert>;
/** Events of the stream `shop`, numbered from 1. */
async function insert(...rows: Row[]) {
  await db.orm.insert(streams).values({ id: 'shop', lastSequence: rows.length });
  const stored = rows.map((row, index) => ({
    streamId: 'shop',
    sequence: index + 1,
    id: `id-${index + 1}`,
    type: 'Message',
    body: '{}',
    createdAt: 0,
    ...row,
  }));
  await db.orm.insert(events).values(stored);
}

const ANY: EventSearch = {
  streamId: 'shop',
  type: null,
  chat: null,
  text: null,
  id: null,
  after: 0,
  before: null,
  limit: 100,
};
const search = (wanted: Partial<EventSearch>) => searchEvents(db, { ...ANY, ...wanted });
const found = async (wanted: Partial<EventSearch>) => (await search(wanted)).sequences;

test('each field narrows what is found, and the newest comes first', async () => {
  await insert(
    { body: JSON.stringify({ data: { Info: { ID: '3EB0' }, Message: 'He said "Ça va?" twice' } }) },
    { type: 'Receipt', chat: CHAT, body: '{"data":{"MessageIDs":["3EB0"]}}' },
    { chat: CHAT, body: '{"data":"the 3EB01 of another"}' },
  );
  expect(await found({})).toEqual([3, 2, 1]);
  expect(await found({ type: 'Receipt' })).toEqual([2]);
  expect(await found({ chat: CHAT })).toEqual([3, 2]);
  expect(await found({ chat: CHAT, type: 'Message' })).toEqual([3]);
  expect(await found({ id: 'id-2' })).toEqual([2]);
  expect(await found({ id: '3EB0' })).toEqual([2, 1]);
  expect(await found({ text: 'SAID "Ça VA' })).toEqual([1]);
  expect(await found({ text: 'nothing of the kind' })).toEqual([]);
  expect(await found({ after: 1, before: 3 })).toEqual([2]);
  expect(await found({ streamId: 'cafe' })).toEqual([]);
});

test('a body above 64 KiB is found by its type and not by its text', async () => {
  await insert({ body: JSON.stringify(`needle${'.'.repeat(64 * 1024)}`) });
  expect(await found({ type: 'Message' })).toEqual([1]);
  expect(await found({ text: 'needle' })).toEqual([]);
});

test('pages follow each other to the first event there is, however many retention has removed', async () => {
  await insert(...Array.from({ length: 50 }, () => ({})));
  await db.query('delete from events where sequence <= 20', []);
  const first = await search({ limit: 25 });
  expect(first).toEqual({ sequences: Array.from({ length: 25 }, (_, at) => 50 - at), next: 26 });
  expect(await search({ before: 26, limit: 25 })).toEqual({
    sequences: [25, 24, 23, 22, 21],
    next: null,
  });
});

test('a rare event is found behind many others, in searches that each look at so many and no more', async () => {
  await insert({ type: 'LoggedOut' });
  await db.query('update streams set last_sequence = 21000', []);
  await db.query(
    `with recursive numbers(value) as (select 2 union all select value + 1 from numbers where value < 21000)
      insert into events (stream_id, sequence, id, type, body, created_at)
      select 'shop', value, '', 'Message', '{}', 0 from numbers`,
    [],
  );
  expect(await search({ type: 'LoggedOut' })).toEqual({ sequences: [], next: 1001 });
  expect(await search({ type: 'LoggedOut', before: 1001 })).toEqual({ sequences: [1], next: null });
});

test('one event is read as it is stored', async () => {
  await insert({ type: 'Receipt', body: '{"a":1}', mediaId: 'media' });
  const event = { sequence: 1, type: 'Receipt', body: '{"a":1}', mediaId: 'media' };
  expect(await eventAt(db, 'shop', 1)).toEqual(event);
  expect(await eventAt(db, 'shop', 2)).toBeNull();
});

test('one statement searches no more text than takes a few milliseconds, less for a long text, and none is missed', async () => {
  const text = 'a'.repeat(60_000);
  await insert(...Array.from({ length: 40 }, () => ({ body: JSON.stringify({ text }) })));
  const statementsFor = async (sought: string) => {
    let statements = 0;
    const counting: Pick<Database, 'query'> = {
      query(sql, params) {
        if (sql.includes('instr(')) statements++;
        return db.query(sql, params);
      },
    };
    const { sequences } = await searchEvents(counting, { ...ANY, text: sought });
    return { statements, found: sequences.length };
  };
  expect(await statementsFor('aaa')).toEqual({ statements: 5, found: 40 });
  expect(await statementsFor(`${'a'.repeat(255)}b`)).toEqual({ statements: 14, found: 0 });
});
