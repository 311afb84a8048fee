/** The paths of the Graph API: their credentials, their ids, and a text that is sent. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { GLOBAL_KEY, startApp } from '../../helpers/app.ts';
import { sharedApp } from '../../helpers/shared.ts';

const NUMBER = '5511999990000';
const TEXT = { messaging_product: 'whatsapp', to: NUMBER, type: 'text', text: { body: 'Hello' } };

let key: string;
let other: { readonly phoneNumberId: string; readonly wabaId: string };
let ids: { readonly phoneNumberId: string; readonly wabaId: string };
const app = sharedApp();
beforeAll(async () => {
  key = await app.openInstance('shop');
  await app.openInstance('cafe');
  const of = async (name: string) =>
    (await app.call('GET', `/instance/fetchInstances?instanceName=${name}`)).body[0];
  ids = await of('shop');
  other = await of('cafe');
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const post = (path: string, body: unknown, headers: Record<string, string> = bearer(key)) =>
  app.call('POST', path, body, null, headers);
const messages = () => `/graph/v25.0/${ids.phoneNumberId}/messages`;
const sent = async () => (await app.call('GET', '/sandbox/shop/sent')).body;

/** The body of every failure here. */
const failure = (code: number) => ({
  error: {
    message: expect.any(String),
    type: 'OAuthException',
    code,
    error_data: { messaging_product: 'whatsapp', details: expect.any(String) },
    fbtrace_id: expect.any(String),
  },
});

describe('ids', () => {
  test('each instance has two of 15 digits, which differ', () => {
    const all = [ids, other].flatMap(({ phoneNumberId, wabaId }) => [phoneNumberId, wabaId]);
    expect(new Set(all).size).toBe(4);
    for (const id of all) expect(id).toMatch(/^\d{15}$/);
  });

  test('they stay the same when the service starts again', async () => {
    const first = await startApp();
    await first.openInstance('kept');
    const before = (await first.call('GET', '/instance/fetchInstances')).body[0];
    await first.stop();
    const again = await startApp({ dataDir: first.dataDir });
    const [after] = (await again.call('GET', '/instance/fetchInstances')).body;
    await again.stop();
    expect([after.phoneNumberId, after.wabaId]).toEqual([before.phoneNumberId, before.wabaId]);
  });
});

describe('POST /graph/{version}/{phoneNumberId}/messages', () => {
  test('200 a text is sent, and answered with the recipient and the id that it has everywhere', async () => {
    const { status, body } = await post(messages(), TEXT);
    expect([status, body]).toEqual([
      200,
      {
        messaging_product: 'whatsapp',
        contacts: [{ input: NUMBER, wa_id: NUMBER }],
        messages: [{ id: expect.any(String) }],
      },
    ]);
    const [{ id }] = body.messages;
    expect((await sent()).find((one: { id: string }) => one.id === id)).toMatchObject({
      number: NUMBER,
      text: 'Hello',
    });
    expect((await app.call('GET', `/message/status/shop/${id}`)).status).toBe(200);
  });

  test('200 the global key opens every id', async () => {
    const to = (id: string) => post(`/graph/v17.0/${id}/messages`, TEXT, bearer(GLOBAL_KEY));
    expect((await to(ids.phoneNumberId)).status).toBe(200);
    expect((await to(other.phoneNumberId)).status).toBe(200);
  });

  test('404 another id is unknown to the key of an instance, whether it exists or not', async () => {
    const to = (id: string) => post(`/graph/v25.0/${id}/messages`, TEXT);
    const existing = await to(other.phoneNumberId);
    const missing = await to('999999999999999');
    expect([existing.status, missing.status]).toEqual([404, 404]);
    const { error } = existing.body;
    expect(error).toMatchObject({ code: 100, error_subcode: 33 });
    expect({ ...missing.body.error, fbtrace_id: '' }).toEqual({ ...error, fbtrace_id: '' });
  });

  test.each(['25.0', 'v25', 'vx.0', 'latest'])('400 %s is no version', async (version) => {
    const { status, body } = await post(`/graph/${version}/${ids.phoneNumberId}/messages`, TEXT);
    expect([status, body]).toEqual([400, failure(2500)]);
  });

  test('200 once for an Idempotency-Key, however often it is sent', async () => {
    const headers = { ...bearer(key), 'idempotency-key': 'graph-once' };
    const first = await post(messages(), TEXT, headers);
    const again = await post(messages(), TEXT, headers);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const location = { latitude: 1, longitude: 2 };
    const other = await post(messages(), { ...TEXT, type: 'location', location }, headers);
    expect([other.status, other.body]).toEqual([400, failure(131009)]);
  });
});

describe('the access token', () => {
  test('may be in the query', async () => {
    const { status } = await post(`${messages()}?access_token=${key}`, TEXT, {});
    expect(status).toBe(200);
  });

  test('in the query is in no line of the log, and in no failure', async () => {
    const token = 'secret-that-opens-nothing';
    const { status, body } = await post(`${messages()}?access_token=${token}`, TEXT, {});
    expect([status, body]).toEqual([401, failure(190)]);
    const unknown = await post(`/graph/v25.0/1/x?access_token=${key}`, TEXT, {});
    expect(unknown.status).toBe(404);
    const text = JSON.stringify([app.lines, body, unknown.body]);
    expect([text.includes(token), text.includes(key)]).toEqual([false, false]);
  });

  const elsewhere: [string, () => Promise<{ status: number; body: unknown }>][] = [
    ['missing', () => post(messages(), TEXT, {})],
    ['in apikey', () => app.call('POST', messages(), TEXT, key)],
    ['in the body', () => post(messages(), { ...TEXT, access_token: key }, {})],
    ['wrong', () => post(messages(), TEXT, bearer('x'.repeat(40)))],
  ];
  test.each(elsewhere)('%s is 401 with code 190', async (_, ask) => {
    const { status, body } = await ask();
    expect([status, body]).toEqual([401, failure(190)]);
  });

  test('without the scope is 403', async () => {
    const rotated = await app.call('POST', '/instance/key/rotate/cafe', { scopes: ['read'] });
    const { status, body } = await post(
      `/graph/v25.0/${other.phoneNumberId}/messages`,
      TEXT,
      bearer(rotated.body.apikey),
    );
    expect([status, body]).toEqual([403, failure(10)]);
  });
});
