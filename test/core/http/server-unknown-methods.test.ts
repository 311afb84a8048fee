/** Methods that no operation has, over a real connection: those of HTTP, and invented ones. */
import { afterAll, describe, expect, test } from 'bun:test';
import { rawRequest } from './raw-request.ts';
import { sampleServer } from './sample-server.ts';

const server = sampleServer();
const port = server.listen();
afterAll(() => server.stop());

const ask = async (method: string, path: string, extra = '', body = '') => {
  const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${extra}Connection: close\r\n\r\n`;
  const answer = await rawRequest(port, head + body);
  return { ...answer, allow: /^allow: (.*)$/im.exec(answer.head)?.[1]?.trim() };
};
const APIKEY = 'apikey: good\r\n';

const NAMELESS = ['FOO', 'get', 'Get', 'GETX', 'X-Y', 'A', 'A'.repeat(300)];
const NAMED = ['PROPFIND', 'QUERY', 'TRACE', 'CONNECT', 'PURGE', 'M-SEARCH', 'OPTIONS', 'PATCH'];

describe('a method that the path does not take is answered, not dropped', () => {
  for (const method of [...NAMELESS, ...NAMED]) {
    const shown = NAMED.includes(method) ? method : 'UNKNOWN';
    const name = method.slice(0, 12);

    test(`405 ${name} with what the path takes, in the failure envelope`, async () => {
      const { status, allow, head, body } = await ask(method, '/instance/whoami?x=1', APIKEY);
      expect([status, allow]).toEqual([405, 'GET, HEAD']);
      expect(head).toMatch(/^x-request-id: /im);
      expect(head).toMatch(/^x-content-type-options: nosniff/im);
      expect(JSON.parse(body)).toMatchObject({
        success: false,
        error: { code: 'METHOD_NOT_ALLOWED', message: 'This path takes GET, HEAD' },
        meta: { timestamp: expect.any(String), path: '/instance/whoami', method: shown },
      });
    });

    test(`401 ${name} by an unauthenticated caller`, async () => {
      const { status, body } = await ask(method, '/instance/whoami');
      expect(status).toBe(401);
      expect(JSON.parse(body).meta.method).toBe(shown);
    });

    test(`405 and 404 ${name} outside the zones`, async () => {
      expect((await ask(method, '/health')).allow).toBe('GET, HEAD');
      expect((await ask(method, '/nothing')).status).toBe(404);
    });
  }

  test('400 FOO without a usable Host, as for every method', async () => {
    const noHost = await rawRequest(port, 'FOO /health HTTP/1.0\r\n\r\n');
    expect([noHost.status, JSON.parse(noHost.body).meta.method]).toEqual([400, 'UNKNOWN']);
  });

  test('405 FOO with a body', async () => {
    const { status } = await ask('FOO', '/health', 'content-length: 3\r\n', 'abc');
    expect(status).toBe(405);
  });
});

describe('methods that the path has are answered as before', () => {
  const paths = ['/health', '/health?', '/instance/whoami', '/swagger', `/${'a/'.repeat(300)}`];
  for (const path of paths) {
    test(`GET and HEAD ${path.slice(0, 30)}`, async () => {
      const expected = path.startsWith('/a/') ? 404 : 200;
      expect((await ask('GET', path, APIKEY)).status).toBe(expected);
      expect((await ask('HEAD', path, APIKEY)).status).toBe(expected);
    });
  }

  test('POST with its body', async () => {
    const body = '{"phone":"5511999990000"}';
    const extra = `${APIKEY}content-type: application/json\r\ncontent-length: ${body.length}\r\n`;
    const answer = await ask('POST', '/instance/connect', extra, body);
    expect(JSON.parse(answer.body)).toEqual({ read: { phone: '5511999990000' } });
  });

  test('GET without a connection', async () => {
    expect((await server.ask('GET /health')).status).toBe(200);
  });
});
