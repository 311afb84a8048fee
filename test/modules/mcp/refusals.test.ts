/** What /mcp refuses before any tool is called. */
import { describe, expect, test } from 'bun:test';
import { rawRequest } from '../../core/http/raw-request.ts';
import { ACCESS_TOKEN, GLOBAL_KEY, startApp } from '../../helpers/app.ts';
import { sharedApp } from '../../helpers/shared.ts';

const app = sharedApp({
  env: {
    MCP_ENABLED: 'true',
    PUBLIC_URL: 'https://gate.example.com/api',
    CORS_ORIGINS: 'https://agents.example.com',
  },
});

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const BOTH = 'application/json, text/event-stream';

interface SentRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

async function send({ method = 'POST', headers = {}, body = LIST }: SentRequest = {}) {
  const response = await fetch(`${app.url}/mcp`, {
    method,
    headers: { accept: BOTH, 'content-type': 'application/json', ...headers },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { response, status: response.status, text, json: text ? JSON.parse(text) : null };
}

const KEY = { apikey: GLOBAL_KEY };

describe('who is let in', () => {
  test('200 with a key, with a token and with a bearer token', async () => {
    for (const headers of [
      KEY,
      { api_access_token: ACCESS_TOKEN },
      { authorization: `Bearer ${ACCESS_TOKEN}` },
    ])
      expect((await send({ headers })).status).toBe(200);
  });

  test('401 without a credential, and with one that is not known', async () => {
    const none = await send();
    expect([none.status, none.json.error.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(none.json.error.message).toBe('The header apikey or api_access_token is missing');
    expect((await send({ headers: { apikey: 'wrong' } })).status).toBe(401);
    expect((await send({ headers: { authorization: `Bearer ${GLOBAL_KEY}` } })).status).toBe(401);
    expect((await send({ headers: { apikey: ACCESS_TOKEN } })).status).toBe(401);
  });

  test('400 with a key and a token at once', async () => {
    const { status, json } = await send({ headers: { ...KEY, api_access_token: ACCESS_TOKEN } });
    expect([status, json.error.code]).toEqual([400, 'BAD_REQUEST']);
  });

  test('403 for the page of an origin that is not named, even with the right key', async () => {
    for (const origin of ['http://rebound.example.com', 'null', app.url]) {
      const { status, json } = await send({ headers: { ...KEY, origin } });
      expect([status, json.error.message]).toEqual([
        403,
        'pages of this origin may not call /mcp: CORS_ORIGINS names those that may',
      ]);
    }
    for (const origin of ['https://agents.example.com', 'https://gate.example.com'])
      expect((await send({ headers: { ...KEY, origin } })).status).toBe(200);
  });

  test('404 for everybody as long as it is off', async () => {
    const off = await startApp();
    for (const headers of [{}, KEY]) {
      const response = await fetch(`${off.url}/mcp`, { method: 'POST', headers, body: '{}' });
      expect(response.status).toBe(404);
    }
    await off.stop();
  });
});

describe('what is no request of the protocol', () => {
  test('405 for the methods of servers that keep sessions, with the one that is taken', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const { status, response } = await send({ method, headers: KEY });
      expect([status, response.headers.get('allow')]).toEqual([405, 'POST']);
    }
  });

  test('an answer is JSON for every client, whichever kinds of answers it says that it takes', async () => {
    const accepts = [
      'application/json',
      'application/*',
      '*/*',
      'text/event-stream',
      'text/html',
      '',
    ];
    for (const accept of ['application/json;q=1, text/html;q=0', ...accepts]) {
      const { status, response, json } = await send({ headers: { ...KEY, accept } });
      expect([accept, status]).toEqual([accept, 200]);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(json.result.tools.length).toBeGreaterThan(10);
    }
    const head = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n';
    const body = JSON.stringify(LIST);
    const silent = await rawRequest(
      app.app.server.port,
      `${head}apikey: ${GLOBAL_KEY}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(silent.status).toBe(200);
  });

  test('415 for a body that is not JSON', async () => {
    const headers = { ...KEY, 'content-type': 'text/plain' };
    expect((await send({ headers })).status).toBe(415);
  });

  test('400 for broken JSON, a batch, an empty body and what is no message', async () => {
    for (const body of ['{"jsonrpc":', [LIST, LIST], '', { hello: 'there' }, { ...LIST, id: {} }]) {
      const { status } = await send({ headers: KEY, body });
      expect([body, status]).toEqual([body, 400]);
    }
    const old = { ...KEY, 'mcp-protocol-version': '1999-01-01' };
    expect((await send({ headers: old })).status).toBe(400);
    const none = await fetch(`${app.url}/mcp?tools=list_instances,nothing`, {
      method: 'POST',
      headers: { ...KEY, accept: BOTH, 'content-type': 'application/json' },
      body: JSON.stringify(LIST),
    });
    expect([none.status, await none.text()]).toEqual([400, expect.stringContaining('nothing')]);
  });

  test('413 for a body over 1 MiB', async () => {
    const body = { ...LIST, params: { filler: 'x'.repeat(1024 * 1024) } };
    expect((await send({ headers: KEY, body })).status).toBe(413);
  });

  test('a method that is not known, and a call without a name, are errors of the protocol', async () => {
    const unknown = await send({ headers: KEY, body: { ...LIST, method: 'resources/list' } });
    expect([unknown.status, unknown.json.error.code]).toEqual([200, -32601]);
    const nameless = await send({ headers: KEY, body: { ...LIST, method: 'tools/call' } });
    expect([nameless.status, nameless.json.error.code < 0]).toEqual([200, true]);
    const notified = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect((await send({ headers: KEY, body: notified })).status).toBe(202);
  });
});
