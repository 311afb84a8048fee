import { expect, test } from 'bun:test';
import { createLog } from '../../../src/core/shared/log.ts';
import { OtherNodesEvents } from '../../../src/modules/cluster/other-nodes-events.ts';
import { trafficOfNodes } from '../../../src/modules/gateway/overview/traffic.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';

test('messages that any node has committed count for a minute, and what came before the start does not', async () => {
  const db = await testDatabase();
  const clock = manualClock();
  let sequence = 0;
  const commit = async (streamId: string, type: string) => {
    sequence++;
    const row = [streamId, sequence, `id-${sequence}`, type, '{}', 0];
    await db.query(
      'insert into events (stream_id, sequence, id, type, body, created_at) values (?, ?, ?, ?, ?, ?)',
      row,
    );
  };
  const events = new OtherNodesEvents({
    db,
    clock,
    log: createLog('error', clock.now, () => {}),
    hasReaders: () => false,
    onEvent: () => {},
  });
  const rowAMinuteAgo = () => events.rowAMinuteAgo;
  const lastMinute = trafficOfNodes({ db, clock, rowAMinuteAgo });
  /** As the changes of other nodes are read, which tell the last row. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 500) {
      await clock.advance(500);
      const [last] = await db.query('select coalesce(max(rowid), 0) from events', []);
      events.skipTo(Number(last?.[0]));
    }
  };
  const counts = async () => {
    // An answer is kept for a second.
    await pass(1_000);
    return Object.fromEntries(await lastMinute());
  };
  await commit('shop', 'Message');
  expect(Object.fromEntries(await lastMinute())).toEqual({});
  await events.start();
  for (const type of ['Message', 'SendMessage', 'Receipt']) await commit('shop', type);
  await commit('other', 'Message');
  expect(await counts()).toEqual({ shop: 2, other: 1 });
  await pass(30_000);
  await commit('shop', 'Message');
  expect(await counts()).toEqual({ shop: 3, other: 1 });
  await until('the first are a minute old', async () => {
    const { shop } = await counts();
    return shop === 1;
  });
  await until('all are', async () => {
    const { shop } = await counts();
    return shop === undefined;
  });
  events.stop();
  await db.close();
});

test('without a reader no event is read, and the first one hears of what is committed from then on', async () => {
  const db = await testDatabase();
  const clock = manualClock();
  const asked: string[] = [];
  const heard: number[] = [];
  let hasReaders = false;
  const commit = (sequence: number) =>
    db.query(
      "insert into events (stream_id, sequence, id, type, body, created_at) values ('shop', ?, ?, 'Message', '{}', 0)",
      [sequence, `id-${sequence}`],
    );
  const events = new OtherNodesEvents({
    db: {
      query(sql, params) {
        asked.push(sql);
        return db.query(sql, params);
      },
    },
    clock,
    log: createLog('error', clock.now, () => {}),
    hasReaders: () => hasReaders,
    onEvent: ({ sequence }) => void heard.push(sequence),
  });
  await events.start();
  asked.length = 0;
  await commit(1);
  await clock.advance(60_000);
  expect(asked).toEqual([]);
  events.skipTo(1);
  hasReaders = true;
  await commit(2);
  await clock.advance(250);
  expect(heard).toEqual([2]);
  expect(asked).toHaveLength(1);
  await db.query('delete from events', []);
  await clock.advance(250);
  await commit(3);
  await clock.advance(250);
  expect(heard).toEqual([2, 3]);
  events.stop();
  await db.close();
});
