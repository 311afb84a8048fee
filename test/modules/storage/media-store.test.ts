/** What an upload may cost: time, memory, tries; and what a bucket that refuses does to those after it. */
import { expect, test } from 'bun:test';
import { createLog } from '../../../src/core/shared/log.ts';
import { MediaStore, STORED_BYTES_MAX } from '../../../src/modules/storage/media-store.ts';
import { type AskStore, StoreFault } from '../../../src/modules/storage/store-requests.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { refused, STORED, scriptedBucket } from '../../doubles/scripted-bucket.ts';
import { until } from '../../helpers/until.ts';

/** Begins an upload in parts, and takes each of them. */
const takesParts: AskStore = async () => {
  const bytes = Buffer.from('<UploadId>1</UploadId>');
  return { headers: new Headers({ etag: 'a part' }), bytes };
};

function bench(ask: AskStore = takesParts) {
  const clock = manualClock();
  const bucket = scriptedBucket();
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', clock.now, (line) => lines.push(JSON.parse(line)));
  const asks: string[] = [];
  const asked: AskStore = (request, signal) => {
    asks.push(`${request.method} ${request.key} ${Object.keys(request.query ?? {})}`);
    return ask(request, signal);
  };
  const store = new MediaStore({ bucket, clock, log, ask: asked });
  const put = (messageId: string, size = 3, streamId = 'shop') =>
    store.store({
      streamId,
      messageId,
      bytes: new Uint8Array(size),
      mimetype: 'image/png',
    });
  /** A file of some MiB that comes piece by piece, as far as it is taken. */
  const flow = async (messageId: string, mib: number, outer = new AbortController().signal) => {
    const file = { streamId: 'shop', messageId, mimetype: 'image/png' };
    const sink = store.sink(file, outer);
    let isTaken = true;
    for (let at = 0; at < mib && isTaken; at++) isTaken = await sink.write(new Uint8Array(MIB));
    return { sink, isTaken };
  };
  return { clock, bucket, lines, store, put, flow, asks };
}

const MIB = 1024 ** 2;
const key = (name: string) => `shop/2026/01/${name}.png`;
const failure = (reason: string) => ({ mediaError: `the media could not be stored: ${reason}` });

test('media is stored under its key and answered with a link to it', async () => {
  const { put, bucket } = bench();
  expect(await put('A')).toEqual({ mediaUrl: bucket.link(key('A')) });
  expect(bucket.uploads[0]!.content.mimetype).toBe('image/png');
});

test('an object of the same message id is not replaced: the later one gets a key of its own', async () => {
  const { put, bucket } = bench();
  bucket.script = (upload) => (upload.key === key('A') ? { kind: 'taken' } : STORED);
  const { mediaUrl } = (await put('A')) as { mediaUrl: string };
  expect(bucket.uploads.map((upload) => upload.key)).toEqual([
    key('A'),
    expect.stringMatching(/^shop\/2026\/01\/A-[0-9a-f-]{36}\.png$/),
  ]);
  expect(mediaUrl).toBe(bucket.link(bucket.uploads[1]!.key));
});

test('media over 100 MiB is not uploaded and says why', async () => {
  const { put, bucket, store } = bench();
  const size = STORED_BYTES_MAX + 1;
  expect(await put('A', size)).toEqual({
    mediaError: `the media has ${size} bytes, more than 104857600`,
  });
  expect(bucket.uploads).toEqual([]);
  expect(store.condition.state).toBe('up');
});

test('an upload that failed for a passing reason is tried three times, any other once', async () => {
  const { put, bucket, clock } = bench();
  bucket.script = () => (bucket.uploads.length < 3 ? refused('busy', true) : STORED);
  const link = put('A');
  for (const count of [1, 2]) {
    await until(`it pauses after try ${count}`, () => {
      return bucket.uploads.length === count && clock.pending() === 2;
    });
    await clock.advance(300);
  }
  expect(await link).toHaveProperty('mediaUrl');
  expect(bucket.uploads).toHaveLength(3);
  bucket.script = () => refused('forbidden');
  expect(await put('B')).toEqual(failure('forbidden'));
  expect(bucket.uploads).toHaveLength(4);
});

test('no upload takes longer than 30 s, tries and waiting included', async () => {
  const { put, bucket, clock } = bench();
  bucket.script = () => null;
  const results = Array.from({ length: 17 }, (_, index) => put('A', 3, `shop${index % 3}`));
  await clock.advance(29_999);
  expect(bucket.uploads).toHaveLength(16);
  await clock.advance(1);
  const all = await Promise.all(results);
  expect(JSON.stringify(all).match(/not done within 30 s/g)).toHaveLength(17);
  expect(bucket.uploads.slice(0, 16).every(({ signal }) => signal.aborted)).toBe(true);
});

test('6 uploads of an instance run at once; those that wait start in their order as others end', async () => {
  const { put, bucket } = bench();
  bucket.script = () => null;
  const results = Array.from({ length: 20 }, (_, index) => put(String(index)));
  await until('six run', () => bucket.uploads.length === 6);
  for (let index = 0; index < 20; index++) {
    await until('it runs', () => bucket.uploads.length > index);
    bucket.uploads[index]!.end(STORED);
  }
  expect((await Promise.all(results)).every((link) => 'mediaUrl' in link)).toBe(true);
  expect(bucket.uploads.map((upload) => upload.key)).toEqual(
    Array.from({ length: 20 }, (_, index) => key(String(index))),
  );
});

test('an upload of another instance is done while those of one hang, however many and large they are', async () => {
  const { put, bucket } = bench();
  bucket.script = ({ key }) => (key.startsWith('other/') ? STORED : null);
  const large = [put('A', STORED_BYTES_MAX), put('B', STORED_BYTES_MAX)];
  expect(await put('C', 3)).toEqual(failure('too much media waits for its upload'));
  expect(await put('D', 3, 'other')).toHaveProperty('mediaUrl');
  for (const upload of bucket.uploads) upload.end(STORED);
  await Promise.all(large);
  const many = Array.from({ length: 20 }, (_, index) => put(String(index)));
  expect(await put('E', 3, 'other')).toHaveProperty('mediaUrl');
  bucket.script = () => STORED;
  for (const upload of bucket.uploads) upload.end(STORED);
  await Promise.all(many);
});

test('no more than 256 MiB are held by uploads; room comes back', async () => {
  const { put, bucket } = bench();
  bucket.script = () => null;
  const large = STORED_BYTES_MAX;
  const first = [put('A', large), put('B', large)];
  expect(await put('C', large, 'other')).toEqual(failure('too much media waits for its upload'));
  for (const upload of bucket.uploads) upload.end(STORED);
  await Promise.all(first);
  bucket.script = () => STORED;
  expect(await put('D', large)).toHaveProperty('mediaUrl');
});

test('a bucket that refuses is down, with the reason and since when, until an upload is taken', async () => {
  const { put, bucket, clock, store, lines } = bench();
  expect(store.condition).toMatchObject({ state: 'up', since: clock.now(), error: null });
  await clock.advance(5_000);
  const since = clock.now();
  bucket.script = () => refused('the store answered 403 AccessDenied');
  await put('A');
  await put('B');
  expect(store.condition).toMatchObject({
    state: 'down',
    since,
    error: 'the store answered 403 AccessDenied',
  });
  bucket.script = () => STORED;
  await put('C');
  expect(store.condition).toMatchObject({ state: 'up', since: clock.now(), error: null });
  expect(lines.map(({ level, message }) => [level, message])).toEqual([
    ['warn', 'media storage does not take uploads'],
    ['info', 'media storage takes uploads again'],
  ]);
});

test('the bucket is asked at the start, then 1 s doubling to 60 s while it refuses, with a line a minute at most', async () => {
  const { bucket, clock, store, lines } = bench();
  const askedAt: number[] = [];
  const from = clock.steady();
  bucket.script = () => {
    askedAt.push((clock.steady() - from) / 1_000);
    return refused('the store answered 404 NoSuchBucket');
  };
  store.start();
  await until('it is known', () => store.condition.state === 'down');
  await clock.advance(250_000);
  expect(askedAt).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183, 243]);
  expect(lines).toHaveLength(5);
  bucket.script = () => STORED;
  await clock.advance(60_000);
  expect(store.condition.state).toBe('up');
  expect(new Set(bucket.uploads.map((upload) => upload.key))).toEqual(new Set(['gatehouse-check']));
  const count = bucket.uploads.length;
  await clock.advance(600_000);
  expect(bucket.uploads).toHaveLength(count);
});

test('while it is down an upload is tried once, for 5 s, so that a store that hangs holds up little', async () => {
  const { put, bucket, clock } = bench();
  bucket.script = () => refused('the store cannot be reached');
  await put('A');
  bucket.script = () => refused('the store cannot be reached', true);
  const before = bucket.uploads.length;
  await put('B');
  expect(bucket.uploads).toHaveLength(before + 1);
  bucket.script = () => null;
  const link = put('C');
  await clock.advance(5_000);
  expect(await link).toEqual(failure('not done within 5 s'));
});

test('a stop gives uploads 3 s, then they end and nothing is left to run', async () => {
  const { put, bucket, clock, store } = bench();
  bucket.script = () => null;
  const [a, b] = [put('A'), put('B')];
  store.stop();
  await clock.advance(2_999);
  bucket.uploads[0]!.end(STORED);
  expect(await a).toHaveProperty('mediaUrl');
  await clock.advance(1);
  expect(await b).toEqual(failure('the service stopped'));
  expect(await put('C')).toEqual(failure('the service stopped; other uploads were ahead'));
  expect(clock.pending()).toBe(0);
});

test('a large file goes in parts under its own key, or under another where an object of its message id is', async () => {
  const { flow, bucket, asks } = bench();
  const { sink } = await flow('A', 11);
  expect(await sink.finish()).toEqual({ mediaUrl: bucket.link(key('A')) });
  // Taken by an empty object, so that no other file gets it meanwhile.
  expect(bucket.uploads.map(({ content }) => content.bytes.length)).toEqual([0]);
  expect(asks).toEqual([
    `POST ${key('A')} uploads`,
    ...[1, 2, 3].map(() => `PUT ${key('A')} partNumber,uploadId`),
    `POST ${key('A')} uploadId`,
  ]);
  bucket.script = (upload) => (upload.key === key('A') ? { kind: 'taken' } : STORED);
  const again = await flow('A', 11);
  const { mediaUrl } = (await again.sink.finish()) as { mediaUrl: string };
  expect(mediaUrl).toMatch(/A-[0-9a-f-]{36}\.png/);
  expect(asks.slice(5).some((line) => line.includes(key('A')))).toBe(false);
});

test('nothing is left of a large file that is given up, nor is it linked to', async () => {
  const { flow, asks } = bench();
  const { sink } = await flow('A', 11);
  await sink.abandon();
  expect(asks.slice(-2)).toEqual([`DELETE ${key('A')} uploadId`, `DELETE ${key('A')} `]);
  expect(asks.some((line) => line === `POST ${key('A')} uploadId`)).toBe(false);
});

test('a large file that the store refuses is asked for no further, and says why', async () => {
  const refuses: AskStore = async (request, signal) => {
    if (request.method === 'PUT') throw new StoreFault('the store answered 403 AccessDenied', 403);
    return takesParts(request, signal);
  };
  const { flow, store, asks } = bench(refuses);
  const { sink, isTaken } = await flow('A', 30);
  expect(isTaken).toBe(false);
  expect(await sink.finish()).toEqual(failure('the store answered 403 AccessDenied'));
  expect(store.condition).toMatchObject({ state: 'down' });
  expect(asks.filter((line) => line.startsWith('PUT'))).toHaveLength(1);
  expect(asks.at(-1)).toBe(`DELETE ${key('A')} `);
});

test('a store that takes no part of a large file is waited for 30 s, and not when the file is given up before', async () => {
  const hangs: AskStore = (request, signal) =>
    request.method === 'PUT'
      ? new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        })
      : takesParts(request, signal);
  const { flow, clock, asks } = bench(hangs);
  const late = flow('A', 11);
  await until('a part is sent', () => asks.some((line) => line.startsWith('PUT')));
  await clock.advance(30_000);
  expect(await (await late).sink.finish()).toEqual(failure('not done within 30 s'));
  const ended = new AbortController();
  const secondFlow = flow('B', 11, ended.signal);
  await until('its part is sent', () => asks.some((line) => line.startsWith(`PUT ${key('B')}`)));
  ended.abort(new Error('the session ended'));
  expect(await (await secondFlow).sink.finish()).toEqual(failure('the session ended'));
});

test('files on their way hold two parts each, and as many as there is room for', async () => {
  const { store, put } = bench();
  const { signal } = new AbortController();
  const sinks = Array.from({ length: 20 }, (_, index) =>
    store.sink({ streamId: 'shop', messageId: String(index), mimetype: 'image/png' }, signal),
  );
  const oneMore = store.sink({ streamId: 'shop', messageId: 'x', mimetype: 'image/png' }, signal);
  expect(await oneMore.finish()).toEqual(failure('too much media waits for its upload'));
  for (const sink of sinks) expect(await sink.finish()).toHaveProperty('mediaUrl');
  expect(await put('B', STORED_BYTES_MAX)).toHaveProperty('mediaUrl');
});
