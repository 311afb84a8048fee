import { describe, expect, spyOn, test } from 'bun:test';
import { gateway } from '../../../helpers/gateway.ts';
import { BEN, received } from '../../../helpers/stored-message.ts';

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
      '_count',
      'connectionStatus',
      'createdAt',
      'disconnectionAt',
      'disconnectionObject',
      'disconnectionReasonCode',
      'id',
      'instanceId',
      'instanceName',
      'integration',
      'keyExpiresAt',
      'keyScopes',
      'name',
      'number',
      'ownerJid',
      'phase',
      'phoneNumberId',
      'profileName',
      'profilePicUrl',
      'provider',
      'reason',
      'state',
      'updatedAt',
      'wabaId',
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

  test('200 those of an id or of a number, paired or given at create, and of all that is asked for together', async () => {
    const { call, create, directory } = await gateway();
    const { id } = await create('shop');
    const body = { instanceName: 'cafe', number: '5511888880000' };
    await call('POST', '/instance/create', { body });
    await directory.pair(id, '5511999990000:7@s.whatsapp.net', 'Shop');
    const namesOf = async (query: string) => {
      const answer = await call('GET', `/instance/fetchInstances?${query}`);
      return answer.body.map(({ name }: { name: string }) => name);
    };
    expect(await namesOf(`instanceId=${id.toUpperCase()}`)).toEqual(['shop']);
    expect(await namesOf('number=5511999990000')).toEqual(['shop']);
    expect(await namesOf('number=5511888880000')).toEqual(['cafe']);
    for (const query of ['number=5511', 'instanceId=nobody', `instanceId=${id}&instanceName=cafe`])
      expect(await namesOf(query)).toEqual([]);
  });

  test('200 the fields that older clients read say the same, and how a connection ended', async () => {
    const { call, create, directory, clock, restarted } = await gateway();
    const { id, key } = await create('shop');
    const listed = async (from = call) => (await from('GET', '/instance/fetchInstances')).body[0];
    expect(await listed()).toMatchObject({
      id,
      name: 'shop',
      connectionStatus: 'close',
      integration: 'WHATSAPP-BAILEYS',
      profilePicUrl: null,
      disconnectionReasonCode: null,
      disconnectionObject: null,
      disconnectionAt: null,
    });
    await directory.enter(id, 'starting', null);
    await clock.advance(1_000);
    await directory.enter(id, 'banned', 'the account is banned');
    const ended = {
      disconnectionReasonCode: 403,
      disconnectionObject: '{"phase":"banned","reason":"the account is banned"}',
      disconnectionAt: '2026-01-05T10:00:01.000Z',
    };
    await clock.advance(1_000);
    await call('POST', '/instance/key/rotate/shop', { key });
    expect(await listed()).toMatchObject(ended);
    const next = await restarted();
    expect(await listed(next.call)).toMatchObject(ended);
  });

  test('200 how many messages, contacts and chats of each instance are stored, in one statement for all of them', async () => {
    const { call, create, messages, database } = await gateway();
    const shop = await create('shop');
    await create('cafe');
    const said = ['A', 'B'].map((ID) => received({ ID }));
    const other = received({ ID: 'C', Chat: BEN, Sender: BEN, PushName: 'Ben' });
    await messages.publish({ id: shop.id, name: 'shop' }, [...said, other], []);
    const query = spyOn(database, 'query');
    const { body } = await call('GET', '/instance/fetchInstances');
    expect(query).toHaveBeenCalledTimes(1);
    expect(body.map(({ _count }: { _count: object }) => _count)).toEqual([
      { Message: 3, Contact: 2, Chat: 2 },
      { Message: 0, Contact: 0, Chat: 0 },
    ]);
  });

  test('200 no numbers of what is stored while the message store is switched off', async () => {
    const { call, create } = await gateway({ messageStoreHours: 0 });
    await create('shop');
    const [shop] = (await call('GET', '/instance/fetchInstances')).body;
    expect(shop._count).toBeNull();
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

  test('200 which code is offered at this moment, of how many, and for how long it is good', async () => {
    const g = await gateway();
    await g.create('shop');
    await g.call('POST', '/instance/connect', {
      headers: { instanceId: 'shop' },
      body: { immediate: true },
    });
    const offered = async () =>
      (await g.call('GET', '/instance/connectionState/shop')).body.instance.code;
    expect(await offered()).toBeUndefined();
    await g.provider.of('shop').offerQr('2@text', 2);
    expect(await offered()).toEqual({ kind: 'qr', count: 2, maxCount: 6, expiresInMs: 20_000 });
    await g.provider.of('shop').offerCode();
    expect(await offered()).toEqual({ kind: 'code', expiresInMs: 160_000 });
  });

  test('400 a name no instance can have, 404 one that none has', async () => {
    const { call } = await gateway();
    expect((await call('GET', '/instance/connectionState/-x')).status).toBe(400);
    expect((await call('GET', '/instance/connectionState/nobody')).status).toBe(404);
  });
});
