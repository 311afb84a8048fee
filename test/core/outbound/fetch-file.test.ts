/** Files given by URL: what is fetched, from where, and how much of it is ever read. */
import { describe, expect, test } from 'bun:test';
import { createNetworkGuard, type NetworkGuard } from '../../../src/core/outbound/network-guard.ts';
import { createOutbound } from '../../../src/core/outbound/outbound.ts';
import { makeCertificate } from '../../doubles/certificate.ts';
import { type ManualClock, manualClock } from '../../doubles/manual-clock.ts';
import {
  type Answer,
  close as closeIt,
  drip,
  endless,
  hang,
  inTurn,
  type Receiver,
  raw,
  reset,
  respond,
  startReceiver,
} from '../../doubles/receiver.ts';
import { until } from '../../helpers/until.ts';

const BYTES_MAX = 256 * 1024;

interface SetupOptions {
  readonly guard?: (clock: ManualClock) => NetworkGuard;
  readonly authorities?: string;
}

function setUp({ guard, authorities }: SetupOptions = {}) {
  const clock = manualClock();
  const outbound = createOutbound({
    clock,
    guard: guard ? guard(clock) : createNetworkGuard({ allow: 'everything', clock }),
    userAgent: 'gatehouse/1.2.3',
    ...(authorities !== undefined && { authorities }),
  });
  const fetch = (url: string, signal = new AbortController().signal) =>
    outbound.fetchFile(url, { bytesMax: BYTES_MAX, signal });
  return { clock, outbound, fetch };
}

/** One fetch from a server of its own, which is left without a connection and the clock without a timer. */
async function fetched(answer: Answer) {
  const server = await startReceiver();
  server.script(answer);
  const { clock, fetch } = setUp();
  const file = await fetch(`${server.url}/menu.png`);
  expect(clock.pending()).toBe(0);
  await until('the connection is closed', () => server.open() === 0);
  await server.stop();
  return { file, server };
}

const problem = (text: string | RegExp) => ({ problem: expect.stringMatching(text) });
const headersOf = ({ requests }: Receiver) => requests[0]?.headers.map(([name]) => name);

describe('a file by URL', () => {
  test('is its bytes and the type it was served with', async () => {
    const body = Uint8Array.from({ length: 1000 }, (_, index) => index % 256);
    const { file, server } = await fetched(
      respond(200, { headers: { 'content-type': 'image/png' }, body }),
    );
    expect(file).toMatchObject({ bytes: Buffer.from(body), contentType: 'image/png' });
    expect(server.requests[0]).toMatchObject({ method: 'GET', path: '/menu.png', body: '' });
    expect(server.requests[0]?.header('user-agent')).toBe('gatehouse/1.2.3');
    expect(server.requests[0]?.header('accept-encoding')).toBe('identity');
    expect(
      headersOf(server)
        ?.map((name) => name.toLowerCase())
        .sort(),
    ).toEqual(['accept', 'accept-encoding', 'host', 'user-agent']);
  });

  test('may be asked for as another client asks', async () => {
    const server = await startReceiver();
    server.script(respond(200, { body: 'abc' }));
    const { outbound } = setUp();
    const headers = { 'user-agent': 'Browser/1', 'sec-fetch-site': 'none' };
    const { signal } = new AbortController();
    await outbound.fetchFile(server.url, { bytesMax: BYTES_MAX, headers, signal });
    expect(server.requests[0]?.header('user-agent')).toBe('Browser/1');
    expect(server.requests[0]?.header('sec-fetch-site')).toBe('none');
    expect(server.requests[0]?.header('accept-encoding')).toBe('identity');
    await server.stop();
  });

  test('may come in chunks, and without a type', async () => {
    const chunks =
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n';
    const { file } = await fetched(raw(chunks));
    expect(file).toMatchObject({ bytes: Buffer.from('abc'), contentType: null });
  });

  test('may have as many bytes as are allowed, and not one more', async () => {
    const most = await fetched(respond(200, { body: new Uint8Array(BYTES_MAX) }));
    expect(most.file).toMatchObject({ bytes: { byteLength: BYTES_MAX } });
    const more = await fetched(respond(200, { body: new Uint8Array(BYTES_MAX + 1) }));
    expect(more.file).toEqual({ isTooLarge: true });
  });

  test('is not read on once it is too large, whatever its length was said to be', async () => {
    expect((await fetched(endless(200))).file).toEqual({ isTooLarge: true });
  });

  test('may be cut where more would be too large, if its beginning is enough', async () => {
    const server = await startReceiver();
    server.script(endless(200), respond(200, { body: 'ab' }));
    const { outbound } = setUp();
    const { signal } = new AbortController();
    for (const bytes of ['aaaaa', 'ab'])
      expect(
        await outbound.fetchFile(server.url, { bytesMax: 5, isCut: true, signal }),
      ).toMatchObject({ bytes: Buffer.from(bytes) });
    await until('nothing more is read', () => server.open() === 0);
    await server.stop();
  });

  describe('that is elsewhere', () => {
    const moved = (location: string) => respond(301, { headers: { location }, body: 'moved' });
    const { signal } = new AbortController();
    const limits = { bytesMax: BYTES_MAX, redirectsMax: 2, signal };

    test('is fetched there where that is allowed, as often as is allowed', async () => {
      const server = await startReceiver();
      const { outbound, clock } = setUp();
      server.script(moved('/b'), moved(`${server.url}/c`), respond(200, { body: 'abc' }));
      expect(await outbound.fetchFile(`${server.url}/a`, limits)).toMatchObject({
        bytes: Buffer.from('abc'),
        url: `${server.url}/c`,
      });
      server.script(moved('/b'), moved('/c'), moved('/d'));
      expect(await outbound.fetchFile(`${server.url}/a`, limits)).toEqual(
        problem(/^redirect: 301/),
      );
      expect(server.requests.map(({ path }) => path)).toEqual(['/a', '/b', '/c', '/a', '/b', '/c']);
      expect(clock.pending()).toBe(0);
      await server.stop();
    });

    test('is not fetched where files may not be, by address, by name, or by another protocol', async () => {
      const server = await startReceiver();
      const inner = await startReceiver();
      const { outbound, clock } = setUp({
        guard: (clock) =>
          createNetworkGuard({
            allow: ['127.0.0.1/32'],
            clock,
            lookup: async (name) => [name === 'files.test' ? '127.0.0.1' : '127.0.0.2'],
          }),
      });
      for (const [location, why] of [
        [`http://127.0.0.3:${inner.port}/`, /^forbidden_network: /],
        [`http://inner.test:${inner.port}/`, /^dns_error: inner.test has no address/],
        ['file:///etc/passwd', /^network_error: /],
      ] as const) {
        server.script(moved(location));
        const fetching = outbound.fetchFile(`http://files.test:${server.port}/`, limits);
        await until('the fetch ended', async () => {
          await clock.advance(50);
          return Bun.peek.status(fetching) !== 'pending';
        });
        expect(await fetching).toEqual(problem(why));
      }
      expect(inner.connections()).toBe(0);
      for (const one of [server, inner]) await one.stop();
    });
  });

  describe('behind redirects', () => {
    const { signal } = new AbortController();
    const limits = { bytesMax: BYTES_MAX, redirectsMax: 3, signal };
    const secret = { authorization: 'Bearer of the file', cookie: 'a=b' };
    const moved = (location: string, status = 302) =>
      respond(status, { headers: { location }, body: 'moved' });
    const secretsAt = ({ requests }: Receiver) =>
      requests.map((one) => [one.path, one.header('authorization') ?? null]);

    test('takes its headers along at its own origin, and never to another nor back from there', async () => {
      const [own, other] = [await startReceiver(), await startReceiver()];
      own.script(moved('/b'), moved(`${other.url}/c`), respond(200, { body: 'abc' }));
      other.script(moved(`${own.url}/d`));
      const { outbound } = setUp();
      const asked = { ...limits, originHeaders: secret };
      expect(await outbound.fetchFile(`${own.url}/a`, asked)).toMatchObject({
        url: `${own.url}/d`,
      });
      const token = secret.authorization;
      expect(secretsAt(own)).toEqual([
        ['/a', token],
        ['/b', token],
        ['/d', null],
      ]);
      expect(secretsAt(other)).toEqual([['/c', null]]);
      expect([...own.requests, ...other.requests].map((one) => one.header('cookie'))).toEqual([
        'a=b',
        'a=b',
        undefined,
        undefined,
      ]);
      for (const one of [own, other]) await one.stop();
    });

    test('does not go on in a circle, nor beyond the most', async () => {
      const server = await startReceiver();
      const { outbound } = setUp();
      server.script(moved('/b'), moved('/a'));
      expect(await outbound.fetchFile(`${server.url}/a`, limits)).toEqual(
        problem(/^redirect: 302 to .*\/a, which is not followed: it leads in a circle$/),
      );
      server.script(moved('#top'));
      expect(await outbound.fetchFile(`${server.url}/a`, limits)).toEqual(problem(/in a circle$/));
      server.script(moved('/b'), moved('/c'), moved('/d'), moved('/e'));
      expect(await outbound.fetchFile(`${server.url}/a`, limits)).toEqual(
        problem(/to .*\/e, which is not followed: 3 redirects are the limit$/),
      );
      expect(server.requests).toHaveLength(7);
      await server.stop();
    });

    test('may go from http to https, and never the other way', async () => {
      const authority = makeCertificate({ name: 'Test authority', isAuthority: true });
      const { cert, key } = makeCertificate({ name: 'files.test', by: authority });
      const [secure, plain] = [await startReceiver({ tls: { cert, key } }), await startReceiver()];
      const { outbound } = setUp({
        authorities: authority.cert,
        guard: (clock) =>
          createNetworkGuard({ allow: 'everything', clock, lookup: async () => ['127.0.0.1'] }),
      });
      const [atPlain, atSecure] = [
        `http://files.test:${plain.port}/`,
        `https://files.test:${secure.port}/`,
      ];
      plain.script(moved(atSecure));
      secure.script(respond(200, { body: 'abc' }), moved(atPlain));
      expect(await outbound.fetchFile(atPlain, limits)).toMatchObject({ url: atSecure });
      expect(await outbound.fetchFile(atSecure, limits)).toEqual(
        problem(/^redirect: 302 to http:.*, which is not followed: it leaves https$/),
      );
      expect([plain.requests.length, secure.requests.length]).toEqual([1, 2]);
      for (const one of [secure, plain]) await one.stop();
    });

    test('leaves the credentials in a location behind, and reads one in UTF-8', async () => {
      const server = await startReceiver();
      server.script(
        moved(`http://ana:secret@127.0.0.1:${server.port}/b`, 301),
        raw('HTTP/1.1 303 See Other\r\nlocation: /Jo\u00e3o 1.png\r\ncontent-length: 0\r\n\r\n'),
        respond(200, { body: 'abc' }),
      );
      const { outbound } = setUp();
      expect(await outbound.fetchFile(`${server.url}/a`, limits)).toMatchObject({
        url: `${server.url}/Jo%C3%A3o%201.png`,
      });
      expect(secretsAt(server)).toEqual([
        ['/a', null],
        ['/b', null],
        ['/Jo%C3%A3o%201.png', null],
      ]);
      await server.stop();
    });

    test('has 30 s in all', async () => {
      const server = await startReceiver();
      server.script(moved('/b'), hang);
      const { clock, outbound } = setUp();
      const fetching = outbound.fetchFile(`${server.url}/a`, limits);
      await until('it was asked for', () => server.requests.length === 2);
      await clock.advance(30_000);
      expect(await fetching).toEqual({ problem: 'timeout: no whole file within 30000 ms' });
      await server.stop();
    });
  });

  test('has the name that its server gives it', async () => {
    const named = (disposition: string) =>
      fetched(respond(200, { headers: { 'content-disposition': disposition }, body: 'abc' }));
    const { file } = await named("attachment; filename*=UTF-8''Or%C3%A7amento.pdf");
    expect(file).toMatchObject({ fileName: 'Orçamento.pdf' });
    expect((await named('inline')).file).toMatchObject({ fileName: null });
  });

  test('behind a log-in is refused with the status, and says what the server wants', async () => {
    const unauthorized = await fetched(respond(401));
    expect(unauthorized.file).toMatchObject({
      problem: 'http_status: 401 instead of 200, the server wants a log-in',
      status: 401,
    });
    expect((await fetched(respond(403))).file).toMatchObject({
      problem: 'http_status: 403 instead of 200, the server refuses access',
    });
  });

  const useless: [string, Answer, RegExp][] = [
    [
      'is redirected',
      respond(302, { headers: { location: '/other?key=1' } }),
      /^redirect: 302 to http:\/\/127.0.0.1:\d+\/other\?key=\*+, which is not followed$/,
    ],
    ['is not there', respond(404), /^http_status: 404 instead of 200$/],
    ['comes with any status but 200', respond(206, { body: 'a' }), /^http_status: 206/],
    ['has no bytes', respond(200), /^empty: /],
    [
      'is compressed',
      respond(200, { headers: { 'content-encoding': 'gzip' }, body: Bun.gzipSync('abc') }),
      /^malformed: .*compressed/,
    ],
    [
      'breaks off before its declared end',
      inTurn(raw('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc'), closeIt),
      /^connection_reset: /,
    ],
    [
      'breaks off between two chunks',
      inTurn(raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n'), closeIt),
      /^(connection_reset|malformed): /,
    ],
    ['is answered with a reset', reset, /^connection_reset: /],
    [
      'is answered with no HTTP',
      raw('220 smtp.example.com ESMTP\r\n\r\n'),
      /^(malformed|network_error): /,
    ],
  ];
  test.each(useless)('is refused when it %s', async (_what, answer, text) => {
    expect((await fetched(answer)).file).toMatchObject(problem(text));
  });

  test('is refused when nothing listens there', async () => {
    const server = await startReceiver();
    await server.stop();
    expect(await setUp().fetch(server.url)).toEqual(problem(/^connection_refused: /));
  });

  test.each<[string, Answer]>([
    ['the server says nothing', hang],
    ['the file never ends', drip(200, 'abc'.repeat(1000), 5)],
  ])('is given up after 30 s when %s', async (_what, answer) => {
    const server = await startReceiver();
    server.script(answer);
    const { clock, fetch } = setUp();
    const fetching = fetch(server.url);
    await until('it was asked for', () => server.requests.length === 1);
    await clock.advance(29_999);
    expect(Bun.peek.status(fetching)).toBe('pending');
    await clock.advance(1);
    expect(await fetching).toEqual({ problem: 'timeout: no whole file within 30000 ms' });
    await until('the connection is closed', () => server.open() === 0);
    await server.stop();
  });

  test('is given up when its caller aborts', async () => {
    const server = await startReceiver();
    server.script(hang);
    const { clock, fetch } = setUp();
    const caller = new AbortController();
    const fetching = fetch(server.url, caller.signal);
    await until('it was asked for', () => server.requests.length === 1);
    caller.abort();
    expect(await fetching).toEqual(problem(/broken off$/));
    await until('the connection is closed', () => server.open() === 0);
    expect(clock.pending()).toBe(0);
    await server.stop();
  });
});

describe('where files may be', () => {
  const strict = (lookup: () => Promise<readonly string[]>, allow: readonly string[] = []) =>
    setUp({ guard: (clock) => createNetworkGuard({ allow, clock, lookup }) });
  const nowhere = () => Promise.reject(new Error('no name should be asked for'));

  test('not at an address in forbidden space, in any spelling', async () => {
    const server = await startReceiver();
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]']) {
      const file = await strict(nowhere).fetch(`http://${host}:${server.port}/`);
      expect(file).toEqual(problem(/^forbidden_network: 127|^forbidden_network: ::ffff/));
    }
    expect(server.connections()).toBe(0);
    await server.stop();
  });

  test('not at a name that leads into forbidden space', async () => {
    const server = await startReceiver();
    const { clock, fetch } = strict(async () => ['127.0.0.1']);
    const fetching = fetch(`http://files.test:${server.port}/`);
    await clock.advance(500);
    expect(await fetching).toEqual(
      problem(/^dns_error: files.test has no address that may be reached/),
    );
    expect(server.connections()).toBe(0);
    await server.stop();
  });

  test('at an allowed name, and the address that was checked is the one that is dialled', async () => {
    const server = await startReceiver();
    server.script(respond(200, { body: 'abc' }));
    // A second look-up would lead somewhere else.
    const answers = [['127.0.0.1'], ['10.1.2.3']];
    const { fetch } = strict(async () => answers.shift() ?? [], ['127.0.0.1/32']);
    const file = await fetch(`http://files.test:${server.port}/a`);
    expect(file).toMatchObject({ bytes: Buffer.from('abc'), contentType: null });
    expect(server.requests[0]?.header('host')).toBe(`files.test:${server.port}`);
    expect(answers).toHaveLength(1);
    await server.stop();
  });

  test('behind a certificate of the name that was given, and of no other', async () => {
    const authority = makeCertificate({ name: 'Test authority', isAuthority: true });
    const { cert, key } = makeCertificate({ name: 'files.test', by: authority });
    const server = await startReceiver({ tls: { cert, key } });
    server.script(respond(200, { body: 'abc' }));
    const { fetch } = setUp({
      authorities: authority.cert,
      guard: (clock) =>
        createNetworkGuard({ allow: 'everything', clock, lookup: async () => ['127.0.0.1'] }),
    });
    const right = await fetch(`https://files.test:${server.port}/`);
    expect(right).toMatchObject({ bytes: Buffer.from('abc'), contentType: null });
    const wrong = await fetch(`https://other.test:${server.port}/`);
    expect(wrong).toEqual(problem(/^tls_error: /));
    expect(server.requests).toHaveLength(1);
    await server.stop();
  });
});
