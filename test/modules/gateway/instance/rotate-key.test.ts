import { describe, expect, test } from 'bun:test';
import { InstanceRegister } from '../../../../src/core/instances/directory.ts';
import { createInstanceStore } from '../../../../src/core/instances/store.ts';
import { sha256 } from '../../../../src/core/shared/crypto.ts';
import { type Gateway, gateway } from '../../../helpers/gateway.ts';

const HOUR_MS = 3_600_000;
const WEEK_SECONDS = 604_800;
const ALL = ['read', 'send', 'settings', 'connect'];

const rotate = ({ call }: Gateway, body: unknown = {}, key?: string) =>
  call('POST', '/instance/key/rotate/shop', { body, ...(key !== undefined && { key }) });
const statusOf = async ({ call }: Gateway, key: string) =>
  (await call('GET', '/instance/connectionState/shop', { key })).status;
const inHours = ({ clock }: Gateway, hours: number) =>
  new Date(clock.now() + hours * HOUR_MS).toISOString();

async function withShop() {
  const made = await gateway();
  const { id, key } = await made.create('shop');
  return { ...made, id, key };
}

describe('POST /instance/key/rotate', () => {
  test('200 a new key with what the old one had, which ends at once', async () => {
    const shop = await withShop();
    const { status, body, headers } = await rotate(shop);
    expect(status).toBe(200);
    expect(body).toEqual({
      apikey: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: null,
      scopes: ALL,
      previousKeyExpiresAt: null,
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect([await statusOf(shop, shop.key), await statusOf(shop, body.apikey)]).toEqual([401, 200]);
  });

  test('200 the old key stays valid for graceSeconds, and not a moment longer', async () => {
    const shop = await withShop();
    const { body } = await rotate(shop, { graceSeconds: 3600 });
    expect(body.previousKeyExpiresAt).toBe(inHours(shop, 1));
    await shop.clock.advance(HOUR_MS - 1);
    expect(await statusOf(shop, shop.key)).toBe(200);
    await shop.clock.advance(1);
    const refused = await shop.call('GET', '/instance/connectionState/shop', { key: shop.key });
    expect([refused.status, refused.body.error.message]).toEqual([401, 'the apikey has expired']);
    expect(await statusOf(shop, body.apikey)).toBe(200);
  });

  test('200 every key keeps its own time after further rotations, 409 beyond five keys', async () => {
    const shop = await withShop();
    const keys = [shop.key];
    for (const hours of [1, 4, 3, 2]) {
      const { body } = await rotate(shop, { graceSeconds: hours * 3600 });
      keys.push(body.apikey);
    }
    const statuses = () => Promise.all(keys.map((key) => statusOf(shop, key)));
    expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
    const { status, body } = await rotate(shop, { graceSeconds: 60 });
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
    expect(body.error.message).toContain(inHours(shop, 1));
    await shop.clock.advance(HOUR_MS);
    expect(await statuses()).toEqual([401, 200, 200, 200, 200]);
    keys.push((await rotate(shop, { graceSeconds: WEEK_SECONDS })).body.apikey);
    await shop.clock.advance(HOUR_MS);
    expect(await statuses()).toEqual([401, 200, 200, 401, 200, 200]);
  });

  test('200 without a grace all keys but the new one end at once, however many there are', async () => {
    const shop = await withShop();
    const keys = [shop.key];
    for (const _ of [1, 2, 3, 4])
      keys.push((await rotate(shop, { graceSeconds: WEEK_SECONDS })).body.apikey);
    keys.push((await rotate(shop)).body.apikey);
    const statuses = await Promise.all(keys.map((key) => statusOf(shop, key)));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 200]);
  });

  test('200 of rotations at once each ends the one before, and one key is left', async () => {
    const shop = await withShop();
    const answers = await Promise.all([1, 2, 3].map(() => rotate(shop)));
    const keys = answers.map(({ body }) => body.apikey as string);
    const statuses = await Promise.all(keys.map((key) => statusOf(shop, key)));
    expect(statuses.toSorted()).toEqual([200, 401, 401]);
  });

  test('401 an expired key, from its time on', async () => {
    const shop = await withShop();
    const { body } = await rotate(shop, { expiresAt: inHours(shop, 2) });
    expect(body.expiresAt).toBe(inHours(shop, 2));
    await shop.clock.advance(2 * HOUR_MS - 1);
    expect(await statusOf(shop, body.apikey)).toBe(200);
    await shop.clock.advance(1);
    expect(await statusOf(shop, body.apikey)).toBe(401);
  });

  test('200 the old key keeps its own scopes and ends when it would have anyway', async () => {
    const shop = await withShop();
    const first = (await rotate(shop, { expiresAt: inHours(shop, 1), scopes: ['read'] })).body;
    const change = { graceSeconds: WEEK_SECONDS, expiresAt: null, scopes: ['connect', 'read'] };
    const { body } = await rotate(shop, change);
    expect(body).toMatchObject({
      expiresAt: null,
      scopes: ['read', 'connect'],
      previousKeyExpiresAt: inHours(shop, 1),
    });
    const restart = (key: string) => shop.call('POST', '/instance/restart/shop', { key });
    expect((await restart(first.apikey)).status).toBe(403);
    expect((await restart(body.apikey)).status).not.toBe(403);
  });

  test('200 what is absent stays as the present key has it', async () => {
    const shop = await withShop();
    await rotate(shop, { expiresAt: inHours(shop, 5), scopes: ['send'] });
    expect((await rotate(shop)).body).toMatchObject({
      expiresAt: inHours(shop, 5),
      scopes: ['send'],
    });
  });

  test('400 names every wrong field, and the old key stays', async () => {
    const shop = await withShop();
    const wrong = { graceSeconds: -1, scopes: ['read', 'write'], expiresAt: 'tomorrow' };
    const { status, body } = await rotate(shop, wrong);
    expect(status).toBe(400);
    for (const field of ['graceSeconds', 'scopes', 'expiresAt'])
      expect(body.error.message).toContain(field);
    expect(await statusOf(shop, shop.key)).toBe(200);
  });

  test.each([
    { graceSeconds: WEEK_SECONDS + 1 },
    { graceSeconds: 1.5 },
    { graceSeconds: '60 s' },
    { graceSeconds: null },
    { scopes: [] },
    { scopes: 'read' },
    { scopes: null },
    { scopes: [['read']] },
    { expiresAt: 1_900_000_000_000 },
    { expiresAt: '2027-01-31T09:00:00' },
    { expiresAt: '2020-01-01T00:00:00Z' },
  ])('400 %j', async (body) => {
    const shop = await withShop();
    expect((await rotate(shop, body)).status).toBe(400);
    expect(await statusOf(shop, shop.key)).toBe(200);
  });

  test('400 a key that has expired is replaced only with a new expiry, or none', async () => {
    const shop = await withShop();
    await rotate(shop, { expiresAt: inHours(shop, 1) });
    await shop.clock.advance(HOUR_MS);
    const { status, body } = await rotate(shop);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('expiresAt')]);
    const renewed = (await rotate(shop, { expiresAt: null, graceSeconds: 60 })).body;
    expect(renewed.previousKeyExpiresAt).toBeNull();
    expect(await statusOf(shop, renewed.apikey)).toBe(200);
  });

  test('404 an unknown instance, 403 another one by an instance key', async () => {
    const shop = await withShop();
    const other = await shop.create('cafe');
    expect((await shop.call('POST', '/instance/key/rotate/nobody')).status).toBe(404);
    expect((await rotate(shop, {}, other.key)).status).toBe(403);
  });
});

describe('an Idempotency-Key', () => {
  const repeated = (shop: Gateway, key?: string, body?: object) =>
    shop.call('POST', '/instance/key/rotate/shop', {
      headers: { 'idempotency-key': 'once' },
      ...(key !== undefined && { key }),
      ...(body && { body }),
    });

  test('200 a repetition gets the same new key, also by the key that has replaced itself', async () => {
    const shop = await withShop();
    const first = await repeated(shop, shop.key);
    expect(first.body.previousKeyExpiresAt).toBe(inHours(shop, 1 / 12));
    const again = await repeated(shop, shop.key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await repeated(shop, first.body.apikey)).body).toEqual(first.body);
    await shop.clock.advance(300_000);
    expect(await statusOf(shop, shop.key)).toBe(401);
  });

  test('200 by the global key, or with graceSeconds, the old key ends as without it', async () => {
    const shop = await withShop();
    const { body } = await repeated(shop);
    expect([await statusOf(shop, shop.key), await statusOf(shop, body.apikey)]).toEqual([401, 200]);
    expect((await repeated(shop)).body).toEqual(body);
    const other = await withShop();
    await repeated(other, other.key, { graceSeconds: 0 });
    expect(await statusOf(other, other.key)).toBe(401);
  });
});

describe('a key that replaces itself', () => {
  test('200 by one that may do less and lives no longer', async () => {
    const shop = await withShop();
    const { status, body } = await rotate(shop, { scopes: ['read'] }, shop.key);
    expect([status, body.scopes]).toEqual([200, ['read']]);
    expect(await statusOf(shop, shop.key)).toBe(401);
  });

  test('403 when it lacks a scope', async () => {
    const shop = await withShop();
    const { apikey } = (await rotate(shop, { scopes: ['read', 'send', 'settings'] })).body;
    const { status, body } = await rotate(shop, { scopes: ALL }, apikey);
    expect([status, body.error.message]).toEqual([403, 'this key lacks the scope connect']);
  });

  test('403 when the new one would live longer, or for ever', async () => {
    const shop = await withShop();
    const { apikey } = (await rotate(shop, { expiresAt: inHours(shop, 1) })).body;
    expect((await rotate(shop, { expiresAt: inHours(shop, 2) }, apikey)).status).toBe(403);
    expect((await rotate(shop, { expiresAt: null }, apikey)).status).toBe(403);
    expect((await rotate(shop, { expiresAt: inHours(shop, 1) }, apikey)).status).toBe(200);
  });

  test('403 once it has been replaced, though it is still valid', async () => {
    const shop = await withShop();
    const { body } = await rotate(shop, { graceSeconds: 60 });
    expect(await statusOf(shop, shop.key)).toBe(200);
    expect((await rotate(shop, {}, shop.key)).status).toBe(403);
    expect(await statusOf(shop, body.apikey)).toBe(200);
  });
});

test('both keys are found again after a restart, with their scopes and expiries', async () => {
  const shop = await withShop();
  const { body } = await rotate(shop, { graceSeconds: 60, scopes: ['read'] });
  const later = await shop.restarted();
  expect(await statusOf(later, body.apikey)).toBe(200);
  expect(await statusOf(later, shop.key)).toBe(200);
  await later.clock.advance(60_000);
  expect(await statusOf(later, shop.key)).toBe(401);
  const { call } = later;
  expect((await call('POST', '/instance/restart/shop', { key: body.apikey })).status).toBe(403);
});

test('nothing of a key is stored but its hash', async () => {
  const shop = await withShop();
  const { body } = await rotate(shop, { graceSeconds: 60 });
  const rows = await shop.database.query('select * from instances', []);
  const text = JSON.stringify(rows);
  for (const key of [shop.key, body.apikey]) {
    expect(text).toContain(sha256(key));
    expect(text).not.toContain(key);
  }
});

test('a key from before there were scopes may do everything, for ever', async () => {
  const shop = await withShop();
  await shop.database.query(
    `insert into instances (id, name, provider, state, phase, key_hash, created_at, updated_at)
     values ('01900000-0000-7000-8000-00000000ffff', 'old', 'sandbox', 'close', 'created', 'hash', 0, 0)`,
    [],
  );
  const directory = new InstanceRegister(createInstanceStore(shop.database), shop.clock);
  await directory.load();
  expect(directory.byName('old')).toMatchObject({
    key: { hash: 'hash', scopes: ALL, expiresAt: null },
    previousKeys: [],
  });
});

test('an instance says what its key may do and until when', async () => {
  const shop = await withShop();
  await rotate(shop, { scopes: ['read', 'send'], expiresAt: inHours(shop, 1) });
  const { body } = await shop.call('GET', '/instance/fetchInstances');
  expect(body[0]).toMatchObject({ keyScopes: ['read', 'send'], keyExpiresAt: inHours(shop, 1) });
  expect(Object.keys(body[0]).filter((name) => /hash|apikey/i.test(name))).toEqual([]);
});

test('both keys of a deleted instance end with it', async () => {
  const shop = await withShop();
  const { body } = await rotate(shop, { graceSeconds: 60 });
  await shop.call('DELETE', '/instance/delete/shop');
  await shop.create('shop');
  expect(await statusOf(shop, shop.key)).toBe(401);
  expect(await statusOf(shop, body.apikey)).toBe(401);
});
