/** A change and the events that tell of it: one commit, or nothing. */
import { expect, test } from 'bun:test';
import type { Destinations } from '../../../../src/core/events/contract/routing.ts';
import type { RecordEvent } from '../../../../src/core/events/publish/draft.ts';
import { OK, refusal } from '../../../doubles/scripted-channel.ts';
import { testDatabase } from '../../../helpers/database.ts';
import {
  type EngineBench,
  engineBench,
  message,
  nodeBench,
  SHOP,
  target,
} from '../../../helpers/engine.ts';
import { until } from '../../../helpers/until.ts';

const ACCOUNT = '01900000-0000-7000-8000-00000000b001';
const HOOK = 'webhook:01900000-0000-7000-8000-00000000c001';
const OTHER = 'webhook:01900000-0000-7000-8000-00000000c002';

const note = (name: string, value: string) => ({
  sql: 'insert into service_facts (name, value) values (?, ?) returning value',
  params: [name, value],
});
const recordEvent = (type: string, fields: Partial<RecordEvent> = {}): RecordEvent => ({
  type,
  order: 'record-1',
  previous: null,
  current: { id: 'record-1' },
  ...fields,
});
const noted = async ({ db }: EngineBench) =>
  (
    await db.query("select value from service_facts where name like 'test-%' order by name", [])
  ).flat();

const destinations: Destinations = {
  of: (streamId) => (streamId === ACCOUNT ? [HOOK, OTHER] : ['webhook']),
  target: () => target(),
};
const accountBench = (options: Parameters<typeof engineBench>[0] = {}) =>
  engineBench({ destinations, ...options });

test('the change, its event and a delivery to each webhook are on disk when it resolves', async () => {
  const bench = await accountBench();
  const rows = await bench.engine.publishChange(
    ACCOUNT,
    [note('test-1', 'a'), note('test-2', 'b')],
    [recordEvent('pipeline_stage.created')],
  );
  expect(rows).toEqual([[['a']], [['b']]]);
  expect(await noted(bench)).toEqual(['a', 'b']);
  const [event] = await bench.db.query('select type, chat, sequence, body, id from events', []);
  expect(event?.slice(0, 3)).toEqual(['pipeline_stage.created', 'record-1', 1]);
  expect(JSON.parse(String(event?.[3]))).toEqual({
    id: event?.[4],
    event: 'pipeline_stage.created',
    accountId: ACCOUNT,
    sequence: 1,
    timestamp: '2026-01-05T10:00:00.000Z',
    data: { previous: null, current: { id: 'record-1' } },
  });
  expect((await bench.rows()).map(({ endpoint, state }) => [endpoint, state])).toEqual([
    [HOOK, 'waiting'],
    [OTHER, 'waiting'],
  ]);
});

test('a change that fails leaves no event, takes no number, and harms no neighbour of its commit', async () => {
  const bench = await accountBench();
  await bench.engine.publishChange(ACCOUNT, [note('test-1', 'a')], [recordEvent('first')]);
  const failing = bench.engine.publishChange(ACCOUNT, [note('test-1', 'b')], [recordEvent('lost')]);
  const [failed, ...others] = await Promise.allSettled([
    failing,
    bench.engine.publishChange(ACCOUNT, [note('test-2', 'c')], [recordEvent('second')]),
    bench.engine.publish(SHOP, [message('a')]),
  ]);
  expect(failed.status).toBe('rejected');
  expect(others.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect(await noted(bench)).toEqual(['a', 'c']);
  const events = await bench.db.query(
    'select type, sequence from events where stream_id = ? order by sequence',
    [ACCOUNT],
  );
  expect(events).toEqual([
    ['first', 1],
    ['second', 2],
  ]);
});

/** With `commits`, the numbers of statements of those that took place. */
async function countingBench() {
  const disk = await testDatabase();
  const commits: number[] = [];
  const batch: typeof disk.batch = async (statements) => {
    const rows = await disk.batch(statements);
    commits.push(statements.length);
    return rows;
  };
  const bench = await accountBench({ db: { ...disk, batch } });
  // Its sequences are known from here on.
  await bench.engine.publish(SHOP, [message('a')]);
  commits.length = 0;
  return { ...bench, commits };
}

test('a change without events shares the commit of an event that is published at the same moment', async () => {
  const bench = await countingBench();
  const { commits } = bench;
  const [, rows] = await Promise.all([
    bench.engine.publish(SHOP, [message('b')]),
    bench.engine.write([note('test-1', 'a'), note('test-2', 'b')]),
  ]);
  expect(rows).toEqual([[['a']], [['b']]]);
  expect(commits).toHaveLength(1);
  expect(await noted(bench)).toEqual(['a', 'b']);
});

test('a change that is refused costs those who share its commit a few commits, not one each', async () => {
  const bench = await countingBench();
  await bench.engine.write([note('test-1', 'a')]);
  bench.commits.length = 0;
  const publish = (_: unknown, n: number) => bench.engine.publish(SHOP, [message(`b${n}`)]);
  const [refused, ...others] = await Promise.allSettled([
    bench.engine.write([note('test-1', 'b')]),
    ...Array.from({ length: 63 }, publish),
  ]);
  expect(refused.status).toBe('rejected');
  expect(others.every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(bench.commits.length).toBeLessThanOrEqual(6);
  const sequences = await bench.db.query('select sequence from events order by rowid', []);
  expect(sequences.flat()).toEqual(Array.from({ length: 64 }, (_, n) => n + 1));
});

test('what only the database knows is asked after the whole change, and is what is sent', async () => {
  const bench = await accountBench();
  await bench.engine.start();
  const current = {
    sql: "select json_object('all', group_concat(value)) from service_facts where name like ?",
    params: ['test-%'],
  };
  await bench.engine.publishChange(
    ACCOUNT,
    [note('test-1', 'a"b'), note('test-2', 'c')],
    [recordEvent('record.updated', { previous: { all: '' }, current })],
  );
  await until('it is sent', () => bench.channel.sent.length === 2);
  const [sent] = bench.channel.sent;
  expect(JSON.parse(sent!.outgoing.body).data).toEqual({
    previous: { all: '' },
    current: { all: 'a"b,c' },
  });
});

test('first attempts of one order run one after another, of different orders side by side', async () => {
  const bench = await accountBench();
  bench.channel.script = () => null;
  await bench.engine.start();
  await bench.engine.publishChange(
    ACCOUNT,
    [],
    [
      recordEvent('1', { order: 'a' }),
      recordEvent('2', { order: 'a' }),
      recordEvent('3', { order: 'b' }),
    ],
  );
  await until('the first of each run', () => bench.channel.sent.length === 4);
  expect(new Set(bench.channel.sent.map(({ outgoing }) => outgoing.type))).toEqual(
    new Set(['1', '3']),
  );
});

test('killed between commit and send, the event is delivered after the restart with the same id', async () => {
  const first = await accountBench();
  first.channel.script = () => null;
  await first.engine.start();
  await first.engine.publishChange(ACCOUNT, [note('test-1', 'a')], [recordEvent('1')]);
  await until('it runs', () => first.channel.sent.length === 2);
  first.kill();
  const second = await accountBench({ db: first.db });
  await second.engine.start();
  await until('both are delivered', async () =>
    (await second.rows()).every(({ state }) => state === 'delivered'),
  );
  const ids = [...first.channel.sent, ...second.channel.sent].map(
    ({ outgoing }) => outgoing.eventId,
  );
  expect(ids).toHaveLength(4);
  expect(new Set(ids).size).toBe(1);
});

test('killed before the commit, there is neither change nor event', async () => {
  const bench = await accountBench();
  await bench.engine.publishChange(ACCOUNT, [], []);
  bench.kill();
  void bench.engine.publishChange(ACCOUNT, [note('test-1', 'a')], [recordEvent('1')]);
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(await noted(bench)).toEqual([]);
  expect(await bench.db.query('select 1 from events', [])).toEqual([]);
});

test('five attempts, then discarded; redelivering one webhook leaves the other alone', async () => {
  const bench = await accountBench();
  bench.channel.script = () => refusal(500, 'http_status: 500');
  await bench.engine.start();
  await bench.engine.publishChange(ACCOUNT, [], [recordEvent('1'), recordEvent('2')]);
  for (const count of [1, 2, 3, 4, 5]) {
    await until(`attempt ${count} of all`, async () =>
      (await bench.rows()).every((row) => row.attemptCount === count && row.state !== 'sending'),
    );
    await bench.clock.advance(30_000);
  }
  expect((await bench.rows()).map(({ state }) => state)).toEqual(Array(4).fill('discarded'));
  bench.channel.script = () => OK;
  const ids = (await bench.db.query('select id from deliveries', [])).flat().map(String);
  expect(await bench.engine.redeliver(ACCOUNT, { ids, endpoint: HOOK })).toBe(2);
  await until(
    'those are delivered',
    async () => (await bench.rows()).filter(({ state }) => state === 'delivered').length === 2,
  );
  expect(await bench.engine.redeliver(ACCOUNT, { state: 'discarded', endpoint: OTHER })).toBe(2);
  await until('all are delivered', async () =>
    (await bench.rows()).every(({ state }) => state === 'delivered'),
  );
});

test('a webhook is listed and redelivered by an index of its own, however much its account has', async () => {
  const { db } = await accountBench();
  const where = `stream_id = 'x' and base_endpoint = 'webhook:1' and endpoint glob '*:*' and state = 'delivered' and id > ''`;
  const plan = await db.query(
    `explain query plan select * from deliveries where ${where} order by id limit 10`,
    [],
  );
  expect(plan.map((row) => String(row[3]))).toEqual([
    'SEARCH deliveries USING INDEX deliveries_of_webhook (stream_id=? AND base_endpoint=? AND state=? AND id>?)',
  ]);
});

test('several nodes change the records of one account: all are numbered, and the owner of its stream sends them', async () => {
  const first = await nodeBench({ destinations });
  const second = await nodeBench({ destinations, db: first.db, clock: first.clock });
  await Promise.all([first.engine.start(), second.engine.start()]);
  await first.engine.publishChange(ACCOUNT, [], [recordEvent('1')]);
  await second.engine.publishChange(ACCOUNT, [], [recordEvent('2'), recordEvent('3')]);
  await Promise.all([
    first.engine.publishChange(ACCOUNT, [note('test-1', 'a')], [recordEvent('4')]),
    first.engine.publishChange(ACCOUNT, [note('test-2', 'b')], [recordEvent('4')]),
  ]);
  expect(await noted(first)).toEqual(['a', 'b']);
  const sequences = await first.db.query('select sequence from events order by sequence', []);
  expect(sequences.flat()).toEqual([1, 2, 3, 4, 5]);
  await until('all are sent', () => first.channel.sent.length === 10);
  expect(second.channel.sent).toHaveLength(0);
});

test('a change is written with all of its events or with none, however many they are', async () => {
  const { engine, db } = await engineBench();
  const change = { sql: 'insert into streams (id, last_sequence) values (?, 0)', params: ['new'] };
  const events = Array.from({ length: 450 }, (_, index) => message(`chat${index}`));
  const count = async () => Number((await db.query('select count(*) from events', []))[0]?.[0]);
  await engine.publish(SHOP, events, [change]);
  expect(await count()).toBe(450);
  // The same row cannot be there twice.
  await expect(engine.publish(SHOP, events, [change])).rejects.toThrow();
  expect(await count()).toBe(450);
});
