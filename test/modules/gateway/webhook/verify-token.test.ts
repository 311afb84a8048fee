/** Endpoints whose receiver has to know a token before its URL is stored. */
import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { type Answer, respond, startReceiver } from '../../../doubles/receiver.ts';
import { SHOP } from '../../../helpers/gateway-server.ts';
import { type WebhookBench, webhookBench } from './setup.ts';

const receiver = await startReceiver();
afterAll(() => receiver.stop());
let bench: WebhookBench;
let before = 0;
beforeEach(async () => {
  bench = await webhookBench();
  before = receiver.requests.length;
});
const asked = () => receiver.requests.length - before;

const knows =
  (token: string): Answer =>
  (socket, request) => {
    const query = new URL(request.path, receiver.url).searchParams;
    const isKnown = query.get('hub.verify_token') === token;
    const body = isKnown ? (query.get('hub.challenge') ?? '') : 'Error, wrong validation token';
    respond(isKnown ? 200 : 403, { body })(socket, request);
  };
const PATH = '/webhook/endpoints/shop';
const SECRET = 'a-verify-token';
const hook = (path = 'hook') => `${receiver.url}/${path}`;
const create = (change: object = {}) =>
  bench.call('POST', PATH, {
    body: { name: 'inbox', url: hook(), format: 'whatsapp-cloud', verifyToken: SECRET, ...change },
  });

describe('POST /webhook/endpoints/:instanceName', () => {
  test('201 with a token that the receiver knows, which is shown masked and stored sealed', async () => {
    receiver.script(knows(SECRET));
    const { status, json } = await create();
    expect([status, json.verifyToken, json.format]).toEqual([201, '********', 'whatsapp-cloud']);
    expect(JSON.stringify(await bench.rows())).not.toContain(SECRET);
    const [stored] = bench.settings.get(SHOP.id)?.others.values() ?? [];
    expect(stored?.verifyToken).toBe(SECRET);
  });

  test('400 with the reason when the receiver does not know it, and nothing is stored', async () => {
    receiver.script(knows('another'));
    const { status, json } = await create();
    expect(status).toBe(400);
    expect(json.error.message).toBe(
      'url must answer the handshake with its challenge: http_status: 403 instead of 200, the server refuses access',
    );
    expect(bench.settings.get(SHOP.id)?.others.size).toBe(0);
  });

  test('400 for a token with blanks, before anything is asked', async () => {
    const { status, json } = await create({ verifyToken: 'a b' });
    expect([status, json.error.message]).toEqual([
      400,
      'verifyToken must be 1-512 visible ASCII characters, without blanks',
    ]);
    expect(asked()).toBe(0);
  });
});

describe('PATCH /webhook/endpoints/:instanceName/:endpointId', () => {
  let id: string;
  beforeEach(async () => {
    receiver.script(knows(SECRET));
    id = (await create()).json.id;
  });
  const change = (body: object) => bench.call('PATCH', `${PATH}/${id}`, { body });
  const stored = () => bench.settings.get(SHOP.id)?.others.get(id);

  test('200 another path is asked with the stored token, masked or not named', async () => {
    receiver.script(knows(SECRET), knows(SECRET));
    expect((await change({ url: hook('second') })).status).toBe(200);
    expect((await change({ url: hook('third'), verifyToken: '********' })).status).toBe(200);
    expect(asked()).toBe(3);
    expect(stored()?.url).toBe(hook('third'));
  });

  test('400 when the new URL does not answer: the old one stays', async () => {
    receiver.script(knows('another'));
    expect((await change({ url: hook('second') })).status).toBe(400);
    expect(stored()?.url).toBe(hook());
  });

  test('400 for another origin without the token, which is not sent there', async () => {
    const { status, json } = await change({ url: 'https://elsewhere.test/hook' });
    expect([status, json.error.message]).toEqual([
      400,
      'verifyToken must be given too: the stored one stays with its scheme, host and port',
    ]);
    const masked = await change({ url: 'https://elsewhere.test/hook', verifyToken: '********' });
    expect(masked.json.error.message).toContain('must be given again');
    expect(asked()).toBe(1);
  });

  test('200 other changes and the removal of the token ask nothing', async () => {
    expect((await change({ events: ['MESSAGE'], enabled: false })).status).toBe(200);
    const { json } = await change({ verifyToken: null });
    expect([json.verifyToken, stored()?.verifyToken, asked()]).toEqual([null, null, 1]);
  });
});

describe('POST /webhook/set/:instanceName', () => {
  test('200 with a token that the receiver knows, and what webhook/find shows can be sent back', async () => {
    receiver.script(knows(SECRET));
    const set = { enabled: true, url: hook(), events: ['ALL'], verifyToken: SECRET };
    expect((await bench.set(set)).status).toBe(200);
    const { json } = await bench.find();
    expect(json.verifyToken).toBe('********');
    expect((await bench.set(json)).status).toBe(200);
    expect(bench.settings.get(SHOP.id)?.webhook.verifyToken).toBe(SECRET);
    expect(asked()).toBe(1);
  });

  test('400 when it does not know it, and nothing changes', async () => {
    receiver.script(respond(200, { body: 'hello' }));
    const { status, json } = await bench.set({
      ...{ enabled: true, url: hook(), events: [], verifyToken: SECRET },
    });
    expect([status, json.error?.message ?? json.message]).toEqual([
      400,
      'url must answer the handshake with its challenge: it answered something else',
    ]);
    expect(bench.settings.get(SHOP.id)?.webhook.isSet).toBe(false);
  });

  test('200 a record without a token has none', async () => {
    receiver.script(knows(SECRET));
    const set = { enabled: true, url: hook(), events: [] };
    await bench.set({ ...set, verifyToken: SECRET });
    await bench.set(set);
    expect((await bench.find()).json.verifyToken).toBeNull();
  });
});

test('the audit says that a receiver is checked, and not with which token', async () => {
  receiver.script(knows(SECRET));
  await create();
  const rows = JSON.stringify(await bench.db.query('select * from gateway_audit', []));
  expect(rows).toContain('verified');
  expect(rows).not.toContain(SECRET);
});
