/** What strangers can do at the addresses of webhooks, which are open to anybody: keep out neither Meta nor callers. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { MemoryBudget } from '../../../src/core/http/memory-budget.ts';
import { providerWebhookRoutes } from '../../../src/modules/provider-webhook/routes.ts';
import {
  providerWebhookZone,
  WEBHOOK_BYTES_MAX,
  WEBHOOK_PATH,
} from '../../../src/modules/provider-webhook/zone.ts';
import { createCloudWebhooks } from '../../../src/modules/whatsapp-cloud/webhooks.ts';
import { gateway, sampleServer } from '../../core/http/sample-server.ts';
import {
  ANA,
  escaped,
  PHONE_NUMBER_ID,
  received,
  signatureOf,
  textFrom,
} from '../../doubles/graph/webhooks.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { memoryOf } from '../../helpers/memory.ts';
import { announce, type RawHttp } from '../../helpers/raw-http.ts';
import { until } from '../../helpers/until.ts';

const MEBIBYTE = 1024 * 1024;
const SECRET = 'the app secret';
const GUESSED = `x-hub-signature-256: sha256=${'0'.repeat(64)}`;
const META = '203.0.113.1';
const number = { instanceId: 'id of shop' };

let memory: MemoryBudget;
let server: ReturnType<typeof sampleServer>;
let origin: string;
let port: number;
/** Changes are written from here on. */
let disk: PromiseWithResolvers<void>;
let taken: number;
const open: RawHttp[] = [];

beforeEach(() => {
  taken = 0;
  disk = Promise.withResolvers();
  disk.resolve();
  const webhooks = createCloudWebhooks({
    numbers: {
      byInstance: () => number,
      appSecretOf: () => SECRET,
      verifyTokenOf: () => null,
    },
    directory: {
      byPhoneNumberId: (id) => (id === PHONE_NUMBER_ID ? { id: number.instanceId } : null),
      byWabaId: () => [],
    },
    appSecret: SECRET,
    verifyToken: 'the-verify-token',
    receiverOf: () => ({
      async received() {
        taken++;
        await disk.promise;
      },
    }),
    clock: manualClock(),
    log: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
  });
  memory = memoryOf(512 * MEBIBYTE);
  server = sampleServer({
    memory,
    zones: [gateway, providerWebhookZone({ directory: { byName: () => null }, webhooks })],
    bodyLimits: (path) => (path.startsWith(WEBHOOK_PATH) ? WEBHOOK_BYTES_MAX : 32 * MEBIBYTE),
    trustProxy: ['127.0.0.1'],
    authFailuresPerMinute: 3,
  });
  server.app.use(providerWebhookRoutes({ webhooks, share: null }));
  port = server.listen();
  origin = `http://127.0.0.1:${port}`;
});
afterEach(async () => {
  for (const one of open.splice(0)) one.destroy();
  disk.resolve();
  await server.stop();
});

/** Announces the largest body with a signature that is none, and sends `bytes` of it. */
function stranger(address: string, bytes: number): RawHttp {
  const forwarded = `x-forwarded-for: ${address}`;
  const one = announce(port, WEBHOOK_PATH, WEBHOOK_BYTES_MAX, [GUESSED, forwarded]);
  one.write(new Uint8Array(bytes));
  open.push(one);
  return one;
}
const addressOf = (n: number) => `198.51.100.${n}`;
/** A webhook of Meta, of `bytes` at least. */
const genuine = async (bytes = 0, address = META) => {
  const body = escaped(received(ANA, textFrom(ANA, 'Hi'), { padding: 'x'.repeat(bytes) }));
  const headers = { 'x-hub-signature-256': signatureOf(SECRET, body), 'x-forwarded-for': address };
  return (await fetch(origin + WEBHOOK_PATH, { method: 'POST', body, headers })).status;
};
const call = async (path: string, body: unknown) => {
  const headers = { apikey: 'good', 'content-type': 'application/json' };
  return (await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) }))
    .status;
};
const nothingIsKeptOut = async () => {
  expect(await call('/message/sendMedia', { media: 'x'.repeat(24 * MEBIBYTE) })).toBe(200);
  expect(await call('/instance/connect', { phone: '49' })).toBe(200);
};

test('idle connections of strangers, however many and from wherever, keep out neither files nor texts nor Meta', async () => {
  for (let n = 0; n < 180; n++) stranger(addressOf(n % 18), 1_000);
  await until('all are being read', () => memory.reserved === 180_000);
  await nothingIsKeptOut();
  expect(await genuine()).toBe(200);
  expect(await genuine(2.5 * MEBIBYTE)).toBe(200);
});

test('strangers who do send hold a sixteenth of the memory together, and callers do not notice', async () => {
  const all = [1, 2, 3].map((n) => stranger(addressOf(n), 2.8 * MEBIBYTE));
  await until('one is refused', () => all.some((one) => one.status() === 429));
  await until('two are held', () => memory.reserved === 2 * Math.floor(2.8 * MEBIBYTE));
  await nothingIsKeptOut();
});

test('one stranger at one address does not take the part of all, so that Meta gets in beside', async () => {
  const all = [1, 2, 3].map(() => stranger(addressOf(1), 2.8 * MEBIBYTE));
  await until('two are refused', () => all.filter((one) => one.status() === 429).length === 2);
  expect(await genuine(2.5 * MEBIBYTE)).toBe(200);
});

test('a body that is not whole after ten seconds is 400, and its part is free again', async () => {
  const slow = stranger(addressOf(1), 1_000);
  await until('it is being read', () => memory.reserved === 1_000);
  await server.clock.advance(9_999);
  expect(slow.status()).toBe(0);
  await server.clock.advance(1);
  await until('it is answered', () => slow.status() === 400);
  expect(memory.reserved).toBe(0);
});

test('bodies whose signature is right no longer take the part of those whose signature is not known', async () => {
  disk = Promise.withResolvers();
  const answers: Promise<number>[] = [];
  for (let n = 1; n <= 4; n++) {
    answers.push(genuine(2.8 * MEBIBYTE));
    await until('it is being written', () => taken === n);
  }
  expect(memory.reserved).toBeGreaterThan(11 * MEBIBYTE);
  disk.resolve();
  expect(await Promise.all(answers)).toEqual([200, 200, 200, 200]);
  expect(memory.reserved).toBe(0);
});

const verify = (token: string, address: string) => {
  const query = `hub.mode=subscribe&hub.challenge=42&hub.verify_token=${token}`;
  const headers = { 'x-forwarded-for': address };
  return fetch(`${origin}${WEBHOOK_PATH}?${query}`, { headers });
};

test('whoever guesses verify tokens is answered 429 from the limit of failed authentications on', async () => {
  const seen = [];
  for (let n = 0; n < 5; n++) seen.push((await verify(`guess-${n}`, addressOf(1))).status);
  expect(seen).toEqual([403, 403, 403, 429, 429]);
  expect((await verify('the-verify-token', addressOf(1))).status).toBe(429);
  expect((await verify('the-verify-token', addressOf(2))).status).toBe(200);
});

test('whoever guesses tokens or keys behind the same proxy as Meta does not lock out what Meta posts', async () => {
  for (let n = 0; n < 5; n++) await verify('guess', META);
  expect((await verify('the-verify-token', META)).status).toBe(429);
  expect(await genuine()).toBe(200);
});

test('signatures that are wrong do not lock their address out', async () => {
  const headers = { 'x-hub-signature-256': signatureOf('guess', '{}'), 'x-forwarded-for': META };
  for (let n = 0; n < 5; n++) {
    const { status } = await fetch(origin + WEBHOOK_PATH, { method: 'POST', body: '{}', headers });
    expect(status).toBe(404);
  }
  expect(await genuine()).toBe(200);
  expect((await verify('the-verify-token', META)).status).toBe(200);
});
