/** From a change in the CRM zone to the receiver of its event, over a real socket. */
import { afterAll, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { createWebhookChannel } from '../../../src/core/channels/webhook/channel.ts';
import { createNetworkGuard } from '../../../src/core/outbound/network-guard.ts';
import { createOutbound } from '../../../src/core/outbound/outbound.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { type BenchOptions, type CrmBench, crmBench } from '../../helpers/crm.ts';
import { testDatabase } from '../../helpers/database.ts';
import { killable } from '../../helpers/engine.ts';
import { until } from '../../helpers/until.ts';

interface ReceivedRequest {
  readonly headers: Record<string, string>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: read as receivers do, without types.
  readonly body: any;
}

/** Answers with the next of its statuses, then with 200; 0 is no answer at all. */
function receiver(...statuses: number[]) {
  const received: ReceivedRequest[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const text = await request.text();
      received.push({ headers: Object.fromEntries(request.headers), text, body: JSON.parse(text) });
      const status = statuses.shift() ?? 200;
      return status === 0 ? new Promise<Response>(() => {}) : new Response('', { status });
    },
  });
  afterAll(() => server.stop(true));
  return { received, url: `http://127.0.0.1:${server.port}/hook` };
}

/** Real time, since signatures are judged by it, that only the test moves. */
async function sendingBench(options: BenchOptions = {}) {
  const clock = options.clock ?? manualClock(Date.now());
  const guard = createNetworkGuard({ allow: 'everything', clock });
  const userAgent = 'gatehouse/0.0.0';
  const outbound = createOutbound({ clock, guard, userAgent });
  const channel = createWebhookChannel({ clock, outbound, userAgent, timeoutMs: 30_000 });
  const bench = await crmBench({ ...options, clock, channel });
  await bench.engine.start();
  return bench;
}

const hook = async ({ call }: CrmBench, url: string, events?: string[]) => {
  const body = { name: 'hook', url, ...(events && { events }) };
  const { data } = (await call('POST', '/webhooks', { body })).body;
  return { id: String(data.id), secret: String(data.secret) };
};

async function stage({ call }: CrmBench, name: string) {
  const pipeline = { pipeline: { name } };
  const { id } = (await call('POST', '/pipelines', { body: pipeline })).body.data;
  const body = { pipeline_stage: { name: 'Lead' } };
  return (await call('POST', `/pipelines/${id}/pipeline_stages`, { body })).body.data;
}

const deliveries = async ({ call }: CrmBench, id: string) =>
  (await call('GET', `/webhooks/${id}/deliveries`)).body.data.deliveries;

test('a new stage reaches the receiver, signed with the secret that was shown', async () => {
  const bench = await sendingBench();
  const { received, url } = receiver();
  const { id, secret } = await hook(bench, url);
  const created = await stage(bench, 'Sales');
  await until(
    'it is delivered',
    async () => (await deliveries(bench, id))[0]?.state === 'delivered',
  );
  const [{ headers, text, body }] = received as [ReceivedRequest];
  expect(() => new Webhook(secret).verify(text, headers)).not.toThrow();
  expect(headers['webhook-id']).toBe(body.id);
  expect(headers['x-gatehouse-attempt']).toBe('1');
  expect(body).toEqual({
    id: expect.any(String),
    event: 'pipeline_stage.created',
    accountId: bench.accountId,
    sequence: 1,
    timestamp: expect.stringMatching(/Z$/),
    data: { previous: null, current: created },
  });
  const [delivery] = await deliveries(bench, id);
  expect(delivery).toMatchObject({
    event_id: body.id,
    event: 'pipeline_stage.created',
    target: url,
    attempt_count: 1,
    last_status: 200,
  });
});

test('after a rotation both secrets verify', async () => {
  const bench = await sendingBench();
  const { received, url } = receiver();
  const { id, secret } = await hook(bench, url);
  const rotated = (await bench.call('POST', `/webhooks/${id}/rotate`)).body.data.secret;
  await stage(bench, 'Sales');
  await until('it is received', () => received.length === 1);
  const [{ headers, text }] = received as [ReceivedRequest];
  for (const one of [secret, rotated])
    expect(() => new Webhook(one).verify(text, headers)).not.toThrow();
});

test('a receiver that fails gets it again after 30 s, five times in all, with the same id', async () => {
  const bench = await sendingBench();
  const { received, url } = receiver(500, 500, 302, 404, 503);
  const { id, secret } = await hook(bench, url);
  await stage(bench, 'Sales');
  for (const count of [1, 2, 3, 4, 5]) {
    await until(`attempt ${count} is recorded`, async () => {
      const [one] = await deliveries(bench, id);
      return one?.attempt_count === count && one.state !== 'sending';
    });
    expect(received).toHaveLength(count);
    await bench.clock.advance(31_000);
  }
  expect(new Set(received.map(({ body }) => body.id)).size).toBe(1);
  expect(received.map(({ headers }) => headers['x-gatehouse-attempt'])).toEqual([...'12345']);
  for (const { text, headers } of received)
    expect(() => new Webhook(secret).verify(text, headers)).not.toThrow();
  const [delivery] = await deliveries(bench, id);
  expect([delivery.state, delivery.last_status]).toEqual(['discarded', 503]);
  const one = await bench.call('GET', `/webhooks/${id}/deliveries/${delivery.id}`);
  expect(one.body.data.attempts.map(({ status }: { status: number }) => status)).toEqual([
    500, 500, 302, 404, 503,
  ]);

  const again = await bench.call('POST', `/webhooks/${id}/redeliver`, {
    body: { ids: [delivery.id] },
  });
  expect([again.status, again.body.data]).toEqual([202, { redelivering: 1 }]);
  await until(
    'it is delivered',
    async () => (await deliveries(bench, id))[0]?.state === 'delivered',
  );
  expect(received[5]?.headers).toMatchObject({
    'webhook-id': received[0]?.body.id,
    'x-gatehouse-attempt': '6',
  });
});

test('after a kill between change and delivery the next process sends it, with the same id', async () => {
  const disk = await testDatabase();
  const dying = killable(disk);
  const first = await sendingBench({ database: dying });
  const { received, url } = receiver(0);
  await hook(first, url);
  await stage(first, 'Sales');
  await until('the first attempt is under way', () => received.length === 1);
  dying.kill();
  const second = await sendingBench({ database: disk });
  await until('it is sent again', () => received.length === 2);
  const [one, two] = received as [ReceivedRequest, ReceivedRequest];
  expect(two.text).toBe(one.text);
  expect(await second.rows('select count(*) from events')).toEqual([[1]]);
});

test('a dead receiver delays no other, and each gets only the events it subscribed to', async () => {
  const bench = await sendingBench();
  const dead = receiver(0, 0);
  const living = receiver();
  const picky = receiver();
  await hook(bench, dead.url);
  await hook(bench, living.url);
  await hook(bench, picky.url, ['pipeline_stage.updated']);
  const { id, pipeline_id } = await stage(bench, 'Sales');
  const body = { pipeline_stage: { name: 'New' } };
  await bench.call('PATCH', `/pipelines/${pipeline_id}/pipeline_stages/${id}`, { body });
  await until('the others have all of it', () => {
    return living.received.length === 2 && picky.received.length === 1;
  });
  expect(living.received.map(({ body }) => body.sequence)).toEqual([1, 2]);
  expect(picky.received[0]?.body.data).toMatchObject({
    previous: { id, name: 'Lead' },
    current: { id, name: 'New' },
  });
  expect(dead.received).toHaveLength(1);
});

test('nothing goes to the old URL once a change of it was answered', async () => {
  const bench = await sendingBench();
  const old = receiver(500);
  const next = receiver();
  const { id } = await hook(bench, old.url);
  await stage(bench, 'Sales');
  await until('the first attempt has failed', async () => {
    return (await deliveries(bench, id))[0]?.attempt_count === 1;
  });
  await bench.call('PATCH', `/webhooks/${id}`, { body: { url: next.url } });
  await bench.clock.advance(31_000);
  await until('it went to the new one', () => next.received.length === 1);
  expect(next.received[0]?.body.id).toBe(old.received[0]?.body.id);
  expect(old.received).toHaveLength(1);
});

test.each([
  ['disabled', 'webhook disabled'],
  ['deleted', 'webhook deleted'],
])('what waits for a webhook that is %s is discarded, and nothing is sent', async (how, reason) => {
  const bench = await sendingBench();
  const { received, url } = receiver(500);
  const { id } = await hook(bench, url);
  await stage(bench, 'Sales');
  await until('the first attempt has failed', async () => {
    const [row] = await bench.rows('select state, attempt_count from deliveries');
    return row?.[0] === 'waiting' && row[1] === 1;
  });
  if (how === 'deleted') await bench.call('DELETE', `/webhooks/${id}`);
  else await bench.call('PATCH', `/webhooks/${id}`, { body: { enabled: false } });
  await bench.clock.advance(31_000);
  expect(received).toHaveLength(1);
  expect(await bench.rows('select state, last_error from deliveries')).toEqual([
    ['discarded', reason],
  ]);
});

test('another account gets no events, and an account without webhooks writes none', async () => {
  const bench = await sendingBench();
  const { token } = await bench.otherAccount();
  const { received, url } = receiver();
  await bench.call('POST', '/webhooks', { token, body: { name: 'other', url } });
  await stage(bench, 'Sales');
  expect(await bench.rows('select count(*) from events')).toEqual([[0]]);
  expect(received).toHaveLength(0);
});
