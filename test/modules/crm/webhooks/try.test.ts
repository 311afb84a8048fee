/** Webhooks of accounts tried out with a sample event, and filters and transforms refused and tried on kept events. */
import { afterAll, beforeEach, expect, test } from 'bun:test';
import { createWebhookChannel } from '../../../../src/core/channels/webhook/channel.ts';
import { createNetworkGuard } from '../../../../src/core/outbound/network-guard.ts';
import { createOutbound } from '../../../../src/core/outbound/outbound.ts';
import { systemClock } from '../../../../src/core/shared/clock.ts';
import { CRM_EVENT_TYPES } from '../../../../src/modules/crm/events.ts';
import { respond, startReceiver } from '../../../doubles/receiver.ts';
import { type CrmBench, crmBench } from '../../../helpers/crm.ts';
import { until } from '../../../helpers/until.ts';

let bench: CrmBench;

beforeEach(async () => {
  bench = await crmBench();
});

const post = (path: string, body: object) => bench.call('POST', path, { body });
const HOOK = { name: 'app', url: 'https://receiver.test/hook' };

/** Deletes MCP servers of these names, which is an event each. */
async function removed(...names: string[]) {
  await post('/webhooks', HOOK);
  for (const name of names) {
    const { id } = (await post('/mcp-servers', { name, config_type: 'sse' })).body.data;
    await bench.call('DELETE', `/mcp-servers/${id}`);
  }
}

test('a filter is tried on the kept events of the account', async () => {
  await removed('files', 'mail one', 'mail two');
  const filter = { data: { previous: { name: { $startsWith: 'mail' } } } };
  const { status, body } = await post('/webhooks/filter/test', { filter, limit: 1 });
  expect(status).toBe(200);
  expect(body.data).toEqual({
    looked_at: 3,
    matched: 2,
    undecided: 0,
    events: [
      expect.objectContaining({ event: 'mcp_server.deleted', sequence: 3, id: expect.any(String) }),
    ],
    next: null,
  });
  const others = { filter: null, events: ['inbox_member.added'] };
  expect((await post('/webhooks/filter/test', others)).body.data.looked_at).toBe(0);
  const shaped = {
    filter: { event: 'mcp_server.deleted', instance: null },
    format: 'evolution-api',
  };
  expect((await post('/webhooks/filter/test', shaped)).body.data.matched).toBe(3);
});

test('a transform is tried on the newest event, on one by its id, and on a sample', async () => {
  const transform = { pick: ['event', 'data.previous.name'] };
  const sample = await post('/webhooks/transform/test', { transform });
  expect(sample.body.data).toMatchObject({ event: 'pipeline_stage.created', sequence: null });
  await removed('files', 'mail');
  const { body } = await post('/webhooks/transform/test', { transform });
  expect(body.data).toEqual({
    body: '{"event":"mcp_server.deleted","data":{"previous":{"name":"mail"}}}',
    content_type: 'application/json',
    problem: null,
    event: 'mcp_server.deleted',
    sequence: 2,
  });
  const found = await post('/webhooks/filter/test', { filter: { sequence: 1 } });
  const eventId = found.body.data.events[0].id;
  const first = await post('/webhooks/transform/test', {
    transform: { template: 'text' },
    event_id: eventId,
  });
  expect(first.body.data.body).toStartWith('mcp_server.deleted\n');
  expect(first.body.data.body).toContain('name: files');
  const unknown = { transform, event_id: '01900000-0000-7000-8000-000000000009' };
  expect((await post('/webhooks/transform/test', unknown)).status).toBe(404);
});

test.each([
  ['POST', '/webhooks', HOOK],
  ['POST', '/webhooks/filter/test', {}],
] as const)(
  '%s %s refuses a wrong filter by its place, and nothing is stored',
  async (method, path, body) => {
    const filter = { data: { name: { $startWith: 'a' } } };
    const answer = await bench.call(method, path, { body: { ...body, filter } });
    expect([answer.status, answer.body.error.details]).toEqual([
      422,
      { 'filter.data.name.$startWith': ['is not an operator: did you mean $startsWith?'] },
    ]);
    expect((await bench.call('GET', '/webhooks')).body.data).toEqual([]);
  },
);

test.each([
  ['POST', '/webhooks', HOOK],
  ['POST', '/webhooks/transform/test', {}],
] as const)(
  '%s %s refuses a wrong transform by its place, and nothing is stored',
  async (method, path, body) => {
    const transform = { rename: { event: 'event' } };
    const answer = await bench.call(method, path, { body: { ...body, transform } });
    expect([answer.status, answer.body.error.details]).toEqual([
      422,
      { 'transform.rename.event': ['must be another path'] },
    ]);
    expect((await bench.call('GET', '/webhooks')).body.data).toEqual([]);
  },
);

test('filter and transform are kept by other changes and by a restart, and null takes them away', async () => {
  const fields = { filter: { event: 'a' }, transform: { template: { text: '{{event}}' } } };
  const { id } = (await post('/webhooks', { ...HOOK, ...fields })).body.data;
  const renamed = await bench.call('PATCH', `/webhooks/${id}`, { body: { name: 'b' } });
  expect(renamed.body.data).toMatchObject(fields);
  const again = await crmBench({ database: bench.db });
  const target = again.crm.destinations.target(bench.accountId, `webhook:${id}`);
  if (!('wants' in target)) throw new Error('it has a filter');
  expect([target.wants?.({ event: 'a' }), target.wants?.({ event: 'b' })]).toEqual([true, false]);
  expect(target.transform?.('{"event":"a"}', '{"event":"a"}')).toEqual({
    body: '{"text":"a"}',
    contentType: 'application/json',
  });
  const none = { filter: null, transform: null };
  const taken = await bench.call('PATCH', `/webhooks/${id}`, { body: none });
  expect(taken.body.data).toMatchObject(none);
});

test('of a new stage of a pipeline the filter sees all but its position', async () => {
  const seen = {
    $or: [{ 'data.current.name': 'Won', 'data.current.position': { $exists: false } }],
  };
  await post('/webhooks', { ...HOOK, filter: seen });
  const { id } = (await post('/pipelines', { name: 'Sales', pipeline_type: 'custom' })).body.data;
  for (const name of ['Won', 'Lost'])
    await post(`/pipelines/${id}/pipeline_stages`, { pipeline_stage: { name } });
  const rows = await bench.db.query(
    "select e.body from deliveries d join events e on e.id = d.event_id where e.type = 'pipeline_stage.created'",
    [],
  );
  expect(rows.map(([body]) => JSON.parse(String(body)).data.current.name)).toEqual(['Won']);
});

const receiver = await startReceiver();
afterAll(() => receiver.stop());

/** A webhook of the receiver in an account, and tests of it. */
async function trying(body: object = {}) {
  const clock = systemClock();
  const guard = createNetworkGuard({ allow: 'everything', clock });
  const outbound = createOutbound({ clock, guard, userAgent: 'test' });
  const webhook = createWebhookChannel({ clock, outbound, userAgent: 'test', timeoutMs: 30_000 });
  const bench = await crmBench({ webhook });
  const hook = { name: 'app', url: `${receiver.url}/hook?key=secret`, ...body };
  const { id } = (await bench.call('POST', '/webhooks', { body: hook })).body.data;
  const attempt = (asked: object = {}) =>
    bench.call('POST', `/webhooks/${id}/test`, { body: asked });
  return { ...bench, id, attempt };
}

test('a test shows what was sent and what the receiver answered, and leaves no delivery', async () => {
  const { call, id, attempt, accountId } = await trying();
  const before = receiver.requests.length;
  receiver.script(respond(202, { body: 'taken', headers: { 'x-shop': 'yes' } }));
  const { status, body } = await attempt({ event: 'mcp_server.deleted' });
  expect([status, body.message]).toEqual([200, 'Sample delivered']);
  const request = receiver.requests.at(-1)!;
  expect(receiver.requests.length - before).toBe(1);
  expect(body.data).toMatchObject({
    delivered: true,
    status: 202,
    body: 'taken',
    headers: { 'x-shop': 'yes' },
    error: null,
    advice: null,
    request: {
      method: 'POST',
      url: `${receiver.url}/hook?key=********`,
      headers: { 'webhook-signature': request.header('webhook-signature') },
      body: request.body,
    },
  });
  expect(JSON.parse(request.body)).toMatchObject({
    id: request.header('webhook-id'),
    event: 'mcp_server.deleted',
    accountId,
    test: true,
    data: { previous: { name: expect.any(String) }, current: null },
  });
  const { deliveries } = (await call('GET', `/webhooks/${id}/deliveries`)).body.data;
  expect(deliveries).toEqual([]);
});

test('a refused test says why and what to do', async () => {
  const { attempt } = await trying();
  receiver.script(respond(401));
  const refused = await attempt();
  expect(refused.body.message).toBe('Sample not delivered');
  expect(refused.body.data).toMatchObject({
    delivered: false,
    status: 401,
    error: expect.stringContaining('http_status'),
    advice: expect.stringContaining('check the signing secret'),
  });
  const { attempt: nowhere } = await trying({ url: 'http://127.0.0.1:9/' });
  expect((await nowhere()).body.data).toMatchObject({ delivered: false, status: null });
});

test.each([...CRM_EVENT_TYPES])('every event can be tried out: %s', async (event) => {
  const { attempt } = await trying();
  expect((await attempt({ event })).body.data.delivered).toBe(true);
  expect(JSON.parse(receiver.requests.at(-1)!.body).event).toBe(event);
});

test('409 while it is disabled, and while another test of it is under way', async () => {
  const disabled = await (await trying({ enabled: false })).attempt();
  expect(disabled.status).toBe(409);
  expect(disabled.body.error.message).toBe('It cannot be tested: webhook disabled');
  const { attempt } = await trying();
  const before = receiver.requests.length;
  let answer = () => {};
  receiver.script((...asked) => {
    answer = () => respond(200)(...asked);
  });
  const first = attempt();
  await until('the first is under way', () => receiver.requests.length > before);
  expect((await attempt()).status).toBe(409);
  answer();
  expect((await first).body.data.delivered).toBe(true);
});

test('404 another account’s webhook, 422 an event there is not, 403 without webhooks.update', async () => {
  const { call, id, otherAccount, memberWith, attempt } = await trying();
  const path = `/webhooks/${id}/test`;
  const { token } = await otherAccount();
  expect((await call('POST', path, { token, body: {} })).status).toBe(404);
  const wrong = await attempt({ event: 'Message' });
  expect([wrong.status, Object.keys(wrong.body.error.details)]).toEqual([422, ['event']]);
  const reader = await memberWith('webhooks.read');
  expect((await call('POST', path, { token: reader.token, body: {} })).status).toBe(403);
});
