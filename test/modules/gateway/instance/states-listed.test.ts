import { expect, test } from 'bun:test';
import { gateway } from '../../../helpers/gateway.ts';

const open = async () => {
  const g = await gateway();
  return { g, ...(await g.create('shop')) };
};

test('200 every state with its reason and time, the newest first, as many as were asked for', async () => {
  const { g, id, key } = await open();
  await g.clock.advance(1_000);
  await g.directory.enter(id, 'starting', null);
  await g.clock.advance(1_000);
  await g.directory.enter(id, 'failed', 'the proxy refused the connection');
  const { status, body } = await g.call('GET', '/instance/states/shop', { key });
  expect(status).toBe(200);
  const [failed, starting, created] = [
    {
      at: '2026-01-05T10:00:02.000Z',
      state: 'close',
      phase: 'failed',
      reason: 'the proxy refused the connection',
    },
    { at: '2026-01-05T10:00:01.000Z', state: 'connecting', phase: 'starting', reason: null },
    { at: '2026-01-05T10:00:00.000Z', state: 'close', phase: 'created', reason: null },
  ];
  expect(body).toEqual({ states: [failed, starting, created] });
  const one = await g.call('GET', '/instance/states/shop?limit=1');
  expect(one.body).toEqual({ states: [failed] });
});

test('400 a limit of nothing, 401 no key, 403 the key of another, 404 an unknown instance', async () => {
  const { g } = await open();
  const { key } = await g.create('cafe');
  const status = async (path: string, query = {}) =>
    (await g.call('GET', `/instance/states/${path}`, query)).status;
  expect(await status('shop?limit=0')).toBe(400);
  expect(await status('shop', { key: null })).toBe(401);
  expect(await status('shop', { key })).toBe(403);
  expect(await status('nobody')).toBe(404);
});
