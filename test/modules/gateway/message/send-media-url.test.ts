/** Media given by URL, from real servers: what is sent of it, what is refused, and which calls wait for it. */
import { afterAll, describe, expect, test } from 'bun:test';
import { MEDIA_BYTES_MAX } from '../../../../src/core/events/contract/catalog.ts';
import {
  type Answer,
  hang,
  held,
  type Receiver,
  respond,
  startReceiver,
} from '../../../doubles/receiver.ts';
import type { Call, Gateway } from '../../../helpers/gateway.ts';
import { until } from '../../../helpers/until.ts';
import { FILES, noteMedia, openGateway } from './setup.ts';

const servers: Receiver[] = [];
afterAll(() => Promise.all(servers.map((server) => server.stop())));
const serve = async (...answers: Answer[]): Promise<Receiver> => {
  const server = await startReceiver();
  server.script(...answers);
  servers.push(server);
  return server;
};
const file = (type: string, body: string | Uint8Array = 'abc') =>
  respond(200, { headers: { 'content-type': type }, body });

const send = ({ call }: Gateway, body: object, request: Call = {}, name = 'shop') =>
  call('POST', `/message/sendMedia/${name}`, {
    body: { number: '5511999990000', mediatype: 'image', ...body },
    ...request,
  });

const BASE64 = { media: Buffer.from('abc').toString('base64') };

describe('POST /message/sendMedia with a URL', () => {
  test.each<[string, string, string, object, object]>([
    ['what its server says', 'image/webp', '/a.png', {}, { mimetype: 'image/webp' }],
    [
      'its name, when the server says less',
      'application/octet-stream',
      '/a.png',
      {},
      { mimetype: 'image/png' },
    ],
    [
      'its name, when the server says what cannot be',
      'text/html',
      '/a.gif?b=c.png',
      {},
      { mimetype: 'image/gif' },
    ],
    ['the usual one', 'nonsense', '/a', {}, { mimetype: 'image/jpeg' }],
    [
      'what the caller says',
      'image/webp',
      '/a.png',
      { mimetype: 'image/gif' },
      { mimetype: 'image/gif' },
    ],
  ])('201 its type is %s', async (_what, type, path, body, expected) => {
    const { g } = await openGateway();
    const sent = noteMedia(g);
    const server = await serve(file(type));
    const answer = await send(g, { media: server.url + path, ...body });
    expect(answer.status).toBe(201);
    const number = '5511999990000';
    const bytes = Buffer.from('abc');
    expect(sent).toEqual([{ number, kind: 'image', bytes, ...expected } as never]);
  });

  test.each([
    ['/files/price%20list.pdf?key=1', 'price list.pdf'],
    ['/files/..%2F..%2Fetc%2Fpasswd', 'file.pdf'],
    ['/files/%00.exe', 'file.pdf'],
    ['/files/%E0%A4%A', 'file.pdf'],
    ['/files/', 'file.pdf'],
    ['', 'file.pdf'],
  ])('201 a document at %s is called %s', async (path, fileName) => {
    const { g } = await openGateway();
    const sent = noteMedia(g);
    const server = await serve(file('application/pdf'));
    const media = server.url + path;
    expect((await send(g, { mediatype: 'document', media })).status).toBe(201);
    expect(sent).toMatchObject([{ fileName, mimetype: 'application/pdf' }]);
  });

  test('201 at a name, by the address that was checked', async () => {
    const { g } = await openGateway();
    const server = await serve(file('image/png'));
    const { status } = await send(g, { media: `http://${FILES}:${server.port}/a.png` });
    expect(status).toBe(201);
    expect(server.requests[0]?.header('host')).toBe(`${FILES}:${server.port}`);
  });

  test('400 a private address, before anything else is tried', async () => {
    const { g } = await openGateway();
    const { status, body } = await send(g, { media: 'http://10.1.2.3/a.png' });
    expect(status).toBe(400);
    expect(body.error.message).toBe('media must not be called: 10.1.2.3 is in private space');
    expect(g.provider.of('shop').calls).toEqual([]);
  });

  test('400 a name that resolves to a private address', async () => {
    const { g } = await openGateway();
    const sending = send(g, { media: 'http://elsewhere.test/a.png' });
    await until('the name was given up', async () => {
      await g.clock.advance(50);
      return Bun.peek.status(sending) !== 'pending';
    });
    const { status, body } = await sending;
    expect(status).toBe(400);
    expect(body.error.message).toBe(
      'media could not be fetched: dns_error: elsewhere.test has no address that may be reached: the name does not resolve, or only into networks that are not allowed',
    );
    expect(g.provider.of('shop').calls).toEqual([]);
  });

  test.each<[string, Answer, string]>([
    [
      'is redirected into a private network',
      respond(302, { headers: { location: 'http://10.1.2.3/' } }),
      'forbidden_network: 10.1.2.3 is in private space',
    ],
    ['is moved to nowhere', respond(302), 'redirect: 302, which is not followed'],
    ['is not there', respond(404), 'http_status: 404 instead of 200'],
    ['is empty', respond(200), 'empty: the file has no bytes'],
  ])('400 a file that %s', async (_what, answer, reason) => {
    const { g } = await openGateway();
    const server = await serve(answer);
    const { status, body } = await send(g, { media: `${server.url}/a.png` });
    expect(status).toBe(400);
    expect(body.error.code).toBe('BAD_REQUEST');
    expect(body.error.message).toBe(`media could not be fetched: ${reason}`);
    expect(g.provider.of('shop').calls).toEqual([]);
  });

  const page = '<!DOCTYPE html>\n<html><body>Please sign in, João</body></html>';
  test.each<[string, string, string | Uint8Array]>([
    ['image', 'a web page', page],
    ['video', 'a web page', `\n\n  ${page.slice(16)}`],
    ['audio', 'a web page', `<div>\n<script>location = "/login"</script></div>`],
    ['image', 'JSON', '{"error": "the link has expired"}'],
    ['image', 'XML', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'],
    ['image', 'plain text', `The file is gone. ${'é'.repeat(600)}`],
    ['image', 'a PDF', '%PDF-1.7\n%âãÏÓ and so on'],
    ['video', 'a ZIP archive', `PK\u0003\u0004${'\u0000'.repeat(20)}`],
  ])(
    '400 what a server calls an image, asked for as %s, is %s by its bytes',
    async (mediatype, found, body) => {
      const { g } = await openGateway();
      const server = await serve(file('image/jpeg', body));
      const answer = await send(g, {
        mediatype,
        media: `${server.url}/a.jpg`,
        mimetype: 'image/jpeg',
      });
      expect([answer.status, answer.body.error]).toEqual([
        400,
        {
          code: 'BAD_REQUEST',
          reason: 'file_of_another_kind',
          message: `media is no ${mediatype}: the file is ${found}`,
          parameters: { kind: mediatype, found },
          hint:
            found === 'a web page'
              ? 'a page came in place of the file: give a URL that opens the file itself without a log-in, or the headers that its server wants in mediaHeaders'
              : 'give the file itself or its URL, or send it with mediatype document',
          docs: '/docs/errors#bad-request',
        },
      ]);
      expect(g.provider.of('shop').calls).toEqual([]);
    },
  );

  test.each<[string, string, Uint8Array | string]>([
    ['document', 'a web page', page],
    ['image', 'the beginning of a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    [
      'audio',
      'an MP3 with a title',
      Buffer.from('ID3\u0004\u0000\u0000\u0000\u0000\u0000\u0017TIT2 a title'),
    ],
  ])('201 as %s, %s', async (mediatype, _found, body) => {
    const { g } = await openGateway();
    const server = await serve(file('image/jpeg', body));
    const answer = await send(g, { mediatype, media: `${server.url}/a.bin` });
    expect(answer.status).toBe(201);
  });

  test('413 a file that is too large', async () => {
    const { g } = await openGateway();
    const server = await serve(file('image/png', new Uint8Array(MEDIA_BYTES_MAX + 1)));
    const { status, body } = await send(g, { media: `${server.url}/a.png` });
    expect(status).toBe(413);
    expect(body.error).toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      message: `media is larger than ${MEDIA_BYTES_MAX} bytes`,
    });
    expect(g.provider.of('shop').calls).toEqual([]);
  });

  test('409 an instance that is not connected, before the file is fetched', async () => {
    const { g } = await openGateway();
    await g.provider.of('shop').host.enter('reconnecting', null);
    const server = await serve(file('image/png'));
    expect((await send(g, { media: `${server.url}/a.png` })).status).toBe(409);
    expect(server.connections()).toBe(0);
  });

  test('409 an instance that lost its connection while the file was on its way', async () => {
    const { g } = await openGateway();
    const late = held(file('image/png'));
    const server = await serve(late.answer);
    const sending = send(g, { media: `${server.url}/a.png` });
    await until('it is asked for', () => server.requests.length === 1);
    await g.provider.of('shop').host.enter('reconnecting', null);
    late.release();
    expect((await sending).status).toBe(409);
  });

  test('201 a repetition with its key is answered and the file not fetched again', async () => {
    const { g } = await openGateway();
    const server = await serve(file('image/png'));
    const once = { headers: { 'idempotency-key': 'order-17' } };
    const media = `${server.url}/a.png`;
    const first = await send(g, { media }, once);
    const second = await send(g, { media }, once);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(server.requests).toHaveLength(1);
  });
});

describe('while files are on their way', () => {
  /** Files that never come, as many as one instance may wait for at once. */
  async function occupied() {
    const { g } = await openGateway();
    const server = await serve(hang, hang, hang, hang);
    const media = `${server.url}/a.png`;
    const pending = Array.from({ length: 4 }, () => send(g, { media }));
    await until('all are asked for', () => server.requests.length === 4);
    return { g, server, media, pending };
  }

  test('201 the instance sends other things at once', async () => {
    const { g } = await openGateway();
    const late = held(file('image/png'));
    const server = await serve(late.answer);
    const sending = send(g, { media: `${server.url}/a.png` });
    await until('it is asked for', () => server.requests.length === 1);
    const text = { body: { number: '5511999990000', text: 'a' } };
    expect((await g.call('POST', '/message/sendText/shop', text)).status).toBe(201);
    expect((await send(g, BASE64)).status).toBe(201);
    late.release();
    expect((await sending).status).toBe(201);
    expect(g.provider.of('shop').calls).toEqual(['send', 'sendMedia', 'sendMedia']);
  });

  test('429 a file that is here, when the instance has no room left; another instance has', async () => {
    const { g, pending } = await occupied();
    const { status, body, headers } = await send(g, BASE64);
    expect(status).toBe(429);
    expect(body.error.code).toBe('RATE_LIMITED');
    expect(headers.get('retry-after')).toBe('5');
    await g.createOpen('cafe');
    expect((await send(g, BASE64, {}, 'cafe')).status).toBe(201);
    await g.clock.advance(30_000);
    for (const answer of await Promise.all(pending))
      expect(answer.body.error.message).toBe(
        'media could not be fetched: timeout: no whole file within 30000 ms',
      );
    expect((await send(g, BASE64)).status).toBe(201);
  });

  test('429 a file that would have to be fetched, after 10 s without room', async () => {
    const { g, server, media, pending } = await occupied();
    const timers = g.clock.pending();
    const fifth = send(g, { media });
    await until('it waits', () => g.clock.pending() === timers + 1);
    await g.clock.advance(10_000);
    expect((await fifth).status).toBe(429);
    expect(server.requests).toHaveLength(4);
    await g.clock.advance(20_000);
    await Promise.all(pending);
    expect(g.clock.pending()).toBe(0);
  });
});
