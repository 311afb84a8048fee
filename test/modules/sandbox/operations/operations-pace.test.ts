import { describe, expect, test } from 'bun:test';
import { createEventRateLimits } from '../../../../src/core/events/publish/rate-limit.ts';
import { SHOP } from '../../../helpers/gateway-server.ts';
import { FROM, openSandbox } from './setup.ts';

/** An open instance that may have `perSecond` events. */
async function pacedServer(perSecond: number) {
  const server = await openSandbox();
  const { clock, host } = server;
  host.pace = createEventRateLimits(perSecond, clock, { reached() {} })(SHOP);
  const before = host.events.length;
  return { ...server, written: () => host.events.slice(before).map(({ type }) => type) };
}

const message = { kind: 'text', from: FROM, text: 'Hello' };

describe('more events than an instance may have in a second', () => {
  test.each([
    ['message', message],
    ['receipt', { state: 'Read', chat: FROM, messageIds: ['1'] }],
    ['event', { event: 'JoinedGroup' }],
    ['scan', {}],
    ['pair', { code: '12345678' }],
    ['drop', {}],
    ['remove', {}],
  ])('429 %s: nothing is written, and a second later it is done', async (operation, body) => {
    const server = await pacedServer(1);
    await server.post('message', message);
    const refused = await server.post(operation, body);
    expect([refused.status, refused.json.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(server.written()).toEqual(['Message']);
    expect(server.host.recorded.at(-1)).toBe('Message');
    await server.clock.advance(1_000);
    expect((await server.post(operation, body)).status).not.toBe(429);
  });

  test('a request that is wrong, or that makes no event, does not count', async () => {
    const server = await pacedServer(1);
    expect((await server.post('message', { ...message, from: '?' })).status).toBe(400);
    expect((await server.call('GET', '/sandbox/shop/sent')).status).toBe(200);
    expect((await server.post('message', message)).status).toBe(201);
  });
});
