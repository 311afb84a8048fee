/** Creating an instance in the fields of Evolution Go. */
import { describe, expect, test } from 'bun:test';
import { gateway } from '../../../helpers/gateway.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const TOKEN = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

describe('POST /instance/create as clients of Evolution Go call it', () => {
  test('201 with the name, the id, the key, the settings and the proxy that they choose, answered as they read it', async () => {
    const { call, proxies } = await gateway();
    const body = {
      instanceId: ID.toUpperCase(),
      name: 'shop',
      token: TOKEN,
      proxy: {
        host: 'proxy.example.com',
        port: '3128',
        protocol: 'http',
        username: '',
        password: '',
      },
      advancedSettings: {
        ...{ alwaysOnline: true, rejectCall: true, msgRejectCall: 'No calls', readMessages: true },
        ...{ ignoreGroups: true, ignoreStatus: true },
      },
    };
    const created = await call('POST', '/instance/create', { body });
    expect([created.status, created.body]).toMatchObject([
      201,
      {
        message: 'success',
        data: { id: ID, name: 'shop', token: TOKEN },
        instance: {
          instanceId: ID,
          instanceName: 'shop',
          ignored: ['advancedSettings.ignoreStatus'],
        },
        settings: {
          ...{ alwaysOnline: true, rejectCall: true, msgCall: 'No calls', readMessages: true },
          groupsIgnore: true,
        },
      },
    ]);
    expect(proxies.get(ID)).toMatchObject({ host: 'proxy.example.com', port: 3128, enabled: true });
    const look = await call('GET', '/instance/connectionState/shop', { key: TOKEN });
    expect(look.status).toBe(200);
  });

  test('201 with the token, events have the form of that family and carry the token, unless another form is asked for', async () => {
    const { call, settings } = await gateway();
    const formatOf = async (body: object) => {
      const created = await call('POST', '/instance/create', { body });
      const { format, instanceToken } =
        settings.get(created.body.instance.instanceId)?.webhook ?? {};
      return [created.status, format, instanceToken];
    };
    const url = 'https://hooks.example.com/';
    expect(await formatOf({ name: 'shop', token: TOKEN })).toEqual([201, 'evolution-go', TOKEN]);
    const hooked = { name: 'hooked', token: 'hooked-key', webhook: { url } };
    expect(await formatOf(hooked)).toEqual([201, 'evolution-go', 'hooked-key']);
    const other = { name: 'other', token: 'other-key', webhook: { url, format: 'evolution-api' } };
    expect(await formatOf(other)).toEqual([201, 'evolution-api', null]);
    expect(await formatOf({ name: 'made' })).toEqual([201, null, null]);
    const body = { instanceName: 'usual', token: 'usual-key' };
    expect(await formatOf(body)).toEqual([201, null, null]);
  });

  test('201 in the fields of others the answer is as it was, and instanceName goes before name', async () => {
    const { call } = await gateway();
    const body = { instanceName: 'shop', name: 'another' };
    const created = await call('POST', '/instance/create', { body });
    expect([created.status, created.body.instance.instanceName]).toEqual([201, 'shop']);
    expect(created.body.data).toBeUndefined();
  });

  test('400 an id that is none or a name that cannot be one, and nothing is created', async () => {
    const { call, directory } = await gateway();
    for (const body of [
      { name: 'shop', instanceId: 'shop' },
      { name: 'a/b', instanceId: ID },
      { name: '', instanceId: ID },
    ])
      expect((await call('POST', '/instance/create', { body })).status).toBe(400);
    expect(directory.all()).toHaveLength(0);
  });

  test('400 every wrong field by the name under which it was sent', async () => {
    const { call } = await gateway();
    const body = {
      name: 'a/b',
      alwaysOnline: 'on',
      proxy: { host: 'http://proxy', port: 0 },
      advancedSettings: { rejectCall: 'yes', msgRejectCall: 7, ignoreGroups: 1 },
    };
    const { error } = (await call('POST', '/instance/create', { body })).body;
    for (const field of [
      ...['name must be', 'alwaysOnline must be', 'proxy.host must be', 'proxy.port must be'],
      ...['rejectCall', 'msgRejectCall', 'ignoreGroups'].map(
        (one) => `advancedSettings.${one} must`,
      ),
    ])
      expect(`; ${error.message}`).toContain(`; ${field}`);
  });

  test('400 a proxy or settings that are no object, for they would be lost', async () => {
    const { call, directory } = await gateway();
    for (const field of ['proxy', 'advancedSettings']) {
      const body = { name: 'shop', [field]: 'proxy.example.com:80' };
      const { status, body: answer } = await call('POST', '/instance/create', { body });
      expect([status, answer.error.message]).toEqual([400, `${field} must be an object`]);
    }
    expect(directory.all()).toHaveLength(0);
  });

  test('201 a proxy that is switched off, or without a host, as forms leave it, is none', async () => {
    const off = { enabled: false, host: 'proxy.example.com', port: 80 };
    const empty = { host: '', port: '', username: '', password: '' };
    for (const proxy of [off, empty, {}, null]) {
      const { call, directory, proxies } = await gateway();
      const body = { name: 'shop', proxy };
      expect((await call('POST', '/instance/create', { body })).status).toBe(201);
      expect(proxies.get(directory.byName('shop')?.id ?? '')).toBeNull();
    }
  });

  test('409 an id that another instance has, or had when it was deleted, since its events are still there', async () => {
    const { call, database } = await gateway();
    const ask = (name: string, instanceId: string) =>
      call('POST', '/instance/create', { body: { name, instanceId } });
    expect((await ask('shop', ID)).status).toBe(201);
    expect((await ask('cafe', ID)).status).toBe(409);
    await database.query('insert into streams (id, last_sequence) values (?, 1)', [TOKEN]);
    const used = await ask('cafe', TOKEN);
    expect([used.status, used.body.error.message]).toEqual([
      409,
      'the instanceId is or was in use: choose another',
    ]);
  });

  test('409 for all but one of those who ask for the same id at once', async () => {
    const { call, directory } = await gateway();
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        call('POST', '/instance/create', { body: { name, instanceId: ID } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(directory.all()).toHaveLength(1);
  });
});
