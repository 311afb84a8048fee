import { afterAll, expect, test } from 'bun:test';
import { documentRoutes } from '../../src/http/document-routes.ts';
import { sampleServer } from './sample-server.ts';

const server = sampleServer();
const origin = `http://127.0.0.1:${server.listen()}`;
afterAll(() => server.stop());

test('/openapi.json is the document that is at /swagger/json', async () => {
  const [one, other] = [
    await server.ask('GET /openapi.json'),
    await server.ask('GET /swagger/json'),
  ];
  expect(one.json.openapi).toBe('3.1.0');
  expect(one.json).toEqual(other.json);
});

test('the document comes compressed to whoever takes that', async () => {
  const ask = (encoding: string) =>
    fetch(`${origin}/openapi.json`, {
      headers: { 'accept-encoding': encoding },
      decompress: false,
    });
  const [plain, compressed] = [await ask('identity'), await ask('br, gzip')];
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(compressed.headers.get('content-encoding')).toBe('gzip');
  for (const { headers } of [plain, compressed])
    expect(headers.get('vary')).toContain('accept-encoding');
  const bytes = await compressed.arrayBuffer();
  expect(new TextDecoder().decode(Bun.gunzipSync(bytes))).toBe(await plain.text());
});

test('however many callers ask, the text is made once and compressed once', async () => {
  let made = 0;
  const routes = documentRoutes(() => ({
    toJSON: () => {
      made++;
      return { openapi: '3.1.0' };
    },
  }));
  const ask = (encoding: string, headers: object = {}) =>
    routes.handle(
      new Request('http://localhost/openapi.json', {
        headers: { 'accept-encoding': encoding, ...headers },
      }),
    );
  for (let time = 0; time < 5; time++) for (const coding of ['identity', 'gzip']) await ask(coding);
  expect(made).toBe(1);
  const etag = (await ask('identity')).headers.get('etag') ?? '';
  const known = await ask('gzip', { 'if-none-match': etag });
  expect([known.status, await known.text()]).toEqual([304, '']);
});
