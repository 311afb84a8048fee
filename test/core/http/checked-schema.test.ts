/** Bodies that their route gets as they came. */
import { afterAll, expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { bytesBody } from '../../../src/core/http/checked-schema.ts';
import { sampleServer } from './sample-server.ts';

const server = sampleServer({ bodyLimits: () => 64 });
server.app.use(
  new Elysia().post(
    '/instance/bytes',
    ({ body }) => ({ isBytes: body instanceof Uint8Array, text: Buffer.from(body).toString() }),
    { body: bytesBody({ type: 'object' }) },
  ),
);
afterAll(() => server.stop());
const post = (body: string, headers: Record<string, string> = {}) =>
  server.ask('POST /instance/bytes', { headers: { apikey: 'good', ...headers }, body });

test('a route that asks for bytes gets them as they came, whatever they claim to be', async () => {
  const odd = '{"a" :1,\n"b":"\\u00e1"} and no JSON';
  expect((await post(odd)).json).toEqual({ isBytes: true, text: odd });
  const typed = await post(odd, { 'content-type': 'application/json' });
  expect(typed.json).toEqual({ isBytes: true, text: odd });
  expect((await post('')).json).toEqual({ isBytes: true, text: '' });
});

test('bytes above the limit of their path are 413', async () => {
  expect((await post('x'.repeat(64))).status).toBe(200);
  expect((await post('x'.repeat(65))).status).toBe(413);
});
