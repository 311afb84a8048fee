import { afterAll, describe, expect, test } from 'bun:test';
import { FormatRegistry, Type } from '@sinclair/typebox';
import { collectGarbage } from '../../helpers/garbage.ts';
import { until } from '../../helpers/until.ts';
import { rawRequest } from './raw-request.ts';
import { KEY, sampleServer, TOKEN } from './sample-server.ts';

const server = sampleServer();
const port = server.listen();
afterAll(() => server.stop());

const get = (path: string, host = 'localhost', extra = '') =>
  rawRequest(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${extra}Connection: close\r\n\r\n`);

describe('an unauthenticated caller gets 401 before anything else is looked at', () => {
  const requests: [string, { headers?: Record<string, string>; body?: unknown }][] = [
    ['GET /instance/state/shop', {}],
    ['GET /instance/state/shop', { headers: { apikey: 'bad' } }],
    ['GET /instance/no/such/path', {}],
    ['DELETE /instance/state/shop', {}],
    ['OPTIONS /instance/state/shop', {}],
    ['PROPFIND /instance/state/shop', {}],
    ['GET /instance', {}],
    ['GET /metrics', {}],
    ['POST /instance/settings/shop', { body: '{' }],
    ['POST /instance/settings/shop', { headers: { 'content-type': 'text/plain' }, body: 'x' }],
    ['POST /instance/settings/shop', { body: { enabled: 5 } }],
    ['GET /instance/state/%zz', {}],
    ['POST /api/v1/nothing', { body: { a: 1 } }],
    ['GET /api/v1/permissions', { headers: KEY }],
  ];
  for (const [target, init] of requests) {
    test(`401 ${target} ${JSON.stringify(init)}`, async () => {
      const answer = await server.ask(target, init);
      expect(answer.status).toBe(401);
      expect(answer.json).toMatchObject({
        success: false,
        error: { message: expect.stringContaining('is not valid') },
      });
    });
  }
});

describe('no spelling of a path reaches a zone unauthenticated', () => {
  const paths = [
    '/instance/state/shop',
    '/instance/state/shop/',
    '//instance/state/shop',
    '/%69nstance/state/shop',
    '/instance%2Fstate/shop',
    '/x/../instance/state/shop',
    '/./instance/state/shop',
    '/%2e/instance/state/shop',
    '\\instance\\state\\shop',
    '/instance\\state\\shop',
    'http://elsewhere/instance/state/shop',
    '/instance/state/shop?a=/x',
    '/instance/state/shop#x',
    '/Instance/state/shop',
  ];
  for (const path of paths) {
    test(`refused: ${path}`, async () => {
      const { status } = await get(path);
      expect([400, 401, 404]).toContain(status);
    });
  }

  const hosts = ['x', 'a/b', 'a/instance', 'a?', 'a#', 'user@host', ''];
  for (const host of hosts) {
    test(`refused: host "${host}"`, async () => {
      for (const path of ['/instance/state/shop', '/xxxxxx/instance/state/shop', '/metrics']) {
        const { status } = await get(path, host);
        expect([400, 401, 404]).toContain(status);
      }
    });
  }

  test('400 no host at all', async () => {
    const { status, body } = await rawRequest(port, 'GET /health HTTP/1.0\r\n\r\n');
    expect(status).toBe(400);
    expect(JSON.parse(body).error.message).toContain('Host');
  });

  test('401 a route outside every zone that asks for a principal', async () => {
    expect((await server.ask('GET /stray', { headers: KEY })).status).toBe(401);
  });
});

test('the principal is what the zone returned', async () => {
  const { status, json } = await server.ask('GET /instance/whoami', {
    headers: { apikey: 'good-1' },
  });
  expect(status).toBe(200);
  expect(json).toEqual({ key: 'good-1' });
});

test('200 with any host of any length', async () => {
  const { status } = await get('/instance/whoami', 'x', 'apikey: good\r\n');
  expect(status).toBe(200);
});

test('a failing zone answers 500 and is logged', async () => {
  const broken = sampleServer({
    zones: [
      {
        prefixes: ['/instance'],
        authenticate: () => Promise.reject(new Error('no database')),
      },
    ],
  });
  const { status, json } = await broken.ask('GET /instance/whoami');
  expect(status).toBe(500);
  expect(json.error.message).toBe('An unexpected error occurred');
  expect(broken.logged.join()).toContain('no database');
});

test('of 50,000 wrong items of a body only the first are looked at', async () => {
  let looks = 0;
  FormatRegistry.Set('never', () => {
    looks += 1;
    return false;
  });
  const { app, ask } = sampleServer();
  const body = Type.Object({ list: Type.Array(Type.String({ format: 'never' })) });
  app.post('/api/v1/many', () => ({}), { body });
  const sent = { headers: TOKEN, body: { list: Array(50_000).fill('x') } };
  const { status, json } = await ask('POST /api/v1/many', sent);
  FormatRegistry.Delete('never');
  expect(status).toBe(422);
  expect(Object.keys(json.error.details).length).toBeGreaterThan(9);
  expect(looks).toBeLessThan(5_000);
});

describe('every answer carries x-request-id', () => {
  const targets: [string, { headers?: Record<string, string>; body?: unknown }][] = [
    ['GET /health', {}],
    ['GET /nothing', {}],
    ['GET /instance/state/shop', {}],
    ['GET /instance/state/shop', { headers: KEY }],
    ['GET /instance/crash', { headers: KEY }],
    ['DELETE /api/v1/mcp-servers/1', { headers: TOKEN }],
    ['POST /instance/settings/shop', { headers: KEY, body: '{' }],
    ['POST /instance/settings/shop', { headers: KEY, body: { url: 'x'.repeat(1 << 20) } }],
    ['GET /swagger', {}],
    ['GET /', {}],
  ];
  for (const [target, init] of targets) {
    test(`made: ${target}`, async () => {
      const { headers } = await server.ask(target, init);
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    });
    test(`taken over: ${target}`, async () => {
      const headers = { ...init.headers, 'x-request-id': 'trace/1:a' };
      const answer = await server.ask(target, { ...init, headers });
      expect(answer.headers.get('x-request-id')).toBe('trace/1:a');
    });
  }

  test('one of 128 characters is taken over, a longer or odd one is replaced', async () => {
    const idFor = async (id: string) =>
      (await server.ask('GET /health', { headers: { 'x-request-id': id } })).headers.get(
        'x-request-id',
      );
    expect(await idFor('a'.repeat(128))).toBe('a'.repeat(128));
    expect(await idFor('a'.repeat(129))).toHaveLength(36);
    expect(await idFor('a b')).toHaveLength(36);
    expect(await idFor('é')).toHaveLength(36);
  });
});

test('400 a malformed percent escape in a path, inside and outside the zones', async () => {
  for (const [target, headers] of [
    ['GET /instance/state/%zz', KEY],
    ['GET /nothing/%', {}],
  ] as const) {
    const { status, json } = await server.ask(target, { headers });
    expect(status).toBe(400);
    expect(json.error).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'The path has a malformed percent escape',
    });
  }
});

const SERVERS = 20;

async function servedOnce(): Promise<WeakRef<object>> {
  const server = sampleServer();
  const port = server.listen();
  await (await fetch(`http://127.0.0.1:${port}/health`)).text();
  await server.stop();
  return new WeakRef(server.app);
}

test('servers that have stopped do not stay in memory', async () => {
  const served: WeakRef<object>[] = [];
  for (let count = 0; count < SERVERS; count++) served.push(await servedOnce());
  // What the stack still seems to point at may stay.
  await until('most are gone', () => {
    collectGarbage();
    return served.filter((server) => server.deref() !== undefined).length <= SERVERS / 4;
  });
});
