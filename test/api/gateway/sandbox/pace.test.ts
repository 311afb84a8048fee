import { describe, expect, test } from 'bun:test';
import { createEventRateLimits } from '../../../../src/events/publish/rate-limit.ts';
import { SHOP } from '../../../helpers/gateway-server.ts';
import { FROM, openSandbox } from './setup.ts';

/** An open instance that may have `perSecond` events. */
async function pacedServer(perSecond: number) {
  const server = await openSandbox();
  const { clock, host } = server;
  host.pace = createEventRateLimits(perSecond, { clock, limits: { reached() {} } })(SHOP);
  const before = host.events.length;
  return { ...server, written: () => host.events.slice(before).map(({ type }) => type) };
}

const message = { kind: 'text', from: FROM, text: 'Hello' };

describe('more events than an instance may have in a second', () => {
  test.each([
    ['message', message],
    ['receipt', { state: 'Read', chat: FROM, messageIds: ['1'] }],
    ['group', { step: 'joined', jid: '120363000000000001@g.us' }],
    ['scan', {}],
    ['pair', { code: '12345678' }],
    ['drop', {}],
    ['remove', {}],
    ['load', { messages: 1 }],
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

  test('429 a load without a pace of its own, when all of it at once is too much', async () => {
    const server = await pacedServer(10);
    const { status, json } = await server.post('load', { messages: 11 });
    expect([status, json.error.message]).toEqual([
      429,
      '11 events at once are more than 10 events per second',
    ]);
    expect(server.written()).toEqual([]);
    expect((await server.post('load', { messages: 10 })).status).toBe(200);
  });

  test('429 a load whose pace is too fast', async () => {
    const server = await pacedServer(10);
    expect((await server.post('load', { messages: 20, perSecond: 11 })).status).toBe(429);
    expect(server.written()).toEqual([]);
  });

  test('200 a load at the pace that is allowed; what comes beside it is refused, and none of it is lost', async () => {
    const server = await pacedServer(10);
    const load = server.post('load', { messages: 30, perSecond: 10 });
    let refused = 0;
    for (let tenth = 0; tenth < 60; tenth++) {
      const { status } = await server.post('message', message);
      if (status === 429) refused++;
      await server.clock.advance(100);
    }
    expect((await load).status).toBe(200);
    expect(refused).toBeGreaterThan(0);
    expect(server.written()).toHaveLength(30 + 60 - refused);
    // One second's worth at once, then ten a second.
    expect(server.written().length).toBeLessThanOrEqual(10 + 6 * 10);
  });
});
