/** Paths of Evolution Go that name an instance by its id, and those that are refused, on the sandbox. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { GLOBAL_KEY } from '../../helpers/app.ts';
import { sharedApp } from '../../helpers/shared.ts';

let key: string;
let id: string;
const app = sharedApp();
beforeAll(async () => {
  key = await app.openInstance('shop');
  id = (await app.call('GET', '/instance/all')).body.data[0].id;
});

const ask = (method: string, path: string, body?: object, apikey = key) =>
  app.call(method, path, body, apikey);
const actions = async () => (await app.call('GET', '/sandbox/shop/actions')).body;

const OFF = {
  ...{ alwaysOnline: false, rejectCall: false, msgRejectCall: '', readMessages: false },
  ...{ ignoreGroups: false, ignoreStatus: false },
};

describe('/instance/{instanceId}/advanced-settings', () => {
  const path = () => `/instance/${id}/advanced-settings`;

  test('shows bare what the account does by itself, by the key of the instance and by the global one', async () => {
    for (const apikey of [key, GLOBAL_KEY]) {
      const { status, body } = await ask('GET', path(), undefined, apikey);
      expect([status, body]).toEqual([200, OFF]);
    }
  });

  test('sets what is given, keeps the rest, and empties the text for those who call', async () => {
    const message = 'Advanced settings updated successfully';
    const set = { rejectCall: true, msgRejectCall: 'Write to us', ignoreGroups: true };
    const first = await ask('PUT', path(), set);
    expect([first.status, first.body]).toEqual([200, { message, settings: { ...OFF, ...set } }]);
    expect((await app.call('GET', '/settings/find/shop')).body).toMatchObject({
      ...{ rejectCall: true, msgCall: 'Write to us', groupsIgnore: true },
    });
    const off = { rejectCall: false, msgRejectCall: '', ignoreGroups: false };
    expect((await ask('PUT', path(), off)).body.settings).toEqual(OFF);
  });

  test('names ignoreStatus, which is for all instances, and changes nothing by it', async () => {
    const whole = { ...OFF, ignoreStatus: true };
    const { status, body } = await ask('PUT', path(), whole);
    expect([status, body]).toMatchObject([200, { settings: OFF, ignored: ['ignoreStatus'] }]);
    const alone = await ask('PUT', path(), { ignoreStatus: true });
    expect([alone.status, alone.body]).toEqual([
      400,
      { error: expect.stringContaining('name at') },
    ]);
  });

  test('400, 403 and 404 say in a sentence what is wrong, and nothing is set', async () => {
    await app.call('POST', '/instance/create', { instanceName: 'other' });
    const { data: all } = (await app.call('GET', '/instance/all')).body;
    const other = all.find(({ name }: { name: string }) => name === 'other').id;
    const unknown = '/instance/0f8fad5b-d9cb-469f-a165-70867728950e/advanced-settings';
    const wrong: [string, object | undefined, string, number, string][] = [
      [path(), { rejectCall: 'yes' }, key, 400, 'rejectCall must be'],
      [path(), { msgRejectCall: 7, readMessages: 1 }, key, 400, 'msgRejectCall must be'],
      [`/instance/${other}/advanced-settings`, {}, key, 403, 'another instance'],
      [unknown, {}, key, 403, 'another instance'],
      [unknown, {}, GLOBAL_KEY, 404, 'instance not found'],
    ];
    for (const [where, body, apikey, status, said] of wrong) {
      const answer = await ask('PUT', where, body, apikey);
      expect([answer.status, answer.body]).toEqual([
        status,
        { error: expect.stringContaining(said) },
      ]);
    }
    expect((await ask('GET', path())).body).toEqual(OFF);
  });
});

describe('an instance that is named by its id', () => {
  test('gets a proxy and loses it', async () => {
    const server = { host: 'proxy.example.com', port: '3128', protocol: 'http' };
    const refused = await ask('POST', `/instance/proxy/${id}`, { ...server, port: 'none' });
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringMatching(/^port /)]);
    expect((await ask('POST', `/instance/proxy/${id}`, server)).body).toEqual({
      message: 'success',
    });
    const found = async () => (await app.call('GET', '/proxy/find/shop')).body;
    expect(await found()).toMatchObject({ enabled: true, host: 'proxy.example.com', port: 3128 });
    expect((await ask('DELETE', `/instance/proxy/${id}`)).body).toEqual({ message: 'success' });
    expect(await found()).toMatchObject({ enabled: false });
  });

  test('is connected anew', async () => {
    const { status, body } = await ask('POST', `/instance/forcereconnect/${id}`, { number: '1' });
    expect([status, body]).toEqual([200, { message: 'success' }]);
  });
});

describe('what is not done here', () => {
  test.each([
    ['POST', '/send/event', 'on the phone'],
    ['POST', '/newsletter/create', 'on the phone'],
    ['POST', '/newsletter/messages', '/chat/findMessages'],
    ['POST', '/community/create', 'on the phone'],
    ['POST', '/community/add', 'on the phone'],
    ['POST', '/community/remove', 'on the phone'],
    ['GET', '/instance/logs/shop', '/event/find/'],
  ])(
    '%s %s is refused with 400 and the reason, and nothing happens',
    async (method, path, said) => {
      const before = (await actions()).length;
      const body = method === 'POST' ? { number: '5511999990000' } : undefined;
      const answer = await ask(method, path, body);
      expect([answer.status, answer.body]).toEqual([400, { error: expect.stringContaining(said) }]);
      expect((await actions()).length).toBe(before);
    },
  );
});

test('labels are listed bare, with the words that clients of Evolution Go know', async () => {
  const label = { labelId: '7', name: 'New order', color: 3 };
  await app.call('POST', '/label/edit/shop', label);
  const { status, body } = await ask('GET', '/label/list');
  expect([status, body]).toEqual([
    200,
    [
      {
        ...{ instance_id: id, label_id: '7', label_name: 'New order', label_color: '3' },
        predefined_id: '',
      },
    ],
  ]);
});

test('a voice note is marked as played, and anything else is refused', async () => {
  const from = '5511999990000';
  const arrival = async (kind: string) => {
    const base64 = Buffer.from('sound').toString('base64');
    const said = kind === 'text' ? { text: 'Hi' } : { base64, ptt: true };
    return (await app.call('POST', '/sandbox/shop/message', { kind, from, ...said })).body
      .messageId;
  };
  const chat = `${from}@s.whatsapp.net`;
  const played = await ask('POST', '/message/markplayed', { chat, id: await arrival('audio') });
  expect([played.status, played.body.message]).toEqual([200, 'success']);
  const silent = await ask('POST', '/message/markplayed', { chat, id: await arrival('text') });
  expect([silent.status, silent.body.error]).toEqual([
    400,
    expect.stringContaining('cannot be played'),
  ]);
  const nameless = await ask('POST', '/message/markplayed', { chat });
  expect([nameless.status, nameless.body.error]).toEqual([400, expect.stringMatching(/^id /)]);
});
