import { describe, expect, test } from 'bun:test';
import { type Gateway, gateway } from '../../../helpers/gateway.ts';
import { until } from '../../../helpers/until.ts';

const restart = ({ call }: Gateway, name = 'shop', method = 'POST') =>
  call(method, `/instance/restart/${name}`);

describe('POST /instance/restart', () => {
  test.each(['POST', 'PUT'])(
    '200 %s restarts the connection and answers its state, and that it worked as clients of Evolution API read it',
    async (method) => {
      const g = await gateway();
      await g.createOpen('shop');
      const { status, body } = await restart(g, 'shop', method);
      expect(status).toBe(200);
      expect(body).toEqual({
        instance: { instanceName: 'shop', state: 'open' },
        status: 'SUCCESS',
        error: false,
        response: { message: 'Instance shop restarted' },
      });
      expect(g.provider.of('shop').calls).toEqual(['restart']);
    },
  );

  test('200 also while it waits to be paired', async () => {
    const g = await gateway();
    g.provider.script.connect = (session) => session.offerQr();
    await g.create('shop');
    await g.call('GET', '/instance/connect/shop');
    const { status, body } = await restart(g);
    expect(status).toBe(200);
    expect(body.instance.state).toBe('connecting');
  });

  test('200 a second call joins the one under way, a later one restarts anew', async () => {
    const g = await gateway();
    await g.createOpen('shop');
    const gate = Promise.withResolvers<void>();
    g.provider.script.restart = () => gate.promise;
    const calls = Promise.all([restart(g), restart(g, 'shop', 'PUT'), restart(g)]);
    await until('it restarts', () => g.provider.of('shop').calls.length === 1);
    gate.resolve();
    const answers = await calls;
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(g.provider.of('shop').calls).toEqual(['restart']);
    await restart(g);
    expect(g.provider.of('shop').calls).toEqual(['restart', 'restart']);
  });

  test('200 instances do not wait for each other', async () => {
    const g = await gateway();
    await g.createOpen('shop');
    await g.createOpen('cafe');
    const gate = Promise.withResolvers<void>();
    const { restart: plain } = g.provider.script;
    g.provider.script.restart = (session) =>
      session.host.instanceName === 'shop' ? gate.promise : plain(session);
    const slow = restart(g);
    expect((await restart(g, 'cafe')).status).toBe(200);
    gate.resolve();
    expect((await slow).status).toBe(200);
  });

  test('400 a closed instance, in the simple form', async () => {
    const g = await gateway();
    await g.create('shop');
    for (const method of ['POST', 'PUT']) {
      const { status, body } = await restart(g, 'shop', method);
      expect(status).toBe(400);
      expect(body).toEqual({
        error: true,
        message: expect.stringMatching(
          /^Instance shop is not connected: .*\/instance\/connect\/shop/,
        ),
      });
    }
    expect(g.provider.sessions).toHaveLength(0);
  });

  test('400 an instance that was logged out while the restart waited', async () => {
    const g = await gateway();
    await g.createOpen('shop');
    const gate = Promise.withResolvers<void>();
    const { logout } = g.provider.script;
    g.provider.script.logout = async (session) => {
      await gate.promise;
      await logout(session);
    };
    const leaving = g.call('DELETE', '/instance/logout/shop');
    const restarting = restart(g);
    gate.resolve();
    expect((await leaving).status).toBe(200);
    expect((await restarting).status).toBe(400);
    expect(g.provider.of('shop').calls).toEqual(['logout']);
  });

  test('400 a bad name has the usual envelope', async () => {
    const { status, body } = await restart(await gateway(), '-shop');
    expect(status).toBe(400);
    expect(body.error.code).toBe('BAD_REQUEST');
  });

  test('401 no key', async () => {
    const { call } = await gateway();
    expect((await call('POST', '/instance/restart/shop', { key: null })).status).toBe(401);
  });

  test('403 the key of another instance', async () => {
    const { call, create } = await gateway();
    const { key } = await create('shop');
    await create('cafe');
    expect((await call('POST', '/instance/restart/cafe', { key })).status).toBe(403);
  });

  test('404 an unknown instance', async () => {
    const { status, body } = await restart(await gateway(), 'nobody');
    expect(status).toBe(404);
    expect(body.error.code).toBe('NOT_FOUND');
  });

  test('500 a restart that fails names the reason, which is recorded', async () => {
    const g = await gateway();
    await g.createOpen('shop');
    g.provider.script.restart = async () => {
      throw new Error('the platform hung up');
    };
    const { status, body } = await restart(g);
    expect(status).toBe(500);
    expect(body.error.code).toBe('INTERNAL_SERVER_ERROR');
    expect(body.error.message).toContain('the platform hung up');
    expect(g.directory.byName('shop')).toMatchObject({
      phase: 'failed',
      reason: 'the platform hung up',
    });
  });

  test('500 a restart that ends closed is no success', async () => {
    const g = await gateway();
    await g.createOpen('shop');
    g.provider.script.restart = ({ host }) => host.enter('banned', 'too many logins');
    const { status, body } = await restart(g);
    expect(status).toBe(500);
    expect(body.error.message).toContain('too many logins');
  });

  test('500 a restart that hangs is abandoned after 20 s and no longer blocks the instance', async () => {
    const g = await gateway();
    await g.createOpen('shop');
    const { restart: plain } = g.provider.script;
    g.provider.script.restart = () => new Promise(() => {});
    const hung = restart(g);
    await until('it restarts', () => g.provider.of('shop').calls.length === 1);
    await g.clock.advance(20_000);
    const { status, body } = await hung;
    expect(status).toBe(500);
    expect(body.error.message).toContain('did not answer in time');
    g.provider.script.restart = plain;
    expect((await restart(g)).status).toBe(200);
  });
});
