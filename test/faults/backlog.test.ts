/** A long table costs no more than a short one: memory is a window on it, and every look goes by an index. */
import { Database as Connection } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import type { Database } from '../../src/core/db/client.ts';
import { OK, refusal } from '../doubles/scripted-channel.ts';
import { testDatabase } from '../helpers/database.ts';
import { CAFE, connected, engineBench, message, SHOP, target } from '../helpers/engine.ts';
import { until } from '../helpers/until.ts';

const WAITING = 30_000;

/** Deliveries of SHOP that failed once and are due long ago, and as many that were never tried. */
async function fill(db: Database): Promise<void> {
  const numbers = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${WAITING})`;
  await db.batch([
    { sql: 'insert into streams (id, last_sequence) values (?, ?)', params: [SHOP.id, WAITING] },
    {
      sql: `${numbers} insert into events (stream_id, sequence, id, type, chat, body, created_at)
        select ?, i, printf('01800000-0000-7000-8000-%012d', i), 'Message', 'chat' || (i % 50), '{"sequence":1}', 1 from n`,
      params: [SHOP.id],
    },
    {
      sql: `${numbers} insert into deliveries (id, stream_id, sequence, endpoint, event_id, type, target, state,
          attempt_count, next_attempt_at, created_at, updated_at)
        select printf('01800000-0000-7000-9000-%012d', i), ?, i, 'webhook', printf('01800000-0000-7000-8000-%012d', i),
          'Message', '', 'waiting', i % 2, 1, 1, 1 from n`,
      params: [SHOP.id],
    },
  ]);
}

test('a start with a long backlog holds a window of it, and other endpoints are served at once', async () => {
  const db = await testDatabase();
  await fill(db);
  const { engine, channel, clock } = await engineBench({
    db,
    destinations: {
      of: () => ['webhook'],
      target: (id) => target(`http://${id}.test/`, `${id}.test:80`),
    },
  });
  channel.script = (_, to) => (to.host === `${SHOP.id}.test:80` ? null : OK);
  await engine.start();
  await until('the dead endpoint holds its share', () => channel.open.size === 4);
  const leased = async () =>
    Number((await db.query("select count(*) from deliveries where state = 'sending'", []))[0]?.[0]);
  await until('its window is claimed', async () => (await leased()) > 500);
  await clock.advance(60_000);
  expect(await leased()).toBeLessThan(1_000);
  await engine.publish(CAFE, [message('a'), message('b')]);
  await until('the other endpoint has both', () => channel.sent.length === 6);
});

test('claims, due times, listings and leases are found by index, never by a scan', async () => {
  const db = await testDatabase();
  await fill(db);
  const planner = new Connection(db.path, { readonly: true });
  const plans: string[] = [];
  const seen = new Set<string>();
  const explaining: Database = {
    ...db,
    query: (sql, params) => explained(sql, params, () => db.query(sql, params)),
    async batch(statements) {
      for (const { sql, params } of statements) await explained(sql, params, async () => []);
      return db.batch(statements);
    },
  };
  async function explained<T>(
    sql: string,
    params: readonly unknown[],
    run: () => Promise<T>,
  ): Promise<T> {
    if (!seen.has(sql) && /^\s*(update|select|with|delete)/i.test(sql)) {
      seen.add(sql);
      const rows = planner.query(`explain query plan ${sql}`).all(...(params as never[])) as {
        detail: string;
      }[];
      plans.push(...rows.map(({ detail }) => `${detail}   in   ${sql.replaceAll(/\s+/g, ' ')}`));
    }
    return run();
  }
  const { engine, channel, clock } = await engineBench({ db: explaining });
  channel.script = () => refusal(500, 'http_status: 500');
  await engine.start();
  await engine.tick();
  await until('some were tried', () => channel.sent.length > 100);
  channel.script = () => null;
  await engine.redeliver(SHOP.id, { ids: ['01800000-0000-7000-9000-000000000001'] });
  const stopped = engine.stop(0);
  await clock.advance(0);
  await stopped;
  const scans = plans.filter((plan) => /^SCAN (deliveries|events|attempts|d|e)\b/.test(plan));
  expect(scans).toEqual([]);
  expect(plans.filter((plan) => plan.includes('deliveries_fresh')).length).toBeGreaterThan(0);
  expect(plans.filter((plan) => plan.includes('deliveries_retry')).length).toBeGreaterThan(0);
});

test('an endpoint that comes back is drained within its limit, and order holds', async () => {
  const bench = await engineBench({ limits: { total: 100, perHost: 8 } });
  const { engine, channel, clock, rows } = bench;
  channel.script = () => refusal(null, 'connection_refused: no listener');
  await engine.start();
  await engine.publish(SHOP, [
    connected,
    ...Array.from({ length: 200 }, (_, i) => message(`chat${i % 20}`)),
  ]);
  await until('all were tried', async () =>
    (await rows()).every(({ attemptCount }) => attemptCount === 1),
  );
  await clock.advance(31_000);
  await until('all were tried twice', async () =>
    (await rows()).every(({ attemptCount }) => attemptCount === 2),
  );
  let most = 0;
  channel.script = () => {
    most = Math.max(most, channel.open.size);
    return null;
  };
  await engine.publish(SHOP, [
    connected,
    ...Array.from({ length: 40 }, (_, i) => message(`chat${i % 20}`)),
  ]);
  await clock.advance(31_000);
  const isDone = async () => (await rows()).every(({ state }) => state === 'delivered');
  await until('all are delivered', async () => {
    for (const sent of [...channel.open]) sent.end(OK);
    return isDone();
  });
  expect(most).toBeLessThanOrEqual(8);
  const fresh = channel.sent.filter(
    ({ body, outgoing }) => body.sequence > 201 && outgoing.attempt === 1,
  );
  expect(fresh[0]?.body.event).toBe('Connected');
  const ofOneChat = fresh
    .map(({ body }) => body.sequence)
    .filter((sequence) => (sequence - 203) % 20 === 0);
  expect(ofOneChat).toEqual([203, 223]);
});
