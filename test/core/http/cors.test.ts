import { afterAll, describe, expect, test } from 'bun:test';
import { createZoneCors } from '../../../src/core/http/cors.ts';
import type { Zone } from '../../../src/core/http/zone.ts';
import { rawRequest } from './raw-request.ts';
import { KEY, sampleServer, TOKEN } from './sample-server.ts';

const APP = 'https://app.example';
const preflight = { origin: APP, 'access-control-request-method': 'POST' };
const ALLOW = 'access-control-allow-origin';

describe('off', () => {
  const { ask } = sampleServer();
  test('no header, and a preflight is a request like any other', async () => {
    const { headers } = await ask('GET /health', { headers: { origin: APP } });
    expect(headers.get(ALLOW)).toBeNull();
    expect(headers.get('vary')).toBeNull();
    expect((await ask('OPTIONS /instance/connect', { headers: preflight })).status).toBe(401);
  });
});

describe('for one origin', () => {
  const { ask } = sampleServer({ corsOrigins: [APP] });

  test('204 a preflight, before authentication, with every header callers may send', async () => {
    const { status, headers, text } = await ask('OPTIONS /instance/connect', {
      headers: preflight,
    });
    expect(status).toBe(204);
    expect(text).toBe('');
    expect(headers.get(ALLOW)).toBe(APP);
    expect(headers.get('vary')).toBe('origin');
    expect(headers.get('x-request-id')).not.toBeNull();
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(headers.get('access-control-allow-methods')).toContain(method);
    }
    const allowed = headers.get('access-control-allow-headers')?.split(', ');
    for (const name of [
      'apikey',
      'api_access_token',
      'api-access-token',
      'authorization',
      'content-type',
      'idempotency-key',
      'if-match',
      'instanceid',
      'x-request-id',
    ]) {
      expect(allowed).toContain(name);
    }
  });

  test('answers and failures carry it', async () => {
    const origin = { origin: APP };
    for (const headers of [origin, { ...origin, ...KEY }]) {
      const answer = await ask('GET /instance/state/shop', { headers });
      expect(answer.headers.get(ALLOW)).toBe(APP);
      expect(answer.headers.get('access-control-expose-headers')).toContain('x-request-id');
    }
  });

  test('another origin gets nothing, its preflight 401', async () => {
    const headers = { ...preflight, origin: 'https://evil.example' };
    const answer = await ask('OPTIONS /instance/connect', { headers });
    expect(answer.status).toBe(401);
    expect(answer.headers.get(ALLOW)).toBeNull();
    expect(answer.headers.get('vary')).toBe('origin');
  });

  test('a plain OPTIONS is no preflight', async () => {
    expect((await ask('OPTIONS /instance/connect', { headers: { origin: APP } })).status).toBe(401);
  });
});

test('* allows any origin', async () => {
  const { ask } = sampleServer({ corsOrigins: ['*'] });
  const { status, headers } = await ask('OPTIONS /instance/connect', { headers: preflight });
  expect(status).toBe(204);
  expect(headers.get(ALLOW)).toBe('*');
});

test('a zone that names its origins is for those alone; the configured ones are for all others', () => {
  const zone: Zone = { prefixes: ['/mine'], corsOrigins: [APP], authenticate: () => null };
  const other: Zone = { prefixes: ['/other'], authenticate: () => null };
  const corsOf = createZoneCors(['https://configured.example'], [zone, other]);
  const allowed = (of: Zone | undefined, origin: string) => {
    const headers: Record<string, string> = {};
    corsOf(of)?.(new Request('http://localhost/', { headers: { origin } }), headers);
    return headers[ALLOW] ?? null;
  };
  for (const [origin, inZone, elsewhere] of [
    [APP, APP, null],
    ['https://configured.example', null, 'https://configured.example'],
  ] as const) {
    expect(allowed(zone, origin)).toBe(inZone);
    expect(allowed(other, origin)).toBe(elsewhere);
    expect(allowed(undefined, origin)).toBe(elsewhere);
  }
});

type Init = { headers?: Record<string, string>; body?: unknown };

const ANSWERS: [target: string, status: number, init: Init][] = [
  ['GET /health', 200, {}],
  ['GET /', 200, {}],
  ['GET /', 200, { headers: { accept: 'text/html' } }],
  ['GET /nothing', 404, { headers: { accept: 'text/html' } }],
  ['GET /instance/state/shop', 401, { headers: { accept: 'text/html' } }],
  ['GET /swagger', 200, {}],
  ['GET /swagger/json', 200, {}],
  ['GET /swagger/assets/any/swagger-ui.js', 200, {}],
  ['GET /metrics', 200, { headers: KEY }],
  ['GET /nothing', 404, {}],
  ['DELETE /health', 405, {}],
  ['GET /nothing/%', 400, {}],
  ['GET /instance/state/shop', 401, {}],
  ['GET /instance/state/shop', 200, { headers: KEY }],
  ['POST /instance/settings/shop', 415, { headers: KEY, body: '{' }],
  ['POST /instance/settings/shop', 413, { headers: KEY, body: { url: 'x'.repeat(1 << 20) } }],
  ['GET /instance/crash', 500, { headers: KEY }],
  ['DELETE /api/v1/mcp-servers/1', 204, { headers: TOKEN }],
];

describe('no browser guesses what kind of content an answer is', () => {
  const { ask } = sampleServer({ corsOrigins: ['*'] });
  for (const [target, status, init] of ANSWERS) {
    test(`${status} ${target}`, async () => {
      const answer = await ask(target, init);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    });
  }

  test('204 a preflight', async () => {
    const headers = { origin: 'https://app.example', 'access-control-request-method': 'POST' };
    const answer = await ask('OPTIONS /instance/connect', { headers });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('no cache may store an answer where a credential is asked for', () => {
  const { ask } = sampleServer();
  for (const [target, status, init] of ANSWERS) {
    const isPrivate = /\/(instance|metrics|api)\b/.test(target);
    test(`${status} ${target}: ${isPrivate ? 'no-store' : 'may be cached'}`, async () => {
      const kept = (await ask(target, init)).headers.get('cache-control');
      if (isPrivate) expect(kept).toBe('no-store');
      else expect(kept).not.toBe('no-store');
    });
  }
});

describe('browsers get strict-transport-security', () => {
  const HSTS = 'strict-transport-security';
  const YEAR = 'max-age=31536000';

  test('on every answer when the public URL is https', async () => {
    const { ask } = sampleServer({ isPublicTls: true });
    for (const [target, , init] of ANSWERS)
      expect((await ask(target, init)).headers.get(HSTS)).toBe(YEAR);
  });

  test('not when nothing says that they speak https', async () => {
    const { ask } = sampleServer();
    for (const [target, , { headers, ...init }] of ANSWERS) {
      const answer = await ask(target, {
        ...init,
        headers: { ...headers, 'x-forwarded-proto': 'https' },
      });
      expect(answer.headers.get(HSTS)).toBeNull();
    }
  });

  const trusting = sampleServer({ trustProxy: ['127.0.0.0/8'] });
  const distrusting = sampleServer({ trustProxy: ['10.0.0.0/8'] });
  afterAll(() => Promise.all([trusting.stop(), distrusting.stop()]));
  const behind = async (port: number, proto: string) => {
    const head = `GET /health HTTP/1.1\r\nHost: a\r\nx-forwarded-proto: ${proto}\r\nConnection: close\r\n\r\n`;
    return (await rawRequest(port, head)).head.toLowerCase().includes(`${HSTS}: ${YEAR}`);
  };

  test('when a trusted proxy says that the client speaks https, and only then', async () => {
    const port = trusting.listen();
    expect(await behind(port, 'https')).toBe(true);
    expect(await behind(port, 'http')).toBe(false);
    expect(await behind(distrusting.listen(), 'https')).toBe(false);
  });
});
