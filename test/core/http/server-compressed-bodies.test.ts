/** Bodies that are compressed, as some clients and proxies send them. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { ACCESS_TOKEN, GLOBAL_KEY } from '../../helpers/app.ts';
import { sharedApp } from '../../helpers/shared.ts';

let number: string;
const app = sharedApp({ env: { MCP_ENABLED: 'true' }, instances: ['shop'] });
beforeAll(async () => {
  number = (await app.call('GET', '/instance/fetchInstances')).body[0].phoneNumberId;
});

const CREDENTIALS = { apikey: GLOBAL_KEY };
const TEXT = JSON.stringify({ number: '5511888880000', text: 'Hello' });

async function post(path: string, headers: Record<string, string>, body: string | Uint8Array) {
  const answer = await fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const DOORS: readonly [string, () => string, Record<string, string>][] = [
  ['the gateway', () => '/message/sendText/shop', CREDENTIALS],
  ['a body with a file', () => '/message/sendMedia/shop', CREDENTIALS],
  ['the CRM', () => '/api/v1/pipelines', { api_access_token: ACCESS_TOKEN }],
  [
    'the Graph API',
    () => `/graph/v25.0/${number}/messages`,
    { authorization: `Bearer ${GLOBAL_KEY}` },
  ],
  [
    'an upload to the Graph API',
    () => `/graph/v25.0/${number}/media`,
    { authorization: `Bearer ${GLOBAL_KEY}`, 'content-type': 'multipart/form-data; boundary=x' },
  ],
  ['Evolution Go', () => '/send/text', CREDENTIALS],
  ['agents', () => '/mcp', CREDENTIALS],
];
test.each(DOORS)(
  'a compressed body is answered 415 at every door, with what is accepted: %s',
  async (_, path, headers) => {
    const answer = await post(path(), { ...headers, 'content-encoding': 'gzip' }, gzipSync(TEXT));
    expect([answer.status, answer.headers.get('accept-encoding')]).toEqual([415, 'identity']);
    expect(answer.text).toContain('without content-encoding');
  },
);

describe('each coding is refused, and none is not', () => {
  const send = (coding: string, body: string | Uint8Array = TEXT) =>
    post('/message/sendText/shop', { ...CREDENTIALS, 'content-encoding': coding }, body);

  test.each([
    ['gzip', gzipSync(TEXT)],
    ['x-gzip', gzipSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['zstd', zstdCompressSync(TEXT)],
    ['br', 'whatever'],
    ['GZIP', gzipSync(TEXT)],
    ['gzip, gzip', gzipSync(gzipSync(TEXT))],
    ['identity, gzip', gzipSync(TEXT)],
    ['gzip', TEXT],
    ['aws-chunked', TEXT],
    ['identity;q=1', TEXT],
  ])('415: %s', async (coding, body) => {
    const { status, text } = await send(coding, body);
    expect(status).toBe(415);
    expect(JSON.parse(text).error.hint).toBe(`content-encoding: ${coding.split(';')[0]} was sent`);
  });

  test.each(['identity', 'Identity', 'identity, identity', '', ' '])(
    'sent as it is: %p',
    async (coding) => {
      expect((await send(coding)).status).toBe(201);
    },
  );

  test('a compressed body that does not say so is refused with that reason', async () => {
    const { status, text } = await post('/message/sendText/shop', CREDENTIALS, gzipSync(TEXT));
    expect([status, JSON.parse(text).error.message]).toEqual([
      400,
      'The body must not be compressed',
    ]);
  });

  test('what has no body is answered whatever it says of one', async () => {
    const headers = { ...CREDENTIALS, 'content-encoding': 'gzip' };
    expect((await fetch(`${app.url}/instance/fetchInstances`, { headers })).status).toBe(200);
  });
});
