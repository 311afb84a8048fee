/** Base URLs that end in a slash, so that paths begin with two: over a real connection. */
import { afterAll, describe, expect, test } from 'bun:test';
import { rawRequest } from './raw-request.ts';
import { sampleServer } from './sample-server.ts';

const server = sampleServer();
const port = server.listen();
afterAll(() => server.stop());

const ask = (target: string, extra = 'apikey: good\r\n') =>
  rawRequest(port, `${target} HTTP/1.1\r\nHost: localhost\r\n${extra}Connection: close\r\n\r\n`);

describe('a path that begins with more than one slash', () => {
  test.each(['//', '///', '////////'])(
    '200 %sinstance/whoami is answered as with one',
    async (start) => {
      const { status, body } = await ask(`GET ${start}instance/whoami?x=//y`);
      expect([status, body]).toEqual([200, (await ask('GET /instance/whoami?x=//y')).body]);
    },
  );

  test('401 without a key, and failures name the path as it is routed', async () => {
    const { status, body } = await ask('GET //instance/whoami', '');
    expect([status, JSON.parse(body).meta.path]).toEqual([401, '/instance/whoami']);
  });

  test('405 with what the path takes', async () => {
    expect((await ask('DELETE //instance/whoami')).status).toBe(405);
    expect((await ask('PROPFIND //instance/whoami')).status).toBe(405);
  });

  test('404 slashes that are doubled elsewhere', async () => {
    expect((await ask('GET /instance//whoami')).status).toBe(404);
  });
});
