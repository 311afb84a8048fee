import { expect, test } from 'bun:test';
import { createStartupSweep } from '../../../../src/core/events/deliver/startup-sweep.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { OK, refusal } from '../../../doubles/scripted-channel.ts';
import { testDatabase } from '../../../helpers/database.ts';
import { connected, engineBench, message, SHOP, target } from '../../../helpers/engine.ts';
import { until } from '../../../helpers/until.ts';

/** The endpoint that one of the processes does not send to. */
const HOOK = 'webhook:01900000-0000-7000-8000-00000000c001';
const addressed = {
  of: () => ['webhook', HOOK],
  target: (_stream: string, endpoint: string) =>
    target(`http://${endpoint === HOOK ? 'hook' : 'own'}.test/`, `${endpoint}:80`),
};

const NOT_SENT = `select id, endpoint, sequence, state, attempt_count, next_attempt_at, updated_at
  from deliveries where endpoint glob 'webhook:*' order by id`;

test('what waits for an endpoint that a process does not send to stays as it is, and goes out in order from one that does', async () => {
  const first = await engineBench({ destinations: addressed });
  const { db, clock } = first;
  let refusals = 0;
  first.channel.script = (_, { address }) =>
    address.startsWith('http://hook') ? refusal(500, `${++refusals}`) : OK;
  await first.engine.start();
  await first.engine.publish(SHOP, [message('a', '1'), message('b', '2'), connected]);
  await until('all have been tried', () => first.channel.sent.length >= 6);
  await until('no attempt runs', () => first.engine.inFlight === 0);
  await first.engine.stop(0);
  const waiting = await db.query(NOT_SENT, []);
  expect(waiting.map(([, , , state, attempts]) => [state, attempts])).toEqual(
    Array.from({ length: 3 }, () => ['waiting', 1]),
  );

  const without = await engineBench({
    db,
    clock,
    destinations: { of: () => ['webhook'], target: () => ({ gone: 'nobody knows it' }) },
    sendsTo: (endpoint) => !endpoint.startsWith('webhook:'),
  });
  await without.engine.start();
  await clock.advance(3_600_000);
  await without.engine.stop(0);
  expect(without.channel.sent).toEqual([]);
  expect(await db.query(NOT_SENT, [])).toEqual(waiting);

  const back = await engineBench({ db, clock, destinations: addressed });
  await back.engine.start();
  await until('what waited is delivered', async () =>
    (await db.query(NOT_SENT, [])).every(([, , , state]) => state === 'delivered'),
  );
  expect(back.channel.sent.map(({ body }) => body.sequence)).toEqual([1, 2, 3]);
  await back.engine.stop(0);
});

test('replays to such an endpoint and its health are not taken either', async () => {
  const db = await testDatabase();
  const run = (sql: string, ...params: string[]) => db.query(sql, params);
  await run('insert into streams (id) values (?)', SHOP.id);
  for (const endpoint of ['webhook', HOOK]) {
    await run(
      `insert into replays (id, stream_id, endpoint, state, is_open, since, until, only_failed, rate_per_second,
        first, last, cursor, created_at, updated_at)
       values (?1, ?2, ?1, 'running', 1, 0, 0, 0, 1, 1, 1, 0, 0, 0)`,
      endpoint,
      SHOP.id,
    );
    await run(
      `insert into endpoint_health (stream_id, endpoint, state, since, failures, percent)
       values (?, ?, 'disabled', 0, 20, 100)`,
      SHOP.id,
      endpoint,
    );
  }
  const read = async (sendsTo?: (endpoint: string) => boolean) => {
    const rules = { retryDelayMs: 30_000, maxAttempts: 5 };
    const ownership = { holderPrefix: '' };
    const deps = { db, clock: manualClock(), ownership, destinations: addressed, rules };
    const sweep = createStartupSweep({ ...deps, ...(sendsTo && { sendsTo }) });
    const { replays, health } = await sweep.read(null);
    return [replays, health].map((found) => found.map(({ endpoint }) => endpoint).sort());
  };
  expect(await read()).toEqual([
    ['webhook', HOOK],
    ['webhook', HOOK],
  ]);
  expect(await read((endpoint) => endpoint !== HOOK)).toEqual([['webhook'], ['webhook']]);
});
