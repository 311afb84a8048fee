/** GRAPH_PASS_THROUGH: requests for listed numbers of no instance go to Meta, and nothing else does. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { Server } from 'bun';
import { ACCESS_TOKEN, GLOBAL_KEY, type RunningApp, startApp } from '../../helpers/app.ts';
import { answerOf, bearer, upload } from '../../helpers/graph-uploads.ts';
import { rawHttp } from '../../helpers/raw-http.ts';
import { until } from '../../helpers/until.ts';

const NUMBER = '106540352242922';
const ACCOUNT = '102290129340398';
const TOKEN = 'EAAG-the-token-of-the-caller';
const TEXT = { messaging_product: 'whatsapp', to: '5511999990000', text: { body: 'Hello' } };

interface MetaRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
}

let asked: MetaRequest[];
let answer: () => Response | Promise<Response>;
let meta: Server<undefined>;
let app: RunningApp;
let key: string;
let own: string;
beforeAll(async () => {
  meta = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    maxRequestBodySize: 2 ** 30,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const body = await request.bytes();
      const headers = Object.fromEntries(request.headers);
      asked.push({ method: request.method, path: pathname + search, headers, body });
      return answer();
    },
  });
  app = await startApp({
    env: {
      META_GRAPH_URL: `http://127.0.0.1:${meta.port}`,
      GRAPH_PASS_THROUGH: `${NUMBER},${ACCOUNT}`,
      GRAPH_AT_ROOT: 'true',
      RATE_LIMIT_PER_MINUTE: '100',
    },
  });
  key = await app.openInstance('shop');
  own = (await app.call('GET', '/instance/fetchInstances')).body[0].phoneNumberId;
});
afterAll(async () => {
  await app.stop();
  await meta.stop(true);
});
beforeEach(() => {
  asked = [];
  answer = () => Response.json({ messages: [{ id: 'wamid.1' }] });
});

const ask = (path: string, options: RequestInit = {}) =>
  fetch(`${app.url}${path}`, { redirect: 'manual', ...options });
const get = (path: string, token = TOKEN) => ask(path, { headers: bearer(token) });
const post = (path: string, body: unknown, headers: Record<string, string> = bearer(TOKEN)) =>
  ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

function formWith(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob(['bytes'], { type: 'text/plain' }), 'a.txt');
  return form;
}

describe('is passed on to Meta', () => {
  test('a message, with its body, its type and the token of its caller, and with nothing else', async () => {
    const sent = await post(`/graph/v25.0/${NUMBER}/messages?a=b`, TEXT, {
      ...bearer(TOKEN),
      cookie: 'session=secret',
      'x-forwarded-for': '10.1.1.1',
      'x-api-secret': 'secret',
      apikey: 'another',
    });
    expect([sent.status, await sent.json()]).toEqual([200, { messages: [{ id: 'wamid.1' }] }]);
    const [only, ...others] = asked;
    expect(others).toEqual([]);
    expect([only?.method, only?.path]).toEqual(['POST', `/v25.0/${NUMBER}/messages?a=b`]);
    expect(JSON.parse(Buffer.from(only?.body ?? []).toString())).toEqual(TEXT);
    const { authorization, 'content-type': type, ...rest } = only?.headers ?? {};
    expect([authorization, type]).toEqual([`Bearer ${TOKEN}`, 'application/json']);
    const usual = ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'];
    const length = ['content-length', 'transfer-encoding'];
    expect(Object.keys(rest).filter((name) => ![...usual, ...length].includes(name))).toEqual([]);
  });

  test.each([
    [`/graph/v17.0/${NUMBER}`, `/v17.0/${NUMBER}`],
    [`/v23.0/${NUMBER}?fields=id,status`, `/v23.0/${NUMBER}?fields=id,status`],
    [`/graph/${NUMBER}/phone`, `/${NUMBER}/phone`],
    [
      `/graph/v25.0/${ACCOUNT}/message_templates?limit=9`,
      `/v25.0/${ACCOUNT}/message_templates?limit=9`,
    ],
    [`/graph/v25.0/17?phone_number_id=${NUMBER}`, `/v25.0/17?phone_number_id=${NUMBER}`],
  ])('%s', async (path, there) => {
    expect((await get(path)).status).toBe(200);
    expect(asked.map((one) => one.path)).toEqual([there]);
  });

  test('a token in the query goes as a bearer, and no line of the log has it', async () => {
    const { status } = await ask(`/graph/v25.0/${NUMBER}?access_token=${TOKEN}&fields=id`);
    expect(status).toBe(200);
    expect(asked[0]?.path).toBe(`/v25.0/${NUMBER}?fields=id`);
    expect(asked[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    const lines = app.lines.map((line) => JSON.stringify(line));
    expect(lines.filter((line) => line.includes('passed on to Meta')).length).toBeGreaterThan(0);
    expect(lines.filter((line) => line.includes(TOKEN))).toEqual([]);
    const metrics = await (await ask('/metrics', { headers: { apikey: GLOBAL_KEY } })).text();
    expect(metrics).toContain('passed on to Meta');
  });

  test('a file of any size, byte by byte', async () => {
    const bytes = Buffer.from(Uint8Array.from({ length: 9_000_000 }, (_, at) => (at * 7) % 251));
    const file = { bytes, type: 'application/pdf', name: 'a.pdf' };
    expect((await upload(app.url, NUMBER, TOKEN, file)).status).toBe(200);
    expect(Buffer.from(asked[0]?.body ?? []).includes(bytes)).toBe(true);
    expect(asked[0]?.headers['content-type']).toStartWith('multipart/form-data; boundary=');
  });
});

describe('what Meta answers comes back', () => {
  test('with its status, its body and what it says of limits', async () => {
    const error = { error: { message: '(#131047) Re-engagement', code: 131047 } };
    answer = () =>
      Response.json(error, {
        status: 400,
        headers: { 'x-app-usage': '{"call_count":9}', 'set-cookie': 'a=b', 'x-fb-debug': 'x' },
      });
    const refused = await post(`/graph/v25.0/${NUMBER}/messages`, TEXT);
    expect([refused.status, await refused.json()]).toEqual([400, error]);
    expect(refused.headers.get('x-app-usage')).toBe('{"call_count":9}');
    expect(refused.headers.get('content-type')).toStartWith('application/json');
    for (const name of ['set-cookie', 'x-fb-debug']) expect(refused.headers.has(name)).toBe(false);
  });

  test.each([
    ['text/html; charset=utf-8', 'application/octet-stream'],
    ['text/javascript; charset=UTF-8', 'application/json'],
    ['image/svg+xml', 'application/octet-stream'],
    ['', 'application/octet-stream'],
    ['application/json; charset=UTF-8', 'application/json; charset=UTF-8'],
    ['image/jpeg', 'image/jpeg'],
  ])('and %p, of which no browser runs anything at this address', async (type, shown) => {
    answer = () =>
      new Response(new TextEncoder().encode('<script>alert(1)</script>'), {
        headers: type === '' ? {} : { 'content-type': type },
      });
    const { headers } = await get(`/graph/v25.0/${NUMBER}?callback=alert`);
    expect(headers.get('content-type')).toBe(shown);
    expect(headers.get('content-disposition')).toBe('attachment');
    expect(headers.get('content-security-policy')).toStartWith('sandbox');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('and a redirect is not followed', async () => {
    answer = () => new Response(null, { status: 302, headers: { location: '/elsewhere' } });
    expect((await get(`/graph/v25.0/${NUMBER}`)).status).toBe(302);
    expect(asked.length).toBe(1);
  });
});

describe('is not passed on', () => {
  test.each([
    ['another number', '/graph/v25.0/199999999999999/messages'],
    ['a file without a listed number', '/graph/v25.0/1234567890'],
    ['what is below a file', `/graph/v25.0/1234567890/bytes?phone_number_id=${NUMBER}`],
    ['a path without an id', '/graph/v25.0/debug_token'],
    ['a path of another kind', `/instance/${NUMBER}`],
  ])('%s, whose token is unknown here', async (_, path) => {
    const { status } = await get(path);
    expect([401, 404]).toContain(status);
    expect(asked).toEqual([]);
  });

  test.each([
    `/graph/v25.0/${NUMBER}/../199999999999999/messages`,
    `/graph/v25.0/${NUMBER}/%2e%2E/199999999999999`,
    `/graph/v25.0/${NUMBER}\\..\\199999999999999`,
    `/graph/v25.0/${NUMBER}/..%2f199999999999999`,
    `/graph/v25.0/${NUMBER}/..%2F..%2Fme`,
    `/graph/v25.0/${NUMBER}/%2e%2e%2f199999999999999`,
    `/graph/v25.0/${NUMBER}/..%5c199999999999999`,
    `/graph/v25.0/${NUMBER}/..%5C199999999999999/messages`,
    `/graph/v25.0/${NUMBER}/%252e%252e/199999999999999`,
    `/graph/v25.0/${NUMBER}/%252e%252e%252f199999999999999`,
    `/graph/v25.0/${NUMBER}/%c0%ae%c0%ae/199999999999999`,
    `/graph/v25.0/${NUMBER}/..;/199999999999999`,
    `/graph/v25.0/${NUMBER}//199999999999999`,
    `/graph/v25.0/${NUMBER}/.%00./199999999999999`,
  ])('%s, which another path is made of on its way', async (path) => {
    const sender = rawHttp(Number(new URL(app.url).port), [
      `GET ${path} HTTP/1.1`,
      'host: localhost',
      `authorization: Bearer ${TOKEN}`,
    ]);
    await until('an answer', () => sender.status() !== 0);
    sender.destroy();
    expect([400, 401, 404]).toContain(sender.status());
    expect(asked).toEqual([]);
  });

  test('a change of something else that names a listed number', async () => {
    const { status } = await post(`/graph/v25.0/199999999999999?phone_number_id=${NUMBER}`, {});
    expect([401, 404]).toContain(status);
    expect(asked).toEqual([]);
  });

  test('a request with a credential of this service, which is refused', async () => {
    for (const token of [key, GLOBAL_KEY, ACCESS_TOKEN]) {
      const answered = await post(`/graph/v25.0/${NUMBER}/messages`, TEXT, bearer(token));
      const { status, body } = await answerOf(answered);
      expect(status).toBe(403);
      expect(body.error.error_data.details).toContain('not sent to Meta');
    }
    expect(asked).toEqual([]);
  });

  const JSON_BODY = { 'content-type': 'application/json' };
  test.each<[string, (own: string) => { readonly path?: string } & RequestInit]>([
    [
      'JSON',
      (own) => ({ body: JSON.stringify({ ...TEXT, access_token: own }), headers: JSON_BODY }),
    ],
    ['deep JSON', (own) => ({ body: JSON.stringify([{ a: [[own]] }]), headers: JSON_BODY })],
    ['JSON of another type', (own) => ({ body: JSON.stringify({ token: own }), headers: {} })],
    ['a form of names and values', (own) => ({ body: new URLSearchParams({ access_token: own }) })],
    ['a form with a file', (own) => ({ body: formWith({ access_token: own }) })],
    ['the query', (own) => ({ path: `?fields=id&token=${own}`, body: '{}', headers: JSON_BODY })],
    ['the path', (own) => ({ path: `/${own}`, body: '{}', headers: JSON_BODY })],
  ])('a credential of this service in %s, beside a token of Meta', async (_, make) => {
    for (const own of [key, GLOBAL_KEY, ACCESS_TOKEN]) {
      const { path = '/messages', headers, ...options } = make(own);
      const { status } = await ask(`/graph/v25.0/${NUMBER}${path}`, {
        method: 'POST',
        ...options,
        headers: { ...bearer(TOKEN), ...(headers as Record<string, string>) },
      });
      expect(status).toBe(403);
    }
    expect(asked).toEqual([]);
  });

  test('a call of more than 256 KiB, or a form with more parts than any has', async () => {
    expect((await post(`/graph/v25.0/${NUMBER}/messages`, 'x'.repeat(300_000))).status).toBe(413);
    const fields = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`f${at}`, 'x']));
    const many = await ask(`/graph/v25.0/${NUMBER}/media`, {
      method: 'POST',
      body: formWith(fields),
      headers: bearer(TOKEN),
    });
    expect(many.status).toBe(400);
    expect(asked).toEqual([]);
  });

  test('a request without a token', async () => {
    const { status, body } = await app.call('GET', `/graph/v25.0/${NUMBER}`, undefined, null);
    expect([status, body.error.code, asked]).toEqual([401, 190, []]);
  });

  test('a request for a number of an instance, whatever its token', async () => {
    for (const token of [TOKEN, key]) await get(`/graph/v25.0/${own}`, token);
    expect(asked).toEqual([]);
  });

  test('a body that says it is larger than Meta takes', async () => {
    const request = new Request(`http://gate.test/graph/v25.0/${NUMBER}/media`, {
      method: 'POST',
      headers: { ...bearer(TOKEN), 'content-length': String(2 ** 30) },
      body: 'x',
    });
    expect((await app.app.handle(request)).status).toBe(413);
    expect(asked).toEqual([]);
  });
});

test('a caller who hangs up ends the request, and the places of all that are over are free again', async () => {
  const held = Promise.withResolvers<void>();
  answer = () => held.promise.then(() => Response.json({}));
  const over = new AbortController();
  const { signal } = over;
  const hanging = Array.from({ length: 16 }, () =>
    ask(`/graph/v25.0/${NUMBER}`, { headers: bearer(TOKEN), signal }).catch(() => null),
  );
  await until('all have come', () => asked.length === 16);
  const busy = await get(`/graph/v25.0/${NUMBER}`);
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '5']);
  over.abort();
  await Promise.all(hanging);
  held.resolve();
  answer = () => Response.json({});
  await until('there is room', async () => (await get(`/graph/v25.0/${NUMBER}`)).status === 200);
});

/** Sends the head of a request, and nothing of its body. */
const unfinished = (type: string) =>
  rawHttp(Number(new URL(app.url).port), [
    `POST /graph/v25.0/${NUMBER}/messages HTTP/1.1`,
    ...['host: localhost', `authorization: Bearer ${TOKEN}`, `content-type: ${type}`],
    'content-length: 1000',
  ]);

test('requests whose body does not come take no place from reads and calls, however many there are', async () => {
  const kinds = ['application/json', 'multipart/form-data; boundary=x'];
  const waiting = kinds.flatMap((type) => Array.from({ length: 8 }, () => unfinished(type)));
  await until('one more is refused', async () => {
    const { status } = await post(`/graph/v25.0/${NUMBER}/messages`, TEXT);
    return status === 429;
  });
  expect((await get(`/graph/v25.0/${NUMBER}`)).status).toBe(200);
  for (const one of waiting) one.destroy();
  await until('there is room', async () => {
    const { status } = await post(`/graph/v25.0/${NUMBER}/messages`, TEXT);
    return status === 200;
  });
});

test('more requests in a minute than a client may make are 429, and do not reach Meta', async () => {
  let refused = 0;
  for (let count = 0; count < 100 && refused === 0; count++) {
    const { status } = await get(`/graph/v25.0/${NUMBER}`);
    if (status === 429) refused++;
  }
  expect(refused).toBe(1);
  expect(asked.length).toBeLessThan(100);
});

test('503 in the form of the Graph API while Meta cannot be reached', async () => {
  const alone = await startApp({
    env: { META_GRAPH_URL: 'http://127.0.0.1:9', GRAPH_PASS_THROUGH: NUMBER },
  });
  const refused = await fetch(`${alone.url}/graph/v25.0/${NUMBER}`, { headers: bearer(TOKEN) });
  const { status, body } = await answerOf(refused);
  expect([status, body.error.code, body.error.type]).toEqual([503, 131016, 'OAuthException']);
  await alone.stop();
});

test('without the variable a listed number is like any other that is unknown', async () => {
  const plain = await startApp({ env: { META_GRAPH_URL: `http://127.0.0.1:${meta.port}` } });
  const at = `${plain.url}/graph/v25.0/${NUMBER}/messages`;
  expect((await fetch(at, { method: 'POST', headers: bearer(TOKEN) })).status).toBe(401);
  const known = await fetch(`${plain.url}/graph/v25.0/${NUMBER}`, { headers: bearer(GLOBAL_KEY) });
  const { status, body } = await answerOf(known);
  expect([status, body.error.error_subcode]).toEqual([404, 33]);
  expect(asked).toEqual([]);
  await plain.stop();
});
