/** What becomes of deliveries whose results the database refuses, whatever the reason. */
import { expect, test } from 'bun:test';
import { type Database, DatabaseError } from '../../../../src/core/db/client.ts';
import { asDatabaseError } from '../../../../src/core/db/faults.ts';
import type { Announcement } from '../../../../src/core/events/deliver/health.ts';
import { OK, refusal } from '../../../doubles/scripted-channel.ts';
import { testDatabase } from '../../../helpers/database.ts';
import { type BenchOptions, engineBench, message, SHOP, target } from '../../../helpers/engine.ts';
import { until } from '../../../helpers/until.ts';

const failure = (code: string): DatabaseError =>
  asDatabaseError(Object.assign(new Error(`it failed with ${code}`), { code }));
const UNAUTHORIZED = new DatabaseError('unauthorized', 'the token was refused');

/** A database that refuses the results of attempts, or everything, while `fault` is set. */
async function failing(refuses: (sql: string) => boolean = () => true) {
  const disk = await testDatabase();
  const state = { fault: null as DatabaseError | null, refused: 0 };
  const check = (sqls: readonly string[]) => {
    if (state.fault === null || !sqls.some(refuses)) return;
    state.refused++;
    throw state.fault;
  };
  const db: Database = {
    ...disk,
    async query(sql, params) {
      check([sql]);
      return disk.query(sql, params);
    },
    async batch(statements) {
      check(statements.map(({ sql }) => sql));
      return disk.batch(statements);
    },
  };
  return { db, disk, state };
}

async function bench(refuses?: (sql: string) => boolean, options: BenchOptions = {}) {
  const { db, disk, state } = await failing(refuses);
  const made = await engineBench({ ...options, db });
  made.channel.script = () => null;
  const settled = async () => {
    // Pauses before a next try pass.
    await made.clock.advance(1_000);
    const rows = await disk.query('select state from deliveries', []);
    return rows.every(([one]) => one === 'delivered' || one === 'discarded');
  };
  return { ...made, state, settled };
}

const CODES = ['IOERR_FSYNC', 'IOERR_READ', 'NOMEM', 'READONLY', 'CORRUPT'].map(
  (name) => `SQLITE_${name}`,
);

test.each(CODES)('a delivery whose result fails with %s is sent again, not kept', async (code) => {
  const { engine, channel, state, settled, lines } = await bench();
  await engine.start();
  await engine.publish(SHOP, [message('a')]);
  state.fault = failure(code);
  channel.script = () => OK;
  channel.sent[0]?.end(OK);
  await until('the result was refused', () => state.refused > 0);
  state.fault = null;
  await until('it is delivered', settled);
  expect(channel.sent).toHaveLength(2);
  expect(lines.map(({ message: text }) => text)).toContain(
    'the result of an attempt could not be written',
  );
});

test('a result that a server refuses for its token waits for another one and is not sent again', async () => {
  const { engine, channel, state, settled } = await bench();
  await engine.start();
  await engine.publish(SHOP, [message('a')]);
  state.fault = UNAUTHORIZED;
  channel.sent[0]?.end(OK);
  await until('the result was refused', () => state.refused > 0);
  state.fault = null;
  await until('it is delivered', settled);
  expect(channel.sent).toHaveLength(1);
});

test('a result that alone cannot be written does not keep those of others, and is sent again', async () => {
  const { engine, channel, state, settled } = await bench((sql) => sql.includes('last_status'));
  await engine.start();
  await engine.publish(SHOP, [message('a'), message('b')]);
  state.fault = failure('SQLITE_TOOBIG');
  channel.script = () => OK;
  for (const { end } of channel.sent) end(OK);
  await until('a commit with them was refused', () => state.refused > 0);
  state.fault = null;
  await until('both are delivered', settled);
});

test('a delivery that could not be discarded is discarded later', async () => {
  const limits = { total: 1, perHost: 1 };
  const made = await bench((sql) => sql.includes("state = 'discarded'"), { limits });
  const { engine, channel, state, settled, targets } = made;
  await engine.start();
  await engine.publish(SHOP, [message('a'), message('b')]);
  targets.set('webhook', { gone: 'the webhook was removed' });
  state.fault = failure('SQLITE_IOERR_READ');
  channel.sent[0]?.end(OK);
  await until('it was refused', () => state.refused > 0);
  state.fault = null;
  await until('it is discarded', settled);
});

test('an endpoint whose results could not be written is announced as switched off all the same', async () => {
  const announced: Announcement[] = [];
  const isHealth = (sql: string) => sql.includes('insert into endpoint_health');
  const made = await bench(isHealth, {
    health: { failures: 4, overMs: 1 },
    async announce(announcement) {
      await made.engine.write([announcement.statement]);
      announced.push(announcement);
    },
  });
  const { engine, channel, state, targets, clock } = made;
  targets.set('webhook', {
    ...target(),
    watch: { disables: true },
    retry: { attempts: 10, delaysMs: [1_000] },
  });
  channel.script = () => refusal(500, 'http_status: 500');
  await engine.start();
  state.fault = failure('SQLITE_IOERR_FSYNC');
  await engine.publish(SHOP, [message('a')]);
  await until('the result was refused', () => state.refused > 0);
  state.fault = null;
  await until('it is announced', async () => {
    await clock.advance(1_000);
    return announced.some(({ news }) => news === 'disabled');
  });
});

test('what could not be announced of an endpoint is announced later, without another change', async () => {
  const announced: Announcement[] = [];
  let refusals = 0;
  const made = await bench(undefined, {
    health: { failures: 2, overMs: 1 },
    async announce(announcement) {
      if (refusals++ < 2) throw failure('SQLITE_FULL');
      await made.engine.write([announcement.statement]);
      announced.push(announcement);
    },
  });
  const { engine, channel, targets, clock } = made;
  targets.set('webhook', { ...target(), watch: { disables: true } });
  channel.script = () => refusal(410, 'http_status: 410');
  await engine.start();
  await engine.publish(SHOP, [message('a')]);
  await until('it is announced', async () => {
    await clock.advance(1_000);
    return announced.some(({ news }) => news === 'disabled');
  });
});
