import { beforeEach, expect, test } from 'bun:test';
import type { Database } from '../../../../src/core/db/client.ts';
import { events, streams } from '../../../../src/core/db/schema/engine.ts';
import type { EventType } from '../../../../src/core/events/contract/catalog.ts';
import {
  createEventLog,
  type EventLog,
  type EventSearch,
  eventAt,
  searchEvents,
} from '../../../../src/core/events/log/events.ts';
import { testDatabase } from '../../../helpers/database.ts';

let db: Database;
let log: EventLog;

beforeEach(async () => {
  db = await testDatabase();
  log = createEventLog(db.orm);
});

const row = (streamId: string, sequence: number, type: EventType = 'Message') => ({
  streamId,
  sequence,
  id: `${streamId}-${sequence}`,
  type,
  body: `{"sequence":${sequence}}`,
  createdAt: sequence,
});

async function fill(
  streamId: string,
  sequences: number[],
  typeOf?: (sequence: number) => EventType,
) {
  const last = Math.max(...sequences);
  await db.orm.insert(streams).values({ id: streamId, lastSequence: last });
  for (let at = 0; at < sequences.length; at += 200) {
    const part = sequences.slice(at, at + 200);
    await db.orm.insert(events).values(part.map((one) => row(streamId, one, typeOf?.(one))));
  }
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

async function sequencesAfter(sequence: number, type?: EventType): Promise<number[]> {
  const read: number[] = [];
  for await (const event of log.after('shop', sequence, type)) read.push(event.sequence);
  return read;
}

test('a stream that never had an event is empty', async () => {
  expect(await sequencesAfter(0)).toEqual([]);
});

test('events come in sequence order, each once, beyond one read', async () => {
  await fill('shop', upTo(250));
  expect(await sequencesAfter(0)).toEqual(upTo(250));
  expect(await sequencesAfter(100)).toEqual(upTo(250).slice(100));
  expect(await sequencesAfter(250)).toEqual([]);
  expect(await sequencesAfter(9_999)).toEqual([]);
});

test("another stream's events are not read", async () => {
  await fill('shop', [1, 2]);
  await fill('cafe', [1, 2, 3]);
  expect(await sequencesAfter(0)).toEqual([1, 2]);
});

test('one type is found wherever it lies in a log longer than one search', async () => {
  const wanted = new Set([1, 4_999, 5_000, 5_001, 10_001, 11_000]);
  await fill('shop', upTo(11_000), (one) => (wanted.has(one) ? 'Connected' : 'Message'));
  expect(await sequencesAfter(0, 'Connected')).toEqual([...wanted]);
  expect(await sequencesAfter(5_000, 'Connected')).toEqual([5_001, 10_001, 11_000]);
  expect(await sequencesAfter(0, 'Receipt')).toEqual([]);
});

test('a type that fills more than one read within one search is read whole', async () => {
  await fill('shop', upTo(330), (one) => (one % 3 === 0 ? 'Message' : 'Receipt'));
  const receipts = upTo(330).filter((one) => one % 3 !== 0);
  expect(await sequencesAfter(0, 'Receipt')).toEqual(receipts);
});

test('what retention removed is skipped', async () => {
  await fill('shop', [40_001, 40_002], () => 'Connected');
  expect(await sequencesAfter(0)).toEqual([40_001, 40_002]);
  expect(await sequencesAfter(0, 'Connected')).toEqual([40_001, 40_002]);
});

test('a read event carries its body as stored', async () => {
  await fill('shop', [7]);
  const { value } = await log.after('shop', 0).next();
  expect(value).toEqual({
    sequence: 7,
    type: 'Message',
    body: '{"sequence":7}',
    mediaId: null,
  });
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
