/** kill -9 at real processes: whatever was acknowledged is delivered, with the same id. */
import { afterAll, expect, test } from 'bun:test';
import {
  cleanUp,
  freshDataDir,
  isolated,
  listening,
  type SpawnedProcess,
  spawnService,
} from '../core/process/spawned-process.ts';
import { hang, type Receiver, respond, startReceiver } from '../doubles/receiver.ts';
import { until } from '../helpers/until.ts';

afterAll(cleanUp);

const KEY = 'the-key-of-this-test';

interface Service {
  readonly process: SpawnedProcess;
  call(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
}

async function start(dataDir: string): Promise<Service> {
  const process = spawnService({
    ...isolated(dataDir),
    GLOBAL_API_KEY: KEY,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  const port = await listening(process);
  return {
    process,
    async call(method, path, body) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { apikey: KEY, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
  };
}

async function open(service: Service, url: string): Promise<void> {
  await service.call('POST', '/instance/create', { instanceName: 'shop', provider: 'sandbox' });
  await service.call('GET', '/instance/connect/shop');
  await service.call('POST', '/sandbox/shop/scan', {});
  const webhook = { enabled: true, url, events: ['MESSAGE'] };
  await service.call('POST', '/webhook/set/shop', webhook);
}

test('a service killed with one attempt under way and others committed delivers them all once it is back', async () => {
  const dataDir = await freshDataDir();
  const receiver = await startReceiver();
  receiver.script(hang);
  const first = await start(dataDir);
  await open(first, receiver.url);
  const acknowledged: unknown[] = [];
  for (const index of [1, 2, 3]) {
    const message = { kind: 'text', from: '551199990001', text: `message ${index}` };
    acknowledged.push((await first.call('POST', '/sandbox/shop/message', message)).body.messageId);
  }
  await until('the first attempt is under way', () => receiver.requests.length === 1);
  first.process.signal('SIGKILL');
  await first.process.ended();
  const second = await start(dataDir);
  await until('all were sent', () => receiver.requests.length === 4);
  const bodies = receiver.requests.map(({ body }) => JSON.parse(body));
  expect(bodies.map(({ data }) => data.Info.ID)).toEqual([acknowledged[0], ...acknowledged]);
  expect(bodies[1].id).toBe(bodies[0].id);
  await until('all are recorded', async () => {
    const { body } = await second.call('GET', '/delivery/find/shop?state=delivered');
    return (body.deliveries as unknown[]).length === 3;
  });
  await receiver.stop();
}, 30_000);

test('a service killed with three endpoints, one hanging and one gone, delivers to each what it is owed', async () => {
  const dataDir = await freshDataDir();
  const [listens, hangs, gone] = [
    await startReceiver(),
    await startReceiver(),
    await startReceiver(),
  ];
  hangs.script(hang);
  gone.script(respond(410));
  const first = await start(dataDir);
  await open(first, listens.url);
  const add = async (name: string, url: string) => {
    const body = { name, url, events: ['MESSAGE'] };
    return String((await first.call('POST', '/webhook/endpoints/shop', body)).body.id);
  };
  await add('hangs', hangs.url);
  const off = await add('gone', gone.url);
  const say = (service: Service, text: string) =>
    service.call('POST', '/sandbox/shop/message', { kind: 'text', from: '551199990001', text });
  await say(first, 'one');
  const stateOf = async (service: Service) =>
    ((await service.call('GET', `/webhook/endpoints/shop/${off}`)).body.health as { state: string })
      .state;
  await until('one is off', async () => (await stateOf(first)) === 'disabled');
  for (const text of ['two', 'three']) await say(first, text);
  await until('one is under way', () => hangs.requests.length === 1);
  first.process.signal('SIGKILL');
  await first.process.ended();
  const second = await start(dataDir);
  await until('the one that hung has them', () => hangs.requests.length === 4);
  await until('so has the other', () => listens.requests.length >= 3);
  expect([await stateOf(second), gone.requests.length]).toEqual(['disabled', 1]);
  await second.call('PATCH', `/webhook/endpoints/shop/${off}`, { enabled: true });
  await until('so has the one that was off', () => gone.requests.length === 4);
  const textsOf = ({ requests }: Receiver) =>
    requests.map(({ body }) => JSON.parse(body).data.Message.conversation);
  expect(textsOf(hangs)).toEqual(['one', 'one', 'two', 'three']);
  expect(new Set(textsOf(gone))).toEqual(new Set(['one', 'two', 'three']));
  await Promise.all([listens, hangs, gone].map((one) => one.stop()));
}, 30_000);

test('a service killed in the middle of a replay goes on with it: nothing is left out, and only what was under way comes twice', async () => {
  const dataDir = await freshDataDir();
  const receiver = await startReceiver();
  const count = 40;
  const first = await start(dataDir);
  await open(first, receiver.url);
  await first.call('POST', '/webhook/set/shop', { enabled: false, url: receiver.url });
  for (let n = 0; n < count; n++)
    await first.call('POST', '/sandbox/shop/message', {
      kind: 'text',
      from: '551199990001',
      text: `text ${n}`,
    });
  const body = { name: 'new', url: `${receiver.url}/new`, events: ['MESSAGE'] };
  const { id } = (await first.call('POST', '/webhook/endpoints/shop', body)).body;
  const path = `/webhook/endpoints/shop/${id}`;
  const asked = { since: '2020-01-01T00:00:00Z', ratePerSecond: 20 };
  const begun = await first.call('POST', `${path}/recover`, asked);
  const replay = `${path}/recoveries/${begun.body.id}`;
  await until('a part of it came', () => receiver.requests.length >= 5);
  first.process.signal('SIGKILL');
  await first.process.ended();
  const before = receiver.requests.length;
  expect(before).toBeLessThan(count);
  const second = await start(dataDir);
  await until('it is done', async () => (await second.call('GET', replay)).body.state === 'done');
  const texts = receiver.requests.map(
    ({ body }) => JSON.parse(body).data.Message.conversation as string,
  );
  expect([...new Set(texts)]).toEqual(Array.from({ length: count }, (_, n) => `text ${n}`));
  // One chat is in order, so at most one attempt was under way.
  expect(texts.length).toBeLessThanOrEqual(count + 1);
  expect((await second.call('GET', replay)).body).toMatchObject({
    found: count,
    delivered: count,
    discarded: 0,
    missing: 0,
  });
  await receiver.stop();
}, 60_000);

test('on SIGTERM an attempt under way ends, is recorded, and the process exits 0', async () => {
  const dataDir = await freshDataDir();
  const receiver = await startReceiver();
  let answer = () => {};
  receiver.script((socket) => {
    answer = () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
  });
  const first = await start(dataDir);
  await open(first, receiver.url);
  await first.call('POST', '/sandbox/shop/message', {
    kind: 'text',
    from: '551199990001',
    text: 'hi',
  });
  await until('it is under way', () => receiver.requests.length === 1);
  first.process.signal('SIGTERM');
  await first.process.printed(/"stopping"/);
  answer();
  expect(await first.process.ended()).toBe(0);
  const second = await start(dataDir);
  const { body } = await second.call('GET', '/delivery/find/shop');
  expect((body.deliveries as { state: string }[]).map(({ state }) => state)).toEqual(['delivered']);
  expect(receiver.requests).toHaveLength(1);
  await receiver.stop();
}, 30_000);
