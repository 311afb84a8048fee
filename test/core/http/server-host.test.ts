/** What the whole product does with Host headers that no client should send. */
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { ACCESS_TOKEN, GLOBAL_KEY } from '../../helpers/app.ts';
import { sharedApp } from '../../helpers/shared.ts';
import { rawRequest } from './raw-request.ts';

const app = sharedApp();

const PATHS = ['/health', '/instance/fetchInstances', '/ws?ticket=x', '/api/v1/permissions'];

const ask = (path: string, hosts: readonly string[], version = '1.1') => {
  const lines = hosts.map((host) => `Host: ${host}\r\n`).join('');
  const head = `GET ${path} HTTP/${version}\r\n${lines}apikey: ${GLOBAL_KEY}\r\nConnection: close\r\n\r\n`;
  return rawRequest(app.app.server.port, head);
};

async function expectRefused(hosts: readonly string[], version?: string) {
  for (const path of PATHS) {
    const { status, body } = await ask(path, hosts, version);
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({
      success: false,
      error: {
        code: path.startsWith('/api/v1/permissions') ? 'VALIDATION_ERROR' : 'BAD_REQUEST',
        message: 'The Host header is missing, malformed or given twice',
      },
      meta: { timestamp: expect.any(String), path: path.replace(/\?.*/, ''), method: 'GET' },
    });
  }
}

describe('a Host header that names no host is answered 400 in the failure envelope', () => {
  const hosts = [
    ...['[', '%', 'x:abc', '127.0.0.1:99999', '', ' ', 'a b', 'a,b', 'a/b', 'a?b', 'a#b', 'a\\b'],
    ...['user@host', '[::1', '[::g]', '::1', 'x:80:80', '1.2.3.4.5', '256.1.1.1', 'xn--a', '%41'],
  ];
  for (const host of hosts) test(`Host: "${host}"`, () => expectRefused([host]));

  test('none at all, which HTTP/1.0 allows', () => expectRefused([], '1.0'));
});

describe('two Host headers are answered 400', () => {
  test('different ones', () => expectRefused(['localhost', 'example.com']));
  test('the same one twice', () => expectRefused(['localhost', 'localhost']));
});

describe('a Host header that names a host is let through', () => {
  const hosts = [
    'localhost',
    'a.b:8080',
    '127.0.0.1:1',
    '[::1]:80',
    '[::1]',
    'my_host',
    'a.',
    'a:',
  ];
  for (const host of hosts) {
    test(`Host: "${host}"`, async () => {
      expect((await ask('/instance/fetchInstances', [host])).status).toBe(200);
    });
  }
});

test('a refused Host header is one line at debug without a stack, and nothing above it', async () => {
  app.lines.length = 0;
  await ask('/instance/fetchInstances', ['[']);
  expect(app.lines).toEqual([
    {
      level: 'debug',
      time: expect.any(String),
      message: 'request refused: unusable Host header',
      requestId: expect.any(String),
    },
  ]);
});

test('no Host header of visible characters is ever answered 5xx or left without an answer', async () => {
  const character = fc.constantFrom(...'[]%:.,/?#@\\ ax09-_~!$&()*+;=<>^`{|}"\'\té');
  const hosts = fc.oneof(
    fc.array(character, { maxLength: 12 }).map((list) => list.join('')),
    fc.webAuthority({ withPort: true, withIPv6: true }).map((host) => host.slice(0, 200)),
  );
  await fc.assert(
    fc.asyncProperty(hosts, fc.constantFrom(...PATHS), async (host, path) => {
      const { status } = await ask(path, [host]);
      expect(status).toBeGreaterThanOrEqual(200);
      expect(status).toBeLessThan(500);
    }),
    { numRuns: 300, seed: 9 },
  );
});

test('a Host header that names another place never comes back, in no answer, link or redirect', async () => {
  const { paths } = (await app.call('GET', '/swagger/json', undefined, null)).body;
  const offered = Object.keys(paths).filter((path) => 'get' in paths[path] && !path.includes('{'));
  // The API document names the Host it was asked at: its test says what else it must not name.
  const pages = ['/', '/swagger', '/manager', '/docs', '/docs/limits', '/mcp', '/x'];
  const credentials = [
    `apikey: ${GLOBAL_KEY}`,
    `api_access_token: ${ACCESS_TOKEN}`,
    'apikey: wrong\r\napi_access_token: wrong',
  ];
  const claims = [
    'Host: attacker.example',
    'X-Forwarded-Host: attacker.example',
    'Forwarded: host=attacker.example',
    'X-Original-Host: attacker.example',
  ].join('\r\n');
  for (const path of [...pages, ...offered]) {
    for (const credential of credentials) {
      for (const accept of ['text/html', '*/*']) {
        const head = `GET ${path} HTTP/1.1\r\n${claims}\r\n${credential}\r\nAccept: ${accept}`;
        const answer = await rawRequest(
          app.app.server.port,
          `${head}\r\nConnection: close\r\n\r\n`,
        );
        expect([path, answer.status >= 200 && answer.status < 500]).toEqual([path, true]);
        expect(`${path} ${answer.head} ${answer.body}`).not.toContain('attacker');
      }
    }
  }
});
