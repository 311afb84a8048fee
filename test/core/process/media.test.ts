/** Media by link through the whole service: a picture comes in, a receiver opens the link, the store comes and goes. */
import { afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { type Receiver, startReceiver } from '../../doubles/receiver.ts';
import { startRelay } from '../../doubles/relay.ts';
import { hasObjectStore, type ObjectStore, objectStore } from '../../helpers/object-store.ts';
import { until } from '../../helpers/until.ts';
import { cleanUp, freshDataDir, isolated, listening, spawnService } from './spawned-process.ts';

const KEY = 'global-key-of-this-test';
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
  'base64',
);

describe.skipIf(!hasObjectStore())('with a bucket', () => {
  let store: ObjectStore;
  beforeAll(async () => {
    store = await objectStore();
  });
  afterEach(cleanUp);

  const storage = (change: Partial<ObjectStore['access']> = {}) => {
    const { endpoint, bucket, accessKey, secretKey } = { ...store.access, ...change };
    return {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
    };
  };

  /** A service with one open instance whose events, messages only, go to a receiver. */
  async function bench(environment: Record<string, string>) {
    const receiver = await startReceiver();
    const service = spawnService({
      ...isolated(await freshDataDir()),
      GLOBAL_API_KEY: KEY,
      WEBHOOK_URL: `${receiver.url}/hook`,
      ...environment,
    });
    const gate = `http://127.0.0.1:${await listening(service)}`;
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers as their callers do, without types.
    const call = async (path: string, body?: object): Promise<{ status: number; body: any }> => {
      const response = await fetch(gate + path, {
        method: body ? 'POST' : 'GET',
        headers: { apikey: KEY, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    };
    await call('/instance/create', { instanceName: 'shop', provider: 'sandbox' });
    await call('/instance/connect/shop');
    await call('/sandbox/shop/scan', {});
    const base64 = PICTURE.toString('base64');
    const picture = { kind: 'image', from: '5511999990000', base64, mimetype: 'image/png' };
    const send = () => call('/sandbox/shop/message', picture);
    const s3 = async () => (await call('/ready')).body.channels.s3;
    return { call, send, s3, service, messages: () => messagesOf(receiver) };
  }

  const messagesOf = ({ requests }: Receiver) =>
    requests.map(({ body }) => JSON.parse(body)).filter(({ event }) => event === 'Message');

  test('a receiver opens the link and has the picture; no secret is logged', async () => {
    const { send, s3, messages, service, call } = await bench(storage());
    await call('/webhook/set/shop', {
      enabled: true,
      url: 'http://127.0.0.1:1/',
      base64: true,
      events: ['QRCODE'],
    });
    const { messageId } = (await send()).body;
    await until('the event arrives', () => messages().length === 1);
    const [event] = messages();
    const { Message } = event.data;
    expect(Message).not.toContainAnyKeys(['base64', 'mediaError']);
    expect(Message.mimetype).toBe('image/png');
    const month = event.timestamp.slice(0, 7).replace('-', '/');
    expect(new URL(Message.mediaUrl).pathname).toBe(
      `/media/${event.instanceId}/${month}/${messageId}.png`,
    );
    expect(Buffer.from(await (await fetch(Message.mediaUrl)).bytes())).toEqual(PICTURE);
    const { body: found } = await call('/event/find/shop?event=Message');
    expect(found.events).toEqual([event]);
    expect(await s3()).toMatchObject({ state: 'up', error: null });
    service.signal('SIGTERM');
    expect(await service.ended()).toBe(0);
    const printed = service.stdout() + service.stderr();
    expect(printed).not.toMatch(/secret-of-the-store|X-Amz-Signature/);
  });

  test('503 /ready from the start with wrong credentials; the event goes with the reason', async () => {
    const { send, s3, messages, service } = await bench(storage({ secretKey: 'hunter2' }));
    await until('it is known', async () => (await s3()).state === 'down');
    expect(await s3()).toEqual({
      state: 'down',
      since: expect.stringMatching(/Z$/),
      error: 'the store answered 403 SignatureDoesNotMatch',
    });
    await send();
    await until('the event arrives', () => messages().length === 1);
    const { Message } = messages()[0].data;
    expect(Message.mediaError).toBe(
      'the media could not be stored: the store answered 403 SignatureDoesNotMatch',
    );
    expect(Message).not.toContainAnyKeys(['base64', 'mediaUrl']);
    expect(service.stdout() + service.stderr()).not.toContain('hunter2');
  });

  test('while the store is down events go without links, and with them when it is back', async () => {
    const line = await startRelay(Number(new URL(store.access.endpoint).port));
    const { call, send, s3, messages } = await bench(storage({ endpoint: line.url }));
    await line.stop();
    await send();
    await until('the event arrives', () => messages().length === 1);
    expect(messages()[0].data.Message.mediaError).toContain('the store cannot be reached');
    expect((await call('/ready')).status).toBe(503);
    await line.start();
    await until('the service has seen it', async () => (await s3()).state === 'up');
    expect((await call('/ready')).status).toBe(200);
    await send();
    await until('the next arrives', () => messages().length === 2);
    expect((await fetch(messages()[1].data.Message.mediaUrl)).status).toBe(200);
    await line.stop();
  });

  test('with WEBHOOK_FILES=false a message carries neither link nor bytes', async () => {
    const { send, messages } = await bench({ ...storage(), WEBHOOK_FILES: 'false' });
    await send();
    await until('the event arrives', () => messages().length === 1);
    expect(Object.keys(messages()[0].data.Message)).toEqual(['imageMessage']);
  });
});

test('78 a bucket without its endpoint and keys', async () => {
  const service = spawnService({ ...isolated(await freshDataDir()), S3_BUCKET: 'media' });
  expect(await service.ended()).toBe(78);
  expect(service.stderr()).toContain('S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY not set');
});
