import { beforeEach, expect, test } from 'bun:test';
import type { Database } from '../../../../src/core/db/client.ts';
import { events, streams } from '../../../../src/core/db/schema/engine.ts';
import type { EventType } from '../../../../src/core/events/contract/catalog.ts';
import { createEventLog, type EventLog } from '../../../../src/core/events/log/events.ts';
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
