/** Two global keys at once, so that one can replace the other without a moment in which neither works. */
import { afterEach, expect, test } from 'bun:test';
import { sha256 } from '../../../src/core/shared/crypto.ts';
import { gatewayZone } from '../../../src/modules/gateway/guard.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { GLOBAL_KEY, type RunningApp, startApp } from '../../helpers/app.ts';

const [NEW, OLD] = ['the-new-global-key', GLOBAL_KEY];

let app: RunningApp | undefined;
afterEach(async () => {
  await app?.stop();
  app = undefined;
});

async function startWith(env: Record<string, string>) {
  app = await startApp({ env });
  return app;
}

const send = ({ url }: RunningApp, apikey: string) =>
  fetch(`${url}/message/sendText/shop`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json', 'idempotency-key': 'once' },
    body: JSON.stringify({ number: '5511888880000', text: 'hello' }),
  });

test('GLOBAL_API_KEY=new,old opens the gateway with either key, and with nothing else', async () => {
  const { call } = await startWith({ GLOBAL_API_KEY: `${NEW},${OLD}` });
  for (const key of [NEW, OLD])
    expect((await call('GET', '/metrics', undefined, key)).status).toBe(200);
  for (const key of [`${NEW},${OLD}`, NEW.slice(1), ','])
    expect((await call('GET', '/metrics', undefined, key)).status).toBe(401);
});

test('once the old one is left out it opens nothing', async () => {
  const { call } = await startWith({ GLOBAL_API_KEY: NEW });
  expect((await call('GET', '/metrics', undefined, OLD)).status).toBe(401);
});

test('a bearer token opens the metrics, and only those', async () => {
  const { url, call, openInstance } = await startWith({ GLOBAL_API_KEY: `${NEW},${OLD}` });
  const token = await openInstance('shop');
  const statusOf = async (path: string, authorization: string) =>
    (await fetch(`${url}${path}`, { headers: { authorization } })).status;
  for (const key of [NEW, OLD]) expect(await statusOf('/metrics', `Bearer ${key}`)).toBe(200);
  expect(await statusOf('/metrics?all', `bearer  ${NEW}`)).toBe(200);
  expect(await statusOf('/metrics', `Bearer ${token}`)).toBe(403);
  for (const wrong of [`Bearer ${NEW},${OLD}`, `Basic ${NEW}`, 'Bearer', 'Bearer ', ''])
    expect([wrong, await statusOf('/metrics', wrong)]).toEqual([wrong, 401]);
  for (const path of ['/channels', '/metrics/', '/instance/fetchInstances?x=/metrics'])
    expect([path, await statusOf(path, `Bearer ${NEW}`)]).toEqual([path, 401]);
  expect((await call('GET', '/metrics', undefined, 'wrong')).status).toBe(401);
});

test('a request repeated with the other global key is answered, not repeated', async () => {
  const running = await startWith({ GLOBAL_API_KEY: `${NEW},${OLD}` });
  await running.openInstance('shop');
  const first = await send(running, OLD);
  expect(first.status).toBe(201);
  const again = await send(running, NEW);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await again.json()).toEqual(await first.json());
  expect((await running.call('GET', '/sandbox/shop/sent')).body).toHaveLength(1);
});

test('both global keys share one limit of requests', async () => {
  const { call } = await startWith({ GLOBAL_API_KEY: `${NEW},${OLD}`, RATE_LIMIT_PER_MINUTE: '3' });
  const statuses: number[] = [];
  for (const key of [NEW, OLD, NEW, OLD])
    statuses.push((await call('GET', '/instance/fetchInstances', undefined, key)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test('who called says which of the keys it was, in eight digits that are no part of its hash', () => {
  const directory = {
    byName: () => null,
    byId: () => null,
    byKeyHash: () => null,
    byPhoneNumberId: () => null,
    byWabaId: () => [],
    all: () => [],
  };
  const globalKeyHashes = [NEW, OLD].map(sha256);
  const zone = gatewayZone({ prefixes: [], globalKeyHashes, directory, clock: manualClock() });
  const [first, second] = [NEW, OLD].map((apikey) => {
    const request = new Request('http://localhost/metrics', { headers: { apikey } });
    return zone.authenticate(request) as { kind: string; keyId: string };
  });
  expect(first).toEqual({ kind: 'global', keyId: sha256(sha256(NEW)).slice(0, 8) });
  expect(second).toEqual({ kind: 'global', keyId: sha256(sha256(OLD)).slice(0, 8) });
  expect(sha256(NEW)).not.toContain(first!.keyId);
});
