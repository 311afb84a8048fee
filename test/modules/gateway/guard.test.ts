import { describe, expect, test } from 'bun:test';
import { isInstanceName } from '../../../src/core/instances/directory.ts';
import { sha256 } from '../../../src/core/shared/crypto.ts';
import { type GatewayPrincipal, gatewayZone } from '../../../src/modules/gateway/guard.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { GLOBAL_KEY, gateway } from '../../helpers/gateway.ts';
import { DIRECTORY, SHOP } from '../../helpers/gateway-server.ts';

const PREFIXES = [
  '/instance',
  '/webhook',
  '/template',
  '/message',
  '/event',
  '/delivery',
  '/sandbox',
  '/ws',
  '/metrics',
  '/audit',
];

describe('401 comes before everything else', () => {
  test.each(PREFIXES)('401 without a key anywhere under %s, known or not', async (prefix) => {
    const { call } = await gateway();
    for (const path of [prefix, `${prefix}/nothing/here`]) {
      const { status, body } = await call('PATCH', path, { key: null });
      expect(status).toBe(401);
      expect(body.error).toMatchObject({
        code: 'UNAUTHORIZED',
        message: 'the header apikey is missing',
      });
      expect(body.meta).toMatchObject({ path, method: 'PATCH' });
    }
  });

  test('401 without a key for a broken body, a wrong method or an unknown instance', async () => {
    const { app, call } = await gateway();
    const broken = await app.handle(
      new Request('http://localhost/instance/create', {
        method: 'POST',
        headers: { apikey: 'guess', 'content-type': 'application/json' },
        body: '{',
      }),
    );
    expect(broken.status).toBe(401);
    expect((await call('PUT', '/instance/create', { key: 'guess' })).status).toBe(401);
    expect((await call('GET', '/instance/connect/nobody', { key: 'guess' })).status).toBe(401);
    expect((await call('GET', '/instance/fetchInstances', { key: '' })).status).toBe(401);
  });

  test('401 the digest of a key is not a key', async () => {
    const { call } = await gateway();
    const { status } = await call('GET', '/instance/fetchInstances', { key: sha256(GLOBAL_KEY) });
    expect(status).toBe(401);
  });

  test('401 the key of a deleted instance', async () => {
    const { call, create } = await gateway();
    const { key } = await create('shop');
    await call('DELETE', '/instance/delete/shop');
    expect((await call('GET', '/instance/fetchInstances', { key })).status).toBe(401);
  });
});

describe('an instance key opens its own instance only', () => {
  const paths: [string, string][] = [
    ['GET', '/instance/connectionState/'],
    ['GET', '/instance/connect/'],
    ['POST', '/instance/restart/'],
    ['PUT', '/instance/restart/'],
    ['DELETE', '/instance/logout/'],
    ['DELETE', '/instance/delete/'],
  ];
  test.each(paths)(
    "403 %s %s with another's key, whether it exists or not",
    async (method, path) => {
      const { call, create, provider } = await gateway();
      const { key } = await create('shop');
      await create('cafe');
      const answers = ['cafe', 'nobody', '-no-name-'].map((name) =>
        call(method, `${path}${name}`, { key }),
      );
      const [existing, ...others] = await Promise.all(answers);
      expect(existing?.status).toBe(403);
      expect(existing?.body.error.code).toBe('FORBIDDEN');
      for (const other of others) {
        expect(other.status).toBe(403);
        expect(other.body.error).toEqual(existing?.body.error);
      }
      expect(provider.sessions).toHaveLength(0);
    },
  );

  test('403 a body that is wrong as well does not change that', async () => {
    const { call, create } = await gateway();
    const { key } = await create('shop');
    const answer = await call('POST', '/instance/create', { key, body: { instanceName: 5 } });
    expect(answer.status).toBe(403);
  });

  test('200 its own path', async () => {
    const { call, create } = await gateway();
    const { key } = await create('shop');
    expect((await call('GET', '/instance/connectionState/shop', { key })).status).toBe(200);
  });
});

describe('names', () => {
  test.each(['-shop', '.shop', '%20shop', 'shop%20', 'a%2Fb', 'a%09b', 'a%C2%A0b', 'x'.repeat(65)])(
    '400 %s cannot be the name of an instance',
    async (name) => {
      const { call } = await gateway();
      const { status, body } = await call('GET', `/instance/connectionState/${name}`);
      expect(status).toBe(400);
      expect(body.error.code).toBe('BAD_REQUEST');
      expect(body.error.message).toContain('instanceName');
    },
  );

  test('404 a valid name that no instance has', async () => {
    const { call } = await gateway();
    const { status, body } = await call('GET', '/instance/connectionState/nobody');
    expect(status).toBe(404);
    expect(body.error).toMatchObject({ code: 'NOT_FOUND', message: 'instance not found' });
  });

  test('names are 1-64 characters of any language, with blanks, dots and signs', () => {
    const good = [
      'a',
      '7',
      'Shop_1-b',
      '_x',
      'Loja São João 1.0',
      '店',
      '100%',
      '🙂',
      'x'.repeat(64),
    ];
    for (const name of good) expect([name, isInstanceName(name)]).toEqual([name, true]);
    const bad = ['', ' ', '.', '..', '-x', 'a/b', 'shop\n', 'a\u200bb', '\ud800', 'x'.repeat(65)];
    for (const name of bad) expect([name, isInstanceName(name)]).toEqual([name, false]);
  });
});

describe('the upgrade to a WebSocket', () => {
  const holder: GatewayPrincipal = {
    kind: 'instance',
    instanceId: SHOP.id,
    keyId: SHOP.key.id,
    scopes: [],
  };
  const zone = gatewayZone({
    prefixes: [],
    globalKeyHashes: [sha256(GLOBAL_KEY)],
    directory: DIRECTORY,
    clock: manualClock(),
    redeemTicket: async (ticket) => (ticket === 'good' ? holder : null),
  });
  const upgrade = (path: string, headers: Record<string, string> = {}) =>
    zone.authenticate(new Request(`http://localhost${path}`, { headers }));
  const asProtocol = { 'sec-websocket-protocol': `gatehouse, apikey.${GLOBAL_KEY}` };

  test('accepts a key as a subprotocol', () => {
    expect(upgrade('/ws?instance=shop', asProtocol)).toMatchObject({ kind: 'global' });
  });

  test('accepts a ticket, which stands for the key it was issued to', async () => {
    expect(await upgrade('/ws?ticket=good')).toEqual(holder);
  });

  test('401 a ticket that is not known', async () => {
    const refused = await Promise.resolve(upgrade('/ws?ticket=bad')).catch((error) => error);
    expect(refused).toMatchObject({ reason: 'unauthenticated' });
  });

  test('401 a wrong key as a subprotocol', () => {
    const headers = { 'sec-websocket-protocol': 'gatehouse, apikey.guess' };
    expect(() => upgrade('/ws', headers)).toThrow('not valid');
  });

  test('401 neither opens any other path', () => {
    expect(() => upgrade('/instance/fetchInstances', asProtocol)).toThrow('missing');
    expect(() => upgrade('/instance/fetchInstances?ticket=good')).toThrow('missing');
    expect(() => upgrade('/ws/ticket?ticket=good')).toThrow('missing');
  });
});
