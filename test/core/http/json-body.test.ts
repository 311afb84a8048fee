import { afterAll, describe, expect, test } from 'bun:test';
import { rawRequest } from './raw-request.ts';
import { KEY, sampleServer, TOKEN } from './sample-server.ts';

const server = sampleServer({
  bodyLimits: (path) => (path === '/message/sendMedia' ? 4 << 20 : 1 << 20),
});
const { ask } = server;
const port = server.listen();
afterAll(() => server.stop());

const JSON_TYPE = { 'content-type': 'application/json' };
const CONNECT = 'POST /instance/connect';
const SETTINGS = 'POST /instance/settings/shop';
const MEBIBYTE = 1 << 20;

/** A JSON object of exactly `size` bytes. */
const bodyOf = (size: number, field = 'phone') =>
  `{"${field}":"${'x'.repeat(size - field.length - 7)}"}`;
const send = (target: string, body: string, headers: Record<string, string> = JSON_TYPE) =>
  ask(target, { headers: { ...KEY, ...headers }, body });

describe('size', () => {
  test('200 at 1 MiB, 413 one byte over', async () => {
    expect((await send(CONNECT, bodyOf(MEBIBYTE))).status).toBe(200);
    const { status, json } = await send(CONNECT, bodyOf(MEBIBYTE + 1));
    expect(status).toBe(413);
    expect(json.error).toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      message: 'The body is larger than 1048576 bytes',
    });
  });

  test('a path may have a limit of its own', async () => {
    const target = 'POST /message/sendMedia';
    expect((await send(target, bodyOf(2 * MEBIBYTE, 'media'))).status).toBe(200);
    expect((await send(target, bodyOf(4 * MEBIBYTE + 1, 'media'))).status).toBe(413);
  });

  const head = (line: string, headers: string[]) =>
    [line, 'Host: localhost', ...headers, '', ''].join('\r\n');
  const start = (headers: string[]) =>
    head('POST /instance/connect HTTP/1.1', [
      'apikey: good',
      'Content-Type: application/json',
      ...headers,
    ]);

  test('413 by its declared size, before a byte of it was sent', async () => {
    const { status, head, body } = await rawRequest(port, start(['Content-Length: 104857600']));
    expect(status).toBe(413);
    expect(head).toMatch(/x-request-id: /i);
    expect(JSON.parse(body).error.code).toBe('PAYLOAD_TOO_LARGE');
  });

  test('413 in chunks without a declared size, while it is still being sent', async () => {
    const chunk = `10000\r\n${'x'.repeat(65536)}\r\n`;
    let sent = 0;
    const answer = await rawRequest(port, start(['Transfer-Encoding: chunked']), (write) => {
      for (; sent < 20; sent++) write(chunk);
    });
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body).error.code).toBe('PAYLOAD_TOO_LARGE');
  });

  test('200 in chunks within the limit', async () => {
    const { status, body } = await rawRequest(
      port,
      start(['Transfer-Encoding: chunked', 'Connection: close']),
      (write) => {
        write('8\r\n{"phone"\r\n');
        write('6\r\n:"+49"\r\n1\r\n}\r\n0\r\n\r\n');
      },
    );
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({ read: { phone: '+49' } });
  });

  test('413 with 100 MiB: the answer reaches a client that still sends, and the next request works', async () => {
    const url = `http://127.0.0.1:${port}/instance/connect`;
    const headers = { ...KEY, ...JSON_TYPE };
    const large = new Uint8Array(100 * MEBIBYTE);
    expect((await fetch(url, { method: 'POST', headers, body: large })).status).toBe(413);
    expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(200);
  });

  test('401 for an unauthenticated caller with 100 MiB, in the envelope', async () => {
    const body = new Uint8Array(100 * MEBIBYTE);
    const answer = await fetch(`http://127.0.0.1:${port}/instance/connect`, {
      method: 'POST',
      body,
    });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('x-request-id')).not.toBeNull();
    expect(await answer.json()).toMatchObject({ success: false, error: { code: 'UNAUTHORIZED' } });
  });
});

describe('content type', () => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'json',
  ]) {
    test(`415 ${type}`, async () => {
      const { status, json } = await send(SETTINGS, '{"enabled":true}', { 'content-type': type });
      expect(status).toBe(415);
      expect(json.error.code).toBe('UNSUPPORTED_MEDIA_TYPE');
    });
  }
  test('415 none at all', async () => {
    const request = new Request('http://localhost/instance/connect', {
      method: 'POST',
      headers: KEY,
      body: new TextEncoder().encode('{}'),
    });
    expect((await server.app.handle(request)).status).toBe(415);
  });
  for (const type of [
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/vnd.api+json',
  ]) {
    test(`200 ${type}`, async () => {
      expect((await send(CONNECT, '{}', { 'content-type': type })).status).toBe(200);
    });
  }
});

describe('form', () => {
  const TOO_MANY = 'The body holds more than 100000 values';
  const unreadable: [string, string, string][] = [
    [
      'cut off',
      '{"phone":',
      'The body is not valid JSON: a value is wanted at line 1, column 10, found the end',
    ],
    [
      'blank',
      '  ',
      'The body is not valid JSON: a value is wanted at line 1, column 3, found the end',
    ],
    ['an array', '[]', 'The body must be a JSON object'],
    ['null', 'null', 'The body must be a JSON object'],
    ['a string', '"a"', 'The body must be a JSON object'],
    ['a prototype', '{"a":{"__proto__":{"isAdmin":true}}}', 'The body has a field named __proto__'],
    ['65 levels', nested(65), 'The body is nested deeper than 64 levels'],
    ['10 000 levels', nested(10_000), 'The body is nested deeper than 64 levels'],
    ['60 000 open brackets', '['.repeat(60_000), 'The body is not valid JSON'],
    ['500 000 open brackets', '['.repeat(500_000), TOO_MANY],
    ['200 000 objects', `{"a":[${'{},'.repeat(200_000)}{}]}`, TOO_MANY],
    ['200 000 numbers', `{"a":[${'1,'.repeat(200_000)}1]}`, TOO_MANY],
  ];
  for (const [name, body, message] of unreadable) {
    for (const [target, headers] of [
      [CONNECT, KEY],
      ['POST /api/v1/pipelines/0b7a1c0e-0000-4000-8000-000000000000/pipeline_stages', TOKEN],
    ] as const) {
      test(`400 ${name} at ${target.slice(5, 14)}`, async () => {
        const answer = await ask(target, { headers: { ...headers, ...JSON_TYPE }, body });
        expect(answer.status).toBe(400);
        expect(answer.json.error).toMatchObject({ code: 'BAD_REQUEST', message });
      });
    }
  }
  test('200 a text is one value, whatever it holds', async () => {
    for (const text of [',[{'.repeat(100_000), '\\",['.repeat(100_000), '\\\\'.repeat(200_000)])
      expect((await send(CONNECT, JSON.stringify({ phone: text }))).json).toEqual({
        read: { phone: text },
      });
  });
  test('200 99 000 values', async () => {
    const { status } = await send(CONNECT, `{"a":[${'1,'.repeat(98_000)}1]}`);
    expect(status).toBe(200);
  });
  test('400 bytes that are not UTF-8', async () => {
    const request = new Request('http://localhost/instance/connect', {
      method: 'POST',
      headers: { ...KEY, ...JSON_TYPE },
      body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    });
    const answer = await server.app.handle(request);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('not valid UTF-8');
  });
  test('no body pollutes a prototype', async () => {
    await send(
      CONNECT,
      '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
    );
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });
  test('400 an object or a list instead of a text, also where a field is called toString', async () => {
    for (const url of [{ toString: 1 }, { valueOf: 1, toString: null }, [[{ toString: {} }]]]) {
      const { status, json } = await send(SETTINGS, JSON.stringify({ enabled: true, url }));
      expect(status).toBe(400);
      expect(json.error.message).toBe('The body is invalid: url must be a string');
    }
  });
  test('200 a field called toString comes back as it was sent', async () => {
    const body = { phone: '5511999990000', toString: { toString: [1] } };
    expect((await send(CONNECT, JSON.stringify(body))).json).toEqual({ read: body });
  });
  test('200 at 64 levels', async () => {
    expect((await send(CONNECT, nested(64))).status).toBe(200);
  });
});

describe('absence', () => {
  test('400 where a body is required', async () => {
    for (const init of [{ headers: KEY }, { headers: { ...KEY, ...JSON_TYPE }, body: '' }]) {
      const { status, json } = await ask(SETTINGS, init);
      expect(status).toBe(400);
      expect(json.error.message).toBe('A JSON body is required');
    }
  });
  test('200 where every field is optional: an empty object', async () => {
    expect((await ask(CONNECT, { headers: KEY })).json).toEqual({ read: {} });
    expect((await ask(CONNECT, { headers: { ...KEY, ...JSON_TYPE } })).json).toEqual({ read: {} });
  });
  test('200 a POST that takes none, with and without one', async () => {
    const restart = 'POST /instance/restart/shop';
    expect((await ask(restart, { headers: KEY })).json).toEqual({ restarted: true, body: null });
    for (const body of ['not json', '{"a":1}', 'x'.repeat(2 * MEBIBYTE)]) {
      expect((await send(restart, body, { 'content-type': 'text/plain' })).status).toBe(200);
      expect((await send(restart, body)).json).toEqual({ restarted: true, body: null });
    }
  });
  test('200 the connection goes on after a body that was not read', async () => {
    const url = `http://127.0.0.1:${port}/instance`;
    for (let round = 0; round < 3; round++) {
      const init = { method: 'POST', headers: KEY, body: 'x'.repeat(70_000) };
      expect((await fetch(`${url}/restart/shop`, init)).status).toBe(200);
      expect((await fetch(`${url}/state/shop`, { headers: KEY })).status).toBe(200);
    }
  });
});

function nested(levels: number): string {
  return `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
}
