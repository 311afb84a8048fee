import { describe, expect, test } from 'bun:test';
import { sha256 } from '../../../../src/core/shared/crypto.ts';
import { isUuid } from '../../../../src/core/shared/ids.ts';
import { scriptedProvider } from '../../../doubles/scripted-provider.ts';
import { gateway } from '../../../helpers/gateway.ts';

const NOW = '2026-01-05T10:00:00.000Z';

describe('POST /instance/create', () => {
  test('201 with the whole instance and its key', async () => {
    const { call } = await gateway();
    const body = {
      instanceName: 'shop',
      number: '5511999990000',
    };
    const { status, body: answer } = await call('POST', '/instance/create', { body });
    expect(status).toBe(201);
    const { instanceId, ...instance } = answer.instance;
    expect(isUuid(instanceId)).toBe(true);
    expect(instance).toEqual({
      instanceName: 'shop',
      provider: 'sandbox',
      state: 'close',
      phase: 'created',
      reason: null,
      number: '5511999990000',
      ownerJid: null,
      profileName: null,
      phoneNumberId: expect.stringMatching(/^\d{15}$/),
      wabaId: expect.stringMatching(/^\d{15}$/),
      keyScopes: ['read', 'send', 'settings', 'connect'],
      keyExpiresAt: null,
      createdAt: NOW,
      updatedAt: NOW,
      integration: 'WHATSAPP-BAILEYS',
      status: 'close',
      ignored: [],
    });
    expect(answer.apikey.length).toBeGreaterThanOrEqual(32);
  });

  test('201 the key opens the instance at once', async () => {
    const { call, create } = await gateway();
    const { key } = await create('shop');
    expect((await call('GET', '/instance/connectionState/shop', { key })).status).toBe(200);
  });

  test('201 the named provider, else the default one', async () => {
    const { call } = await gateway({
      defaultProvider: 'whatsapp',
      providers: [scriptedProvider('whatsapp')],
    });
    const named = await call('POST', '/instance/create', {
      body: { instanceName: 'a', provider: 'sandbox' },
    });
    const unnamed = await call('POST', '/instance/create', { body: { instanceName: 'b' } });
    expect(named.body.instance.provider).toBe('sandbox');
    expect(unnamed.body.instance.provider).toBe('whatsapp');
  });

  test('201 event settings exist from the start: every event, nothing switched on, a secret', async () => {
    const { create, settings } = await gateway();
    const { id } = await create('shop');
    expect(settings.get(id)).toMatchObject({
      webhook: { isSet: false, enabled: false, events: ['ALL'] },
      brokers: {},
      websocketEnabled: false,
    });
    expect(settings.get(id)?.webhook.secret).toStartWith('whsec_');
  });

  test('201 the key is on disk and in memory only as its digest', async () => {
    const { create, database, directory, logged } = await gateway();
    const { id, key } = await create('shop');
    const rows = await database.query('select * from instances', []);
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(JSON.stringify(rows)).toContain(sha256(key));
    expect(JSON.stringify([directory.byId(id), logged])).not.toContain(key);
  });

  const wrongBodies: [string, unknown, string][] = [
    ['instanceName is missing', {}, 'instanceName is required'],
    ['instanceName is not a text', { instanceName: 7 }, 'instanceName must be'],
    ['instanceName breaks the rule', { instanceName: 'my/shop' }, 'instanceName must be'],
    ['instanceName is too long', { instanceName: 'x'.repeat(65) }, 'instanceName must be'],
    ['number is not digits', { instanceName: 'a', number: '+55 11' }, 'number must be 7-15 digits'],
    ['number is too short', { instanceName: 'a', number: '123456' }, 'number must be 7-15 digits'],
    ['number is no whole number', { instanceName: 'a', number: 5511999.5 }, 'number must be'],
    ['number has too few digits', { instanceName: 'a', number: 123456 }, 'number must be 7-15'],
    ['provider is unknown', { instanceName: 'a', provider: 'telegram' }, 'available here: sandbox'],
    [
      'provider is not in this deployment',
      { instanceName: 'a', provider: 'whatsapp' },
      'available here: sandbox',
    ],
  ];
  test.each(wrongBodies)('400 %s', async (_what, body, text) => {
    const { call, directory } = await gateway();
    const answer = await call('POST', '/instance/create', { body });
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('BAD_REQUEST');
    expect(answer.body.error.message).toContain(text);
    expect(directory.all()).toHaveLength(0);
  });

  test('400 names every wrong field at once', async () => {
    const { call } = await gateway();
    const body = { instanceName: '', provider: 'x', number: 'y' };
    const { body: answer } = await call('POST', '/instance/create', { body });
    for (const field of ['instanceName', 'provider', 'number'])
      expect(answer.error.message).toContain(field);
  });

  test('401 no key', async () => {
    const { call } = await gateway();
    const answer = await call('POST', '/instance/create', { key: null, body: {} });
    expect(answer.status).toBe(401);
  });

  test('403 an instance key creates nothing', async () => {
    const { call, create, directory } = await gateway();
    const { key } = await create('shop');
    const answer = await call('POST', '/instance/create', { key, body: { instanceName: 'b' } });
    expect(answer.status).toBe(403);
    expect(directory.byName('b')).toBeNull();
  });

  test('409 the name is taken', async () => {
    const { call, create, directory } = await gateway();
    const { id } = await create('shop');
    const answer = await call('POST', '/instance/create', { body: { instanceName: 'shop' } });
    expect(answer.status).toBe(409);
    expect(answer.body.error).toMatchObject({
      code: 'CONFLICT',
      message: 'the name shop is taken',
    });
    expect(directory.byName('shop')?.id).toBe(id);
  });

  test('409 for all but one of those who create the same name at once', async () => {
    const { call, database } = await gateway();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        call('POST', '/instance/create', { body: { instanceName: 'shop' } }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    expect(await database.query('select count(*) from instances', [])).toEqual([[1]]);
  });

  test('500 settings that cannot be written: the name stays free and the answer does not say why', async () => {
    const { call, create, database, directory } = await gateway();
    await database.query('alter table endpoints rename to elsewhere', []);
    const answer = await call('POST', '/instance/create', { body: { instanceName: 'shop' } });
    expect(answer.status).toBe(500);
    expect(answer.body.error.code).toBe('INTERNAL_SERVER_ERROR');
    expect(JSON.stringify(answer.body)).not.toContain('endpoints');
    expect(directory.byName('shop')).toBeNull();
    await database.query('alter table elsewhere rename to endpoints', []);
    await create('shop');
  });
});
