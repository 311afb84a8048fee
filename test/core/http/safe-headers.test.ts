import { afterAll, describe, expect, test } from 'bun:test';
import { rawRequest } from './raw-request.ts';
import { KEY, sampleServer, TOKEN } from './sample-server.ts';

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
