import { afterAll, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { type SealedFile, seal, sha256 } from '../../../../src/modules/whatsapp/media/cipher.ts';
import { httpsTransport } from '../../../../src/modules/whatsapp/media/transport.ts';
import type { MediaReference } from '../../../../src/modules/whatsapp/translate/media-reference.ts';
import { messageEvent } from '../../../../src/modules/whatsapp/translate/message.ts';
import {
  type Answer,
  close,
  endless,
  hang,
  inTurn,
  raw,
  respond,
} from '../../../doubles/receiver.ts';
import { until } from '../../../helpers/until.ts';
import {
  clock,
  type DownloadDeps,
  download,
  type MediaServer,
  mediaServers,
  transport,
} from './servers.ts';

const servers = mediaServers();
afterAll(() => servers.stop());

const LIMIT = 100_000;
const FILE = randomBytes(70_001);
const PATH = '/v/t62.7118-24/13_n.enc?ccb=11-4&oh=01_Q5AaI&oe=68A4F1B2&_nc_sid=5e03e0&mms3=true';

const referenceTo = (sealed: SealedFile, change: Partial<MediaReference> = {}): MediaReference => ({
  kind: 'image',
  mediaKey: sealed.mediaKey,
  directPath: PATH,
  fileSha256: sealed.fileSha256,
  fileEncSha256: sealed.fileEncSha256,
  fileLength: sealed.fileLength,
  mimetype: 'image/jpeg',
  ...change,
});

const depsOf = (change: Partial<DownloadDeps>): DownloadDeps => ({
  transport,
  clock: clock(),
  hosts: [],
  limitBytes: LIMIT,
  ...change,
});

/** A server that holds `sealed`, and what fetching it comes to. */
async function fetched(
  sealed: SealedFile,
  change: Partial<MediaReference> = {},
  deps: Partial<DownloadDeps> = {},
) {
  const server = await servers.start(respond(200, { body: sealed.bytes }));
  const hosts = [server.name];
  return {
    server,
    result: await download(referenceTo(sealed, change), depsOf({ hosts, ...deps })),
  };
}

async function answered(...answers: Answer[]) {
  const server = await servers.start(...answers);
  const result = await download(referenceTo(seal(FILE, 'image')), depsOf({ hosts: [server.name] }));
  return { server, result };
}

const refused = (error: string | RegExp, isGone = false) => ({
  error: typeof error === 'string' ? error : expect.stringMatching(error),
  isGone,
});

describe('what the message says and what the server has', () => {
  test.each(['image', 'video', 'audio', 'document'] as const)(
    '%s: the bytes are equal',
    async (kind) => {
      const { result, server } = await fetched(seal(FILE, kind), { kind });
      expect(result).toEqual({ bytes: FILE });
      expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
        `GET ${PATH}`,
      ]);
      expect(server.requests[0]?.header('origin')).toBe('https://web.whatsapp.com');
    },
  );

  test.each([0, 1, 15, 16, 17])('a file of %d bytes comes whole', async (length) => {
    const file = randomBytes(length);
    expect((await fetched(seal(file, 'image'))).result).toEqual({ bytes: file });
  });

  test('sums and length may be left out: the seal stands for them', async () => {
    const nothing = { fileSha256: null, fileEncSha256: null, fileLength: null };
    expect((await fetched(seal(FILE, 'image'), nothing)).result).toEqual({ bytes: FILE });
  });

  test('an altered byte is noticed by its sum', async () => {
    const sealed = seal(FILE, 'image');
    sealed.bytes[40]! ^= 1;
    const { result } = await fetched(sealed);
    expect(result).toEqual(refused('the media was altered: its checksum differs'));
  });

  test.each([
    ['ciphertext', 40],
    ['seal', -1],
  ])('an altered %s is noticed without a sum', async (_, at) => {
    const sealed = seal(FILE, 'image');
    const index = at < 0 ? sealed.bytes.length + at : at;
    sealed.bytes[index]! ^= 1;
    const { result } = await fetched(sealed, { fileEncSha256: null });
    expect(result).toEqual(refused('the media was altered: its seal is broken'));
  });

  test('an altered ciphertext whose sum was altered too is noticed by its seal', async () => {
    const sealed = seal(FILE, 'image');
    sealed.bytes[40]! ^= 1;
    const { result } = await fetched(sealed, { fileEncSha256: sha256(sealed.bytes) });
    expect(result).toEqual(refused('the media was altered: its seal is broken'));
  });

  test('a file passed off as another kind does not open', async () => {
    const { result } = await fetched(seal(FILE, 'image'), { kind: 'document' });
    expect(result).toEqual(refused('the media was altered: its seal is broken'));
  });

  test('another file than the message speaks of is not taken for it', async () => {
    const { result } = await fetched(seal(FILE, 'image'), { fileSha256: sha256(randomBytes(3)) });
    expect(result).toEqual(refused(/not that of the message/));
  });

  test('a length that does not fit is noticed', async () => {
    const { result } = await fetched(seal(FILE, 'image'), { fileLength: 70_000 });
    expect(result).toEqual(refused('the media has 70001 bytes, not the 70000 the message says'));
  });

  test.each([0, 9, 10, 25, 27])('an answer of %d bytes is no media', async (length) => {
    const server = await servers.start(respond(200, { body: randomBytes(length) }));
    const reference = referenceTo(seal(FILE, 'image'), { fileEncSha256: null });
    const result = await download(reference, depsOf({ hosts: [server.name] }));
    expect(result).toEqual(refused('the media was altered: its seal is broken'));
  });
});

describe('how much is fetched', () => {
  test('a file that says it is too large is not asked for at all', async () => {
    const { result, server } = await fetched(seal(FILE, 'image'), { fileLength: LIMIT + 1 });
    expect(result).toEqual(refused('the media has 100001 bytes, more than 100000'));
    expect(server.connections()).toBe(0);
  });

  test('a file as large as may be comes whole, sealed though it is larger', async () => {
    const file = randomBytes(LIMIT);
    expect((await fetched(seal(file, 'image'))).result).toEqual({ bytes: file });
  });

  test('a file one byte larger than its message said is refused', async () => {
    const file = randomBytes(LIMIT + 1);
    const { result } = await fetched(seal(file, 'image'), { fileLength: null });
    expect(result).toEqual(refused('the media has 100001 bytes, more than 100000'));
  });

  test('an answer that says it is too large is not read', async () => {
    const { result } = await answered(
      raw(`HTTP/1.1 200 OK\r\ncontent-length: ${LIMIT * 2}\r\n\r\n`),
    );
    expect(result).toEqual(refused('the media has more than 100000 bytes'));
  });

  test('an answer without end is broken off', async () => {
    const { result, server } = await answered(endless(200));
    expect(result).toEqual(refused('the media has more than 100000 bytes'));
    await until('the connection is closed', () => server.open() === 0);
  });
});

describe('where it is fetched from', () => {
  test("the sender's own address is never called", async () => {
    const elsewhere = await servers.start();
    const sealed = seal(FILE, 'image');
    const imageMessage = { ...sealed, url: `https://${elsewhere.name}/x`, directPath: PATH };
    const message = {
      key: { id: 'A', remoteJid: '1234567@s.whatsapp.net' },
      message: { imageMessage },
    };
    const self = { jid: '7654321@s.whatsapp.net', lid: null, pushName: '' };
    const reference = messageEvent(message, self, 0)?.media;
    if (!reference) throw new Error('no media');
    const server = await servers.start(respond(200, { body: sealed.bytes }));
    expect(await download(reference, depsOf({ hosts: [server.name] }))).toEqual({ bytes: FILE });
    const pathless = { ...reference, directPath: null };
    expect(await download(pathless, depsOf({ hosts: [server.name] }))).toEqual(
      refused('the message does not say where its media is'),
    );
    expect([elsewhere.connections(), server.requests.length]).toEqual([0, 1]);
  });

  test('a redirect is not followed', async () => {
    const elsewhere = await servers.start();
    const location = `https://${elsewhere.name}/`;
    const { result } = await answered(respond(302, { headers: { location } }));
    expect(result).toEqual(refused('the media server answered 302'));
    expect(elsewhere.connections()).toBe(0);
  });

  test('a host that is not the one it claims to be is not believed', async () => {
    const server = await servers.start(respond(200));
    const deps = depsOf({ hosts: [server.name], transport: httpsTransport() });
    const result = await download(referenceTo(seal(FILE, 'image')), deps);
    expect(result).toEqual(refused(/^the media server could not be reached: .*certificate/));
    expect(server.requests).toEqual([]);
  });

  test.each<[string, (server: MediaServer) => Promise<unknown>]>([
    ['is not there', (server) => server.stop()],
    ['is not well', async (server) => server.script(respond(503))],
    [
      'breaks off',
      async (server) =>
        server.script(inTurn(raw('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n'), close)),
    ],
  ])('the next host is asked when one %s', async (_, spoil) => {
    const sealed = seal(FILE, 'image');
    const first = await servers.start();
    await spoil(first);
    const second = await servers.start(respond(200, { body: sealed.bytes }));
    const hosts = [first.name, second.name];
    expect(await download(referenceTo(sealed), depsOf({ hosts }))).toEqual({ bytes: FILE });
  });

  test('no key, no call', async () => {
    const { result, server } = await fetched(seal(FILE, 'image'), { mediaKey: new Uint8Array(0) });
    expect(result).toEqual(refused('the message has no key for its media'));
    expect(server.connections()).toBe(0);
  });
});

describe('what does not come', () => {
  test.each([403, 404, 410])('%d: it is gone, and may be uploaded again', async (status) => {
    const { result } = await answered(respond(status));
    expect(result).toEqual(refused(`the media is no longer on the server (${status})`, true));
  });

  test.each([400, 429, 500])('%d: it is not gone', async (status) => {
    const { result } = await answered(respond(status));
    expect(result).toEqual(refused(`the media server answered ${status}`));
  });

  test('after it was uploaded again it comes from its new path', async () => {
    const sealed = seal(FILE, 'image');
    const server = await servers.start(respond(404), respond(200, { body: sealed.bytes }));
    const deps = depsOf({ hosts: [server.name] });
    expect(await download(referenceTo(sealed), deps)).toMatchObject({ isGone: true });
    const again = referenceTo(sealed, { directPath: '/v/again.enc' });
    expect(await download(again, deps)).toEqual({ bytes: FILE });
    expect(server.requests[1]?.path).toBe('/v/again.enc');
  });

  test.each([
    ['a server that says nothing', hang],
    ['a body that stops', raw('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\nabc')],
  ])('%s is waited for as long as it may take, and no longer', async (_, answer) => {
    const server = await servers.start(answer);
    const time = clock();
    const deps = depsOf({ hosts: [server.name], clock: time });
    const result = download(referenceTo(seal(FILE, 'image')), deps);
    await until('the request is there', () => server.requests.length === 1);
    await time.advance(59_999);
    expect(server.open()).toBe(1);
    await time.advance(1);
    expect(await result).toEqual(refused('the media did not arrive within 60000 ms'));
    expect(time.pending()).toBe(0);
    await until('the connection is closed', () => server.open() === 0);
  });

  test('the caller may stop waiting', async () => {
    const server = await servers.start(hang);
    const asking = new AbortController();
    const deps = depsOf({ hosts: [server.name, server.name], signal: asking.signal });
    const result = download(referenceTo(seal(FILE, 'image')), deps);
    await until('the request is there', () => server.requests.length === 1);
    asking.abort();
    expect(await result).toEqual(refused(/^the media server could not be reached/));
    expect(server.requests).toHaveLength(1);
  });
});
