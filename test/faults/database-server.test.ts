/** The whole service over a libSQL server that dies, hangs and loses answers: what was acknowledged is delivered. */
import { afterEach, describe, expect, test } from 'bun:test';
import { openLibsql } from '../../src/core/db/libsql.ts';
import { type LossyProxy, startLossyProxy } from '../doubles/lossy-proxy.ts';
import { startPublishLoad, textsIn } from '../doubles/publish-load.ts';
import { type Answer, type Receiver, respond, startReceiver } from '../doubles/receiver.ts';
import { GLOBAL_KEY, type RunningApp, startApp } from '../helpers/app.ts';
import { isSqldMissing, type Sqld, startMigratedSqld } from '../helpers/sqld.ts';
import { until } from '../helpers/until.ts';

const NAMES = ['one', 'two', 'three'];
/** Within this everything that was acknowledged has been sent. */
const SETTLED_MS = 15_000;

interface Bench {
  readonly sqld: Sqld;
  readonly proxy: LossyProxy;
  readonly app: RunningApp;
  readonly receiver: Receiver;
  query(sql: string): Promise<unknown[][]>;
}

const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.stop();
});

async function bench(scheme = 'http'): Promise<Bench> {
  const sqld = await startMigratedSqld();
  running.push({ stop: () => sqld.kill() });
  const proxy = await startLossyProxy(sqld.address);
  running.push(proxy);
  const receiver = await startReceiver();
  running.push(receiver);
  const app = await startApp({
    env: {
      DATABASE_URL: `${scheme}://${proxy.address}`,
      WEBHOOK_RETRY_DELAY_MS: '500',
    },
  });
  running.push(app);
  for (const name of NAMES) {
    await app.openInstance(name);
    await app.call('POST', `/webhook/set/${name}`, { enabled: true, url: receiver.url });
  }
  const direct = openLibsql({ url: `http://${sqld.address}` });
  const query = async (sql: string) => (await direct.query(sql, [])).map((row) => [...row]);
  return { sqld, proxy, app, receiver, query };
}

const load = ({ app }: Bench) =>
  startPublishLoad({ url: app.url, key: GLOBAL_KEY, instanceNames: NAMES, callers: 12 });

/** Nothing is stuck, nothing acknowledged lost, nothing refused on disk, no number twice or left out. */
async function expectSettled(
  { receiver, query }: Bench,
  { acknowledged, refused, wrong }: ReturnType<typeof startPublishLoad>,
): Promise<void> {
  await until(
    'no delivery is unfinished',
    async () => {
      const [row] = await query(
        "select count(*) from deliveries where state in ('waiting', 'sending')",
      );
      return row?.[0] === 0;
    },
    SETTLED_MS,
  );
  const received = textsIn(receiver.requests);
  expect([...acknowledged].filter((text) => !received.has(text))).toEqual([]);
  expect([...refused].filter((text) => received.has(text))).toEqual([]);
  expect(wrong).toEqual([]);
  const streams = await query(
    `select stream_id, count(*), max(sequence) - min(sequence) + 1, max(sequence),
      (select last_sequence from streams where id = stream_id) from events group by stream_id`,
  );
  for (const [stream, count, span, last, counted] of streams) {
    expect([stream, span, last]).toEqual([stream, count, counted]);
  }
}

/** What is in the statements whose answers get lost. */
const HOLDING = {
  publishes: 'insert into events',
  claims: "set state = 'sending'",
  results: 'update deliveries set state = ?',
  'whatever comes': '',
};

/** Loses one answer to statements that have `holding` in them, and lets some deliveries fail that are claimed again. */
async function loseAnswer({ proxy, receiver }: Bench, what: string, holding: string) {
  const from = receiver.requests.length;
  await until('it flows', () => receiver.requests.length > from + 8);
  const before = proxy.lost;
  let isNext = true;
  proxy.loses = (sent) => {
    const isHit = isNext && sent.includes(holding);
    if (isHit) isNext = false;
    return isHit;
  };
  receiver.script(...Array<Answer>(8).fill(respond(500)));
  await until(`an answer to ${what} is lost`, () => proxy.lost > before, 40_000);
  proxy.loses = () => false;
}

describe.skipIf(isSqldMissing)('a libSQL server under faults', () => {
  test.each([
    ['publishes, claims, results and whatever comes', 'http', Object.entries(HOLDING)],
    // Nobody reads between the ends what is sent by WebSocket.
    ['whatever comes', 'ws', [['whatever comes', '']]],
  ] as const)(
    'answers to %s that get lost by %s leave nothing stuck and lose nothing',
    async (_, scheme, holdings) => {
      const one = await bench(scheme);
      const callers = load(one);
      for (let round = 1; round <= 2; round++)
        for (const [what, holding] of holdings) await loseAnswer(one, what, holding);
      await callers.stop();
      expect(callers.acknowledged.size).toBeGreaterThan(20);
      await expectSettled(one, callers);
    },
    120_000,
  );

  test('a record whose event was committed with it is answered 201, though the answer was lost', async () => {
    const { proxy, app } = await bench();
    const add = (path: string, body: object) => app.call('POST', `/api/v1${path}`, body);
    const hook = { name: 'hook', url: 'http://127.0.0.1:9/', events: ['pipeline_stage.created'] };
    expect((await add('/webhooks', hook)).status).toBe(201);
    const pipeline = await add('/pipelines', { pipeline: { name: 'Sales' } });
    const path = `/pipelines/${pipeline.body.data.id}/pipeline_stages`;
    await add(path, { pipeline_stage: { name: 'First' } });
    proxy.loses = (sent) => proxy.lost === 0 && sent.includes('insert into events');
    const { status, body } = await add(path, { pipeline_stage: { name: 'Second' } });
    expect(proxy.lost).toBe(1);
    expect([status, body.data.name, body.data.position]).toEqual([201, 'Second', 2]);
  });

  test('kill -9 of the server under load, three times, leaves nothing stuck and loses nothing', async () => {
    const one = await bench();
    const { sqld, app, receiver } = one;
    const callers = load(one);
    for (let round = 0; round < 3; round++) {
      const from = receiver.requests.length;
      await until('it flows', () => receiver.requests.length > from + 20);
      await sqld.kill();
      await until('it is not ready', async () => (await app.call('GET', '/ready')).status === 503);
      await sqld.start();
      await until(
        'it is ready',
        async () => (await app.call('GET', '/ready')).status === 200,
        2_000,
      );
    }
    await callers.stop();
    await expectSettled(one, callers);
  }, 120_000);

  test('a server that hangs is away after 5 s, and what it does later with calls given up is known', async () => {
    const one = await bench();
    const { sqld, app, receiver } = one;
    const callers = load(one);
    const from = receiver.requests.length;
    await until('it flows', () => receiver.requests.length > from + 20);
    await sqld.freeze();
    await until(
      'it is not ready',
      async () => (await app.call('GET', '/ready')).status === 503,
      8_000,
    );
    const { status, body } = await app.call('POST', '/instance/create', { instanceName: 'late' });
    expect([status, body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    sqld.thaw();
    await until('it is ready', async () => (await app.call('GET', '/ready')).status === 200);
    const again = receiver.requests.length;
    await until('it flows again', () => receiver.requests.length > again + 20);
    await callers.stop();
    await expectSettled(one, callers);
  }, 120_000);
});
