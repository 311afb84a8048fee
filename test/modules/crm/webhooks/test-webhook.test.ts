/** Trying out a webhook of an account with a sample event. */
import { afterAll, expect, test } from 'bun:test';
import { createWebhookChannel } from '../../../../src/core/channels/webhook/channel.ts';
import { createNetworkGuard } from '../../../../src/core/outbound/network-guard.ts';
import { createOutbound } from '../../../../src/core/outbound/outbound.ts';
import { systemClock } from '../../../../src/core/shared/clock.ts';
import { CRM_EVENT_TYPES } from '../../../../src/modules/crm/events.ts';
import { respond, startReceiver } from '../../../doubles/receiver.ts';
import { crmBench } from '../../../helpers/crm.ts';
import { until } from '../../../helpers/until.ts';

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
