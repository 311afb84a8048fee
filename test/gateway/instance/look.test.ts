import { describe, expect, test } from 'bun:test';
import { gateway } from '../../helpers/gateway.ts';

describe('GET /instance/fetchInstances', () => {
  test('200 all instances in order of creation, without keys', async () => {
    const { call, create, clock } = await gateway();
    const shop = await create('shop');
    await clock.advance(1);
    const cafe = await create('cafe');
    const { status, body } = await call('GET', '/instance/fetchInstances');
    expect(status).toBe(200);
    expect(body.map((one: { instanceName: string }) => one.instanceName)).toEqual(['shop', 'cafe']);
    expect(Object.keys(body[0]).sort()).toEqual([
      'createdAt',
      'instanceId',
      'instanceName',
      'keyExpiresAt',
      'keyScopes',
      'number',
      'ownerJid',
      'phase',
      'profileName',
      'provider',
      'reason',
      'state',
      'updatedAt',
    ]);
    for (const { key } of [shop, cafe]) expect(JSON.stringify(body)).not.toContain(key);
  });

  test('200 the one of that name', async () => {
    const { call, create } = await gateway();
    await create('shop');
    await create('cafe');
    const { body } = await call('GET', '/instance/fetchInstances?instanceName=cafe');
    expect(body).toHaveLength(1);
    expect(body[0].instanceName).toBe('cafe');
  });

  test('200 an unknown name gives an empty list', async () => {
    const { call, create } = await gateway();
    await create('shop');
    for (const name of ['nobody', '-', '']) {
      const answer = await call('GET', `/instance/fetchInstances?instanceName=${name}`);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual([]);
    }
  });

  test('200 an instance key sees its own only, whatever it asks for', async () => {
    const { call, create } = await gateway();
    const { id, key } = await create('shop');
    await create('cafe');
    const all = await call('GET', '/instance/fetchInstances', { key });
    expect(all.body.map((one: { instanceId: string }) => one.instanceId)).toEqual([id]);
    const other = await call('GET', '/instance/fetchInstances?instanceName=cafe', { key });
    expect(other.body).toEqual([]);
  });

  test('401 no key', async () => {
    const { call } = await gateway();
    expect((await call('GET', '/instance/fetchInstances', { key: null })).status).toBe(401);
  });
});

describe('GET /instance/connectionState', () => {
  test('200 state, phase and reason as they are now', async () => {
    const { call, create, directory } = await gateway();
    const { id } = await create('shop');
    const created = await call('GET', '/instance/connectionState/shop');
    expect(created.status).toBe(200);
    expect(created.body).toEqual({
      instance: { instanceName: 'shop', state: 'close', phase: 'created', reason: null },
    });
    await directory.enter(id, 'qr_timeout', 'nobody scanned it');
    const closed = await call('GET', '/instance/connectionState/shop');
    expect(closed.body.instance).toEqual({
      instanceName: 'shop',
      state: 'close',
      phase: 'qr_timeout',
      reason: 'nobody scanned it',
    });
  });

  test('400 a name no instance can have, 404 one that none has', async () => {
    const { call } = await gateway();
    expect((await call('GET', '/instance/connectionState/-x')).status).toBe(400);
    expect((await call('GET', '/instance/connectionState/nobody')).status).toBe(404);
  });
});
