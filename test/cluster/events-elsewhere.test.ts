import { expect, test } from 'bun:test';
import { trafficOfNodes } from '../../src/api/gateway/overview/traffic.ts';
import { EventsElsewhere } from '../../src/cluster/events-elsewhere.ts';
import { createLog } from '../../src/shared/log.ts';
import { manualClock } from '../doubles/manual-clock.ts';
import { testDatabase } from '../helpers/database.ts';
import { until } from '../helpers/until.ts';

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
  const events = new EventsElsewhere({
    db,
    clock,
    log: createLog('error', clock.now, () => {}),
    hasReaders: () => false,
    committed: () => {},
  });
  const rowAMinuteAgo = () => events.rowAMinuteAgo;
  const lastMinute = trafficOfNodes({ db, clock, rowAMinuteAgo });
  const counts = async () => {
    // An answer is kept for a second.
    await clock.advance(1_000);
    return Object.fromEntries(await lastMinute());
  };
  await commit('shop', 'Message');
  expect(await counts()).toEqual({});
  await events.start();
  for (const type of ['Message', 'SendMessage', 'Receipt']) await commit('shop', type);
  await commit('other', 'Message');
  expect(await counts()).toEqual({ shop: 2, other: 1 });
  await clock.advance(30_000);
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
