/** Closing a connection by request, which keeps the pairing. */
import { expect, test } from 'bun:test';
import { OWNER } from '../../../doubles/scripted-provider.ts';
import { type Gateway, gateway } from '../../../helpers/gateway.ts';
import { until } from '../../../helpers/until.ts';

const disconnect = ({ call }: Gateway) => call('POST', '/instance/disconnect/shop');

test('200 the connection is closed, and the instance is paired as before and says why it is closed', async () => {
  const g = await gateway();
  const { id } = await g.createOpen('shop');
  const { status, body } = await disconnect(g);
  expect([status, body.message]).toEqual([200, 'Instance shop disconnected']);
  expect(g.provider.of('shop').calls).toContain('stop');
  expect(g.engine.published.map(({ event }) => event.type)).not.toContain('LoggedOut');
  expect(g.directory.byId(id)).toMatchObject({
    ...{ state: 'close', phase: 'stopped', reason: 'disconnected by request' },
    ownerJid: OWNER.jid,
  });
});

test('200 it stays closed when the service starts anew, and connects without pairing by request', async () => {
  const g = await gateway();
  await g.createOpen('shop');
  await disconnect(g);
  const next = await g.restarted();
  await next.clock.advance(60_000);
  expect(next.provider.sessions).toHaveLength(0);
  expect(next.directory.byName('shop')?.reason).toBe('disconnected by request');
  const { body } = await next.call('GET', '/instance/connect/shop');
  expect(body.instance).toEqual({ instanceName: 'shop', state: 'open' });
  const again = await next.restarted();
  expect(again.directory.byName('shop')?.phase).not.toBe('stopped');
});

test('200 a pairing under way is ended, and its code is wiped', async () => {
  const g = await gateway();
  g.provider.script.connect = (session) => session.offerQr();
  const { id } = await g.create('shop');
  await g.call('GET', '/instance/connect/shop');
  expect((await disconnect(g)).status).toBe(200);
  expect(g.directory.byId(id)?.phase).toBe('stopped');
  expect(g.engine.wiped).toContain(id);
});

test('a request that waits for a code gets 409, as this is no fault of the service', async () => {
  const g = await gateway();
  const { id } = await g.create('shop');
  const pending = g.call('GET', '/instance/connect/shop');
  await until('shop is connecting', () => g.directory.byId(id)?.state === 'connecting');
  await disconnect(g);
  await g.clock.advance(1_000);
  const { status, body } = await pending;
  expect([status, body.error.message]).toEqual([
    409,
    'no code: the instance is stopped (disconnected by request)',
  ]);
});

test('200 one that is closed stays as it is', async () => {
  const g = await gateway();
  await g.create('shop');
  const { status, body } = await disconnect(g);
  expect([status, body.message]).toEqual([200, 'Instance shop was closed']);
  expect(g.directory.byName('shop')?.phase).toBe('created');
});

test('a phase that its session records while it ends does not open it again', async () => {
  const g = await gateway();
  await g.createOpen('shop');
  g.provider.script.stop = async ({ host }) => host.enter('reconnecting', 'lost');
  await disconnect(g);
  expect(g.directory.byName('shop')?.reason).toBe('disconnected by request');
});

test('404 an instance that is not there, 401 without a key', async () => {
  const g = await gateway();
  expect((await disconnect(g)).status).toBe(404);
  expect((await g.call('POST', '/instance/disconnect/shop', { key: null })).status).toBe(401);
});
