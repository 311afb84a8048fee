/** Files on WhatsApp through a whole process, which trusts the media servers as an operator would make it. */
import { afterEach, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { startReceiver } from '../../doubles/receiver.ts';
import { startFakeWhatsApp } from '../../doubles/whatsapp/server.ts';
import { hasObjectStore, objectStore } from '../../helpers/object-store.ts';
import { until } from '../../helpers/until.ts';
import { type Call, pairInstance, whatsAppVariables } from '../../helpers/whatsapp.ts';
import { cleanUp, freshDataDir, isolated, listening, spawnService } from './spawned-process.ts';

const KEY = 'global-key-of-this-test';
const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await cleanUp();
  for (const end of ending.splice(0).reverse()) await end();
});

/** A service with one instance that is paired, whose messages go to a receiver. */
async function begin(environment: Record<string, string> = {}) {
  const whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  const receiver = await startReceiver();
  ending.push(
    () => whatsapp.stop(),
    () => receiver.stop(),
  );
  const service = spawnService({
    ...isolated(await freshDataDir()),
    ...whatsAppVariables(whatsapp),
    GLOBAL_API_KEY: KEY,
    WEBHOOK_URL: `${receiver.url}/hook`,
    ...environment,
  });
  const gate = `http://127.0.0.1:${await listening(service)}`;
  const call: Call = async (method, path, body) => {
    const headers = { apikey: KEY, 'content-type': 'application/json' };
    const response = await fetch(gate + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { body: await response.json() };
  };
  const phone = whatsapp.phone({ number: '5511999990000', name: 'Shop' });
  const ana = whatsapp.contact({ number: '5511888880000', name: 'Ana' });
  await pairInstance(call, 'shop', phone);
  const messages = () =>
    receiver.requests
      .map(({ body }) => JSON.parse(body))
      .filter(({ event }) => event === 'Message');
  return { whatsapp, phone, ana, call, messages };
}

test('a file arrives as base64 in the event, and one that is sent can be opened', async () => {
  const { phone, ana, call, messages } = await begin();
  const bytes = randomBytes(300_000);
  await ana.sendsImage(phone, bytes, { caption: 'look' });
  await ana.sendsImage(phone, bytes, { fault: { tampered: true } });
  await until('both arrive', () => messages().length === 2);
  const [whole, altered] = messages().map(({ data }) => data.Message);
  expect(Buffer.from(whole.base64, 'base64').equals(bytes)).toBe(true);
  expect(whole.imageMessage).toMatchObject({ caption: 'look', mimetype: 'image/jpeg' });
  expect(whole.mediaError).toBeUndefined();
  expect(altered.base64).toBeUndefined();
  expect(altered.mediaError).toContain('altered');

  const media = bytes.toString('base64');
  const file = { number: ana.number, mediatype: 'document', media, fileName: 'list.csv' };
  const { key } = (await call('POST', '/message/sendMedia/shop', file)).body;
  const received = await ana.receives(({ id }) => id === key.id);
  expect(ana.opens(received).equals(bytes)).toBe(true);
  expect(received.message.documentMessage).toMatchObject({
    fileName: 'list.csv',
    mimetype: 'text/csv',
  });
});

describe.skipIf(!hasObjectStore())('with a bucket', () => {
  test('a file arrives as a link that opens without credentials', async () => {
    const store = await objectStore();
    const { endpoint, bucket, accessKey, secretKey } = store.access;
    const { phone, ana, messages } = await begin({
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
    });
    const bytes = randomBytes(300_000);
    await ana.writes(phone, { media: 'video', bytes, caption: 'see' });
    await until('it arrives', () => messages().length === 1);
    const { mediaUrl, mimetype, base64 } = messages()[0].data.Message;
    expect([mimetype, base64]).toEqual(['video/mp4', undefined]);
    const answer = await fetch(mediaUrl);
    expect(answer.headers.get('content-type')).toBe('video/mp4');
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  });
});
