/** What the channel of webhooks says of a request: what was sent and answered, with nothing secret in it. */
import { afterAll, expect, test } from 'bun:test';
import { createNetworkGuard } from '../../../../src/core/outbound/network-guard.ts';
import { respond, startReceiver } from '../../../doubles/receiver.ts';
import { EVENT_ID, setUp, targetAt } from './setup.ts';

const receiver = await startReceiver();
afterAll(() => receiver.stop());

const OUTGOING = { eventId: EVENT_ID, type: 'Message', attempt: 2, body: '{"a":1}' };
const { signal } = new AbortController();
const MASKED = { 'x-token': '********' };

test('a trace shows what was sent, with configured values and the query masked, and what came back', async () => {
  const { channel } = setUp();
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`x-${at}`, 'y']));
  const headers = { 'a-long': 'z'.repeat(400), ...many };
  receiver.script(respond(418, { headers, body: 'short' }));
  const to = targetAt(`${receiver.url}/hook?key=secret`, { headers: { 'X-Token': 'secret' } });
  const trace = await channel.trace(OUTGOING, to, signal);
  const [request] = receiver.requests;
  expect(request!.header('x-token')).toBe('secret');
  expect(trace.outcome).toMatchObject({ kind: 'failed', status: 418, responseBody: 'short' });
  expect(trace.request).toEqual({
    url: `${receiver.url}/hook?key=********`,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'gatehouse/1.2.3',
      'webhook-id': EVENT_ID,
      'webhook-timestamp': request!.header('webhook-timestamp')!,
      'webhook-signature': request!.header('webhook-signature')!,
      'x-gatehouse-attempt': '2',
      ...MASKED,
    },
    body: '{"a":1}',
  });
  expect(Object.keys(trace.answerHeaders!)).toHaveLength(50);
  expect(trace.answerHeaders!['a-long']).toBe('z'.repeat(300));
});

test('of an address that nothing may be sent to there is no request', async () => {
  const guard = (clock: ReturnType<typeof setUp>['clock']) =>
    createNetworkGuard({ allow: [], clock });
  const { channel } = setUp({ guard });
  const to = targetAt('http://10.0.0.1/hook');
  expect(await channel.trace(OUTGOING, to, signal)).toEqual({
    outcome: expect.objectContaining({ error: expect.stringMatching(/^forbidden_network: /) }),
    request: null,
    answerHeaders: null,
  });
  expect(channel.preview(OUTGOING, to)).toMatch(/^forbidden_network: /);
});

test('a preview is what an attempt would send, and sends nothing', () => {
  const { channel } = setUp();
  const before = receiver.requests.length;
  const to = targetAt(`${receiver.url}/hook`, { headers: { 'X-Token': 'secret' } });
  expect(channel.preview(OUTGOING, to)).toMatchObject({ body: '{"a":1}', headers: MASKED });
  expect(receiver.requests).toHaveLength(before);
});
