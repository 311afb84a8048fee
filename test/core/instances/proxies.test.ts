/** What is left of a proxy once it was changed, or its instance deleted: nothing. */
import { expect, test } from 'bun:test';
import { startProxy } from '../../doubles/proxy.ts';
import { gateway } from '../../helpers/gateway.ts';
import { until } from '../../helpers/until.ts';

const LOGIN = { username: '', password: '' };

/** An instance with a proxy, and a connection that goes through it. */
async function connected() {
  const { create, call, proxies } = await gateway();
  const { id } = await create('shop');
  const proxy = await startProxy({ protocol: 'socks5' });
  const place = { protocol: 'socks5', host: '127.0.0.1', port: proxy.port } as const;
  await proxies.set(id, { enabled: true, ...place, ...LOGIN });
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request, upgrading) => void upgrading.upgrade(request),
    websocket: { message() {} },
  });
  const url = (await proxies.routeOf(id))?.url ?? '';
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}`, { proxy: url });
  await until('it is open', () => socket.readyState === WebSocket.OPEN);
  expect([proxy.open, proxies.condition(id)?.works]).toEqual([1, true]);
  const end = async () => {
    await server.stop(true);
    await proxies.stop();
    await proxy.stop();
  };
  return { id, call, proxies, proxy, place, end };
}

test('a proxy that was changed carries nothing any more, and how it fared is forgotten', async () => {
  const { id, proxies, proxy, place, end } = await connected();
  await proxies.set(id, { enabled: true, ...place, host: 'another.example.com', ...LOGIN });
  await until('the connection has ended', () => proxy.open === 0);
  expect(proxies.condition(id)).toEqual({ works: null, reason: null, checkedAt: null });
  await end();
});

test('a proxy that is read again and has not changed goes on with its connections', async () => {
  const { id, proxies, proxy, end } = await connected();
  await proxies.refresh(id);
  expect([proxy.open, proxies.condition(id)?.works]).toEqual([1, true]);
  await end();
});

test('the proxy of an instance that was deleted is forgotten, and its connections end', async () => {
  const { id, call, proxies, proxy, end } = await connected();
  expect((await call('DELETE', '/instance/delete/shop')).status).toBe(200);
  expect([proxies.get(id), await proxies.routeOf(id)]).toEqual([null, null]);
  await until('the connection has ended', () => proxy.open === 0);
  await end();
});
