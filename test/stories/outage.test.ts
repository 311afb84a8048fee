/** A receiver that goes away and comes back, as the whole product sees it. */
import { afterAll, expect, test } from 'bun:test';
import { lookup } from 'node:dns/promises';
import { hostname } from 'node:os';
import { manualClock } from '../doubles/manual-clock.ts';
import { hang, respond, startReceiver } from '../doubles/receiver.ts';
import { type RunningApp, startApp } from '../helpers/app.ts';
import { temporaryFolder } from '../helpers/database.ts';
import { until } from '../helpers/until.ts';

const running: { stop(): Promise<void> }[] = [];
afterAll(() => Promise.all(running.map((one) => one.stop())));

const text = (from: string, words: string) => ({ kind: 'text', from, text: words });
const states = async (app: RunningApp) => {
  const { body } = await app.call('GET', '/delivery/find/shop?limit=500');
  return body.deliveries.map(({ state, attemptCount }: Record<string, unknown>) => [
    state,
    attemptCount,
  ]);
};

test('a receiver that is down for two minutes gets everything when it is back', async () => {
  const clock = manualClock();
  const app = await startApp({ clock });
  running.push(app);
  await app.openInstance('shop');
  const probe = await startReceiver();
  const { port } = probe;
  await probe.stop();
  await app.call('POST', '/webhook/set/shop', { enabled: true, url: `http://127.0.0.1:${port}/` });
  for (const index of [1, 2, 3]) {
    await app.call('POST', '/sandbox/shop/message', text('551199990001', `down ${index}`));
  }
  for (const round of [1, 2, 3, 4]) {
    await until(`all were refused ${round} times`, async () =>
      (await states(app)).every(
        ([state, count]: [string, number]) => state === 'waiting' && count === round,
      ),
    );
    if (round < 4) await clock.advance(31_000);
  }
  const received: string[] = [];
  const server = Bun.serve({
    port,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { data } = (await request.json()) as { data: { Message: { conversation: string } } };
      received.push(data.Message.conversation);
      return new Response('ok');
    },
  });
  await clock.advance(31_000);
  await until('everything is delivered', async () =>
    (await states(app)).every(([state]: [string]) => state === 'delivered'),
  );
  expect([...received].sort()).toEqual(['down 1', 'down 2', 'down 3']);
  await server.stop(true);
});

test('a hanging receiver is given 30 s and delays no other', async () => {
  const clock = manualClock();
  const app = await startApp({ clock });
  const slow = await startReceiver();
  const quick = await startReceiver();
  running.push(app, slow, quick);
  slow.script(hang);
  await app.openInstance('shop');
  await app.openInstance('cafe');
  await app.call('POST', '/webhook/set/shop', { enabled: true, url: slow.url });
  await app.call('POST', '/webhook/set/cafe', { enabled: true, url: quick.url });
  await app.call('POST', '/sandbox/shop/message', text('551199990001', 'stuck'));
  await until('the slow one hangs', () => slow.requests.length === 1);
  for (const index of [1, 2, 3, 4, 5]) {
    await app.call('POST', '/sandbox/cafe/message', text('551199990001', `quick ${index}`));
  }
  await until('the quick one has all', () => quick.requests.length === 5);
  await clock.advance(29_999);
  expect(await states(app)).toEqual([['sending', 0]]);
  await clock.advance(1);
  await until('the attempt is given up', async () => (await states(app))[0][0] === 'waiting');
  const { body } = await app.call('GET', '/delivery/find/shop');
  expect(body.deliveries[0].lastError).toStartWith('timeout');
});

test('what waits when the service stops is delivered after it starts again, and the instance is still paired', async () => {
  const dataDir = temporaryFolder();
  const first = await startApp({ dataDir, clock: manualClock() });
  const receiver = await startReceiver();
  running.push(receiver);
  await first.openInstance('shop');
  receiver.script(respond(500), respond(500));
  await first.call('POST', '/webhook/set/shop', { enabled: true, url: receiver.url });
  await first.call('POST', '/sandbox/shop/message', text('551199990001', 'one'));
  await first.call('POST', '/sandbox/shop/message', text('551199990002', 'two'));
  await until('both failed', async () =>
    (await states(first)).every(([, count]: [string, number]) => count === 1),
  );
  await first.stop();
  const second = await startApp({ dataDir, clock: manualClock(Date.now() + 3_600_000) });
  running.push(second);
  await until('both are delivered', async () =>
    (await states(second)).slice(0, 2).every(([state]: [string]) => state === 'delivered'),
  );
  await until('it is open again', async () => {
    const { body } = await second.call('GET', '/instance/connectionState/shop');
    return body.instance.state === 'open';
  });
  const ids = receiver.requests.map(({ header }) => header('webhook-id'));
  expect(ids.filter((id) => id === ids[0])).toHaveLength(2);
});

/** A name of this machine that is not spelled as one: whether it is loopback shows only when it is resolved. */
const machine = hostname();
const isResolved = await lookup(machine).then(
  () => true,
  () => false,
);

test.skipIf(!isResolved)(
  'in production a webhook to this machine is refused when set, and by name when sent',
  async () => {
    const clock = manualClock();
    const app = await startApp({
      clock,
      env: { NODE_ENV: 'production', DEFAULT_PROVIDER: 'sandbox' },
    });
    const receiver = await startReceiver();
    running.push(app, receiver);
    await app.openInstance('shop');
    const literal = await app.call('POST', '/webhook/set/shop', {
      enabled: true,
      url: receiver.url,
    });
    expect(literal.status).toBe(400);
    expect(literal.body.error.message).toContain('url');
    const byName = { enabled: true, url: `http://${machine}:${receiver.port}/` };
    expect((await app.call('POST', '/webhook/set/shop', byName)).status).toBe(200);
    await app.call('POST', '/sandbox/shop/message', text('551199990001', 'hi'));
    await until('the attempt was refused', async () => {
      await clock.advance(100);
      return (await states(app))[0]?.[1] === 1;
    });
    const { body } = await app.call('GET', '/delivery/find/shop');
    expect(body.deliveries[0].lastError).toStartWith('dns_error: ');
    expect(receiver.connections()).toBe(0);
  },
);

test.skipIf(!isResolved)(
  'the test of a webhook says the same of a name inside as of a name that there is not',
  async () => {
    const clock = manualClock();
    const env = { NODE_ENV: 'production', DEFAULT_PROVIDER: 'sandbox' };
    const app = await startApp({ clock, env });
    running.push(app);
    await app.openInstance('shop');
    const tested = async (host: string) => {
      await app.call('POST', '/webhook/set/shop', { enabled: true, url: `http://${host}/` });
      const testing = app.call('POST', '/webhook/test/shop', { event: 'Message' });
      await until('the name was given up', async () => {
        await clock.advance(50);
        return Bun.peek.status(testing) !== 'pending';
      });
      const { error, advice, status, response } = (await testing).body;
      return { error: String(error).replace(host, '{host}'), advice, status, response };
    };
    const inside = await tested(machine);
    expect(inside).toEqual(await tested('nowhere.invalid'));
    expect(inside.error).toStartWith('dns_error: {host} has no address that may be reached');
    expect(inside.advice).toContain('WEBHOOK_ALLOW_NETWORKS');
  },
);

test('every attempt is on record with its status, reason, time and the first KiB of the answer', async () => {
  const clock = manualClock();
  const app = await startApp({ clock });
  const receiver = await startReceiver();
  running.push(app, receiver);
  receiver.script(respond(503, { body: 'b'.repeat(5_000) }), respond(201, { body: 'thanks' }));
  await app.openInstance('shop');
  await app.call('POST', '/webhook/set/shop', {
    enabled: true,
    url: `${receiver.url}/hook?token=hidden`,
    headers: { 'x-secret': 'hidden' },
  });
  await app.call('POST', '/sandbox/shop/message', text('551199990001', 'hi'));
  await until('it failed once', async () => (await states(app))[0]?.[0] === 'waiting');
  await clock.advance(31_000);
  await until('it is delivered', async () => (await states(app))[0]?.[0] === 'delivered');
  const { body } = await app.call('GET', '/delivery/find/shop');
  const one = await app.call('GET', `/delivery/${body.deliveries[0].id}`);
  expect(one.body).toMatchObject({
    attemptCount: 2,
    lastStatus: 201,
    lastError: null,
    nextAttemptAt: null,
  });
  const [first, second] = one.body.attempts;
  expect(first).toMatchObject({ number: 1, status: 503, responseBody: 'b'.repeat(1_024) });
  expect(first.error).toStartWith('http_status');
  expect(second).toMatchObject({ number: 2, status: 201, error: null, responseBody: 'thanks' });
  expect(Object.keys(first).sort()).toEqual([
    'durationMs',
    'error',
    'number',
    'responseBody',
    'startedAt',
    'status',
  ]);
  expect(JSON.stringify([one.body, app.lines])).not.toContain('hidden');
});
