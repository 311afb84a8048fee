/** Instances whose names have blanks, dots, accents and signs, through every part that builds something from a name. */
import { beforeAll, expect, test } from 'bun:test';
import { sharedApp } from '../../../helpers/shared.ts';
import { until } from '../../../helpers/until.ts';

const NAME = 'Loja São João 1.0 (50%25)';
const IN_PATH = encodeURIComponent(NAME);

let key: string;
const app = sharedApp({ env: { WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' } });
beforeAll(async () => {
  const body = { instanceName: NAME, provider: 'sandbox' };
  const created = await app.call('POST', '/instance/create', body);
  expect(created.body.instance?.instanceName).toBe(NAME);
  key = created.body.apikey;
});

test('an instance with any name pairs, sends and delivers by its percent-encoded name', async () => {
  const delivered: Record<string, unknown>[] = [];
  const receiver = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      delivered.push((await request.json()) as Record<string, unknown>);
      return new Response('ok');
    },
  });
  const url = `http://127.0.0.1:${receiver.port}/`;
  await app.call('POST', `/webhook/set/${IN_PATH}`, { enabled: true, url }, key);
  const { body } = await app.call('GET', `/instance/connect/${IN_PATH}`, undefined, key);
  expect(body.count).toBe(1);
  await app.call('POST', `/sandbox/${IN_PATH}/scan`, {}, key);
  await until('it is open', async () => {
    const state = await app.call('GET', `/instance/connectionState/${IN_PATH}`, undefined, key);
    return state.body.instance.state === 'open';
  });
  const message = { number: '5511888880000', text: 'Hello' };
  expect((await app.call('POST', `/message/sendText/${IN_PATH}`, message, key)).status).toBe(201);
  await until('it was delivered', () => delivered.some(({ event }) => event === 'SendMessage'));
  expect(new Set(delivered.map(({ instanceName }) => instanceName))).toEqual(new Set([NAME]));
  const list = `/instance/fetchInstances?instanceName=${IN_PATH}`;
  expect((await app.call('GET', list)).body).toHaveLength(1);
  await receiver.stop(true);
});

test('the header instanceId takes the percent-encoded name', async () => {
  const headers = { instanceId: IN_PATH };
  const { status, body } = await app.call('POST', '/instance/connect', {}, undefined, headers);
  expect([status, body.data.instanceName]).toEqual([200, NAME]);
});

test('a name is the same however its accents were typed', async () => {
  const [composed, apart] = ['Padaria Pão'.normalize('NFC'), 'Padaria Pão'.normalize('NFD')];
  const created = await app.call('POST', '/instance/create', { instanceName: apart });
  expect(created.body.instance.instanceName).toBe(composed);
  const again = await app.call('POST', '/instance/create', { instanceName: composed });
  expect(again.status).toBe(409);
  for (const name of [composed, apart]) {
    const path = encodeURIComponent(name);
    const look = await app.call('GET', `/instance/connectionState/${path}`);
    expect(look.body.instance.instanceName).toBe(composed);
    const list = await app.call('GET', `/instance/fetchInstances?instanceName=${path}`);
    expect(list.body).toHaveLength(1);
  }
});

test('a key of one instance opens no other that is called nearly the same', async () => {
  for (const name of ['Loja São João 1.0', 'Loja%20São', `${NAME} `]) {
    const path = encodeURIComponent(name);
    const { status } = await app.call('GET', `/instance/connectionState/${path}`, undefined, key);
    expect(status).toBe(403);
  }
});
