import { afterAll, describe, expect, test } from 'bun:test';
import { documentRoutes } from '../../../src/core/http/document-routes.ts';
import { type SampleOptions, sampleServer } from './sample-server.ts';

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

describe('the document names the server at which it was asked for, since programs cannot follow a path alone', () => {
  const serversAt = async (headers: Record<string, string>, options: SampleOptions = {}) => {
    const asked = sampleServer(options);
    const url = `http://127.0.0.1:${asked.listen()}/openapi.json`;
    const answer = await fetch(url, { headers });
    const { servers, openapi } = (await answer.json()) as Record<string, unknown>;
    await asked.stop();
    expect(openapi).toBe('3.1.0');
    return { servers, origin: new URL(url).origin };
  };
  const at = (url: string) => [{ url }];

  test('the address of the request', async () => {
    const { servers, origin: own } = await serversAt({});
    expect(servers).toEqual(at(own));
    const named = await serversAt({ host: 'gate.example.com' });
    expect(named.servers).toEqual(at('http://gate.example.com'));
  });

  test('https behind a proxy that is trusted, and never what others claim', async () => {
    const headers = {
      host: 'gate.example.com',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'attacker.example',
    };
    const behind = await serversAt(headers, { trustProxy: ['127.0.0.1'] });
    expect(behind.servers).toEqual(at('https://gate.example.com'));
    expect((await serversAt(headers)).servers).toEqual(at('http://gate.example.com'));
  });

  test('PUBLIC_URL where it is set, with its path', async () => {
    const publicUrl = 'https://example.com/gate';
    expect((await serversAt({ host: 'other.test' }, { publicUrl })).servers).toEqual(at(publicUrl));
  });

  test('callers that make up addresses do not have it compressed for each', async () => {
    const routes = documentRoutes(() => ({ openapi: '3.1.0' }));
    const codings: (string | null)[] = [];
    for (let host = 0; host < 6; host++) {
      const headers = { 'accept-encoding': 'gzip' };
      const asked = new Request(`http://host-${host}.test/openapi.json`, { headers });
      const answer = await routes.handle(asked);
      codings.push(answer.headers.get('content-encoding'));
    }
    expect(codings).toEqual(['gzip', 'gzip', 'gzip', 'gzip', null, null]);
  });
});
