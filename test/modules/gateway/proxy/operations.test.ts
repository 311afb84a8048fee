/** Setting and finding the proxy of an instance, by the status that callers get. */

import { Database } from 'bun:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { AppError } from '../../../../src/core/shared/errors.ts';
import { type RunningApp, startApp } from '../../../helpers/app.ts';
import { gateway } from '../../../helpers/gateway.ts';

const running: RunningApp[] = [];
afterEach(async () => {
  for (const app of running.splice(0)) await app.stop();
});

async function start(options: Parameters<typeof startApp>[0] = {}) {
  const app = await startApp(options);
  running.push(app);
  return app;
}

const create = (app: RunningApp) =>
  app.call('POST', '/instance/create', { instanceName: 'shop', provider: 'sandbox' });
const PROXY = {
  enabled: true,
  protocol: 'socks5',
  host: 'proxy.example.com',
  port: 1080,
  username: 'shop',
  password: 'the secret word',
};
const SHOWN = { ...PROXY, password: '********' };

describe('201', () => {
  test('a proxy is set and found with its password masked, also after a restart', async () => {
    const app = await start();
    await create(app);
    expect((await app.call('GET', '/proxy/find/shop')).body).toBeNull();
    const set = await app.call('POST', '/proxy/set/shop', PROXY);
    expect([set.status, set.body]).toEqual([201, SHOWN]);
    expect((await app.call('GET', '/proxy/find/shop')).body).toEqual(SHOWN);
    running.pop();
    await app.stop();
    const again = await start({ dataDir: app.dataDir });
    expect((await again.call('GET', '/proxy/find/shop')).body).toEqual(SHOWN);
  });

  test('user name and password are sealed on disk, and in no line of the log', async () => {
    const app = await start();
    await create(app);
    await app.call('POST', '/proxy/set/shop', PROXY);
    const file = new Database(join(app.dataDir, 'gatehouse.db'), { readonly: true });
    const rows = JSON.stringify(file.query('select * from instance_proxies').all());
    const audit = JSON.stringify(file.query('select * from gateway_audit').all());
    file.close();
    expect(rows).toContain('proxy.example.com');
    expect(rows).not.toMatch(/the secret word|"shop"/);
    expect(audit).toContain('proxy.set');
    expect(audit + JSON.stringify(app.lines)).not.toContain('the secret word');
  });

  test('a change of a version that is no longer there is refused, and changes nothing', async () => {
    const app = await start();
    await create(app);
    const find = () => app.call('GET', '/proxy/find/shop');
    const set = (body: object, etag: string | null) =>
      app.call('POST', '/proxy/set/shop', body, undefined, { 'if-match': etag ?? '' });
    const never = (await find()).headers.get('etag');
    const first = await set(PROXY, never);
    expect([first.status, first.headers.get('etag')]).toEqual([
      201,
      (await find()).headers.get('etag'),
    ]);
    for (const late of [
      { ...PROXY, port: 1 },
      { ...SHOWN, host: 'old.example' },
      { enabled: false },
    ]) {
      const { status, body } = await set(late, never);
      expect([status, body.error.code]).toEqual([412, 'PRECONDITION_FAILED']);
    }
    expect((await find()).body).toEqual(SHOWN);
    expect((await set({ ...PROXY, port: 1081 }, first.headers.get('etag'))).status).toBe(201);
  });

  test('one that was never set is turned off with the version that finding it gives', async () => {
    const app = await start();
    await create(app);
    const off = await app.call('POST', '/proxy/set/shop', { enabled: false });
    expect([off.status, off.body]).toEqual([201, null]);
    const found = await app.call('GET', '/proxy/find/shop');
    expect(off.headers.get('etag')).toBe(found.headers.get('etag') ?? 'none');
  });

  test('the masked password stands for the stored one while the proxy stays the same', async () => {
    const app = await start();
    await create(app);
    await app.call('POST', '/proxy/set/shop', PROXY);
    const again = await app.call('POST', '/proxy/set/shop', { ...SHOWN, port: '1080' });
    expect([again.status, again.body]).toEqual([201, SHOWN]);
    const elsewhere = await app.call('POST', '/proxy/set/shop', {
      ...SHOWN,
      host: 'other.example',
    });
    expect([elsewhere.status, elsewhere.body.error.message]).toEqual([
      400,
      'password must be given again: a stored one stays with its proxy',
    ]);
  });

  test('an empty text for `enabled` turns it off, whatever older clients write beside it', async () => {
    const app = await start();
    await create(app);
    await app.call('POST', '/proxy/set/shop', PROXY);
    const off = { enabled: '', host: '1234', port: '1234', protocol: 'http' };
    const { status, body } = await app.call('POST', '/proxy/set/shop', off);
    expect([status, body]).toEqual([201, { ...SHOWN, enabled: false }]);
  });

  test('it is turned off by `enabled` alone, and the rest stays', async () => {
    const app = await start();
    await create(app);
    const off = { enabled: false };
    await app.call('POST', '/proxy/set/shop', PROXY);
    const { status, body } = await app.call('POST', '/proxy/set/shop', off);
    expect([status, body]).toEqual([201, { ...SHOWN, enabled: false }]);
    expect((await app.call('GET', '/instance/connectionState/shop')).body.instance).toEqual({
      instanceName: 'shop',
      state: 'close',
      phase: 'created',
      reason: null,
    });
  });

  test('the state of the connection says that a proxy is set, and that it was not tried yet', async () => {
    const app = await start();
    await app.openInstance('open');
    await app.call('POST', '/proxy/set/open', PROXY);
    const { instance } = (await app.call('GET', '/instance/connectionState/open')).body;
    expect([instance.state, instance.proxy]).toEqual([
      'open',
      { works: null, reason: null, checkedAt: null },
    ]);
  });

  test('an instance that was deleted leaves no proxy to the next one of its name', async () => {
    const app = await start();
    await create(app);
    await app.call('POST', '/proxy/set/shop', PROXY);
    await app.call('DELETE', '/instance/delete/shop');
    await create(app);
    expect((await app.call('GET', '/proxy/find/shop')).body).toBeNull();
  });
});

describe('400 names every field that is wrong, and nothing is set', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await startApp();
    await create(app);
  });
  afterAll(() => app.stop());

  test.each([
    [{}, /enabled .*; protocol must be one of http, https, socks5; host .*; port .*/],
    [{ ...PROXY, protocol: 'socks4' }, /^protocol must be one of http, https, socks5$/],
    [{ ...PROXY, host: 'http://proxy.example.com' }, /^host must be a host name or an IP address/],
    [{ ...PROXY, host: 'proxy.example.com:1080' }, /^host must be/],
    [{ ...PROXY, host: '300.1.2.3' }, /^host must be/],
    [{ ...PROXY, host: '' }, /^host must be/],
    [{ ...PROXY, port: 0 }, /^port must be a port from 1 to 65535$/],
    [{ ...PROXY, port: '65536' }, /^port must be/],
    [{ ...PROXY, port: '08' }, /^port must be/],
    [{ ...PROXY, username: 'a:b' }, /^username must have no colon$/],
    [{ ...PROXY, username: 'x'.repeat(256) }, /^username must have at most 255 bytes$/],
    [{ ...PROXY, password: 'ü'.repeat(128) }, /^password must have at most 255 bytes$/],
    [{ ...PROXY, password: 'a\r\nb' }, /^password must have no control characters$/],
    [{ ...PROXY, username: '' }, /^password needs a username$/],
    [SHOWN, /^password must be given again/],
    ['no object', /body must be a JSON object/],
  ])('%j', async (body, message) => {
    const answer = await app.call('POST', '/proxy/set/shop', body);
    expect([answer.status, answer.body.error.message]).toEqual([
      400,
      expect.stringMatching(message),
    ]);
    expect((await app.call('GET', '/proxy/find/shop')).body).toBeNull();
  });

  test('a proxy in a private network is refused where PROXY_ALLOW_NETWORKS does not allow it', async () => {
    const guarded = await start({ env: { PROXY_ALLOW_NETWORKS: '10.1.0.0/16' } });
    await create(guarded);
    const set = (host: string) => guarded.call('POST', '/proxy/set/shop', { ...PROXY, host });
    for (const host of ['127.0.0.1', '192.168.1.1', 'localhost', '::1', '[::ffff:10.2.0.1]']) {
      const { status, body } = await set(host);
      expect([host, status, body.error.message]).toEqual([
        host,
        400,
        expect.stringMatching(
          /^host must not be used: .* is in (loopback|private) space, which PROXY_ALLOW_NETWORKS does not allow$/,
        ),
      ]);
    }
    expect((await set('10.1.2.3')).status).toBe(201);
  });
});

test('403 for the key of another instance, 404 for an instance that is unknown', async () => {
  const app = await start();
  await create(app);
  const other = await app.call('POST', '/instance/create', { instanceName: 'other' });
  for (const [method, path] of [
    ['GET', '/proxy/find'],
    ['POST', '/proxy/set'],
  ] as const) {
    const body = method === 'POST' ? PROXY : undefined;
    expect((await app.call(method, `${path}/shop`, body, other.body.apikey)).status).toBe(403);
    expect((await app.call(method, `${path}/unknown`, body)).status).toBe(404);
  }
});

test('an instance that is deleted while its proxy is being set is not found', async () => {
  const { proxies } = await gateway();
  const { enabled, host, port, username, password } = PROXY;
  const proxy = { enabled, protocol: 'socks5', host, port, username, password } as const;
  const failure = await proxies.set('01900000-0000-7000-8000-00000000dead', proxy).then(
    () => null,
    (error: AppError) => [error.reason, error.message],
  );
  expect(failure).toEqual(['not_found', 'instance not found']);
});
