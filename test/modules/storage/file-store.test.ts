/** Files in parts to a bucket and back: against a real store, and through a line that loses and refuses requests. */
import { afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../../src/core/shared/clock.ts';
import { createFileStore, type FileStore } from '../../../src/modules/storage/file-store.ts';
import { createStoreRequests, StoreFault } from '../../../src/modules/storage/store-requests.ts';
import { temporaryFolder } from '../../helpers/database.ts';
import { hasObjectStore, type ObjectStore, objectStore } from '../../helpers/object-store.ts';

const MIB = 1024 ** 2;
/** The least that stores take. */
const PART = 5 * MIB;
const never = new AbortController().signal;
const folder = temporaryFolder();
const clock = systemClock();
/** Pauses between tries are a hundredth of what they are. */
const hasty = { ...clock, after: (ms: number, run: () => void) => clock.after(ms / 100, run) };

function fileOf(bytes: number): string {
  const path = join(folder, `file-${crypto.randomUUID()}`);
  writeFileSync(path, randomBytes(bytes));
  return path;
}
const hashOf = async (path: string) => Bun.SHA256.hash(await Bun.file(path).bytes(), 'hex');

/** What `work` rejects with. */
const faultOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => {
      throw new Error('it did not fail');
    },
    (error) => error,
  );

describe.skipIf(!hasObjectStore())('with a real store', () => {
  let store: ObjectStore;
  beforeAll(async () => {
    store = await objectStore();
  });
  const servers: { stop(force: boolean): unknown }[] = [];
  afterEach(() => servers.splice(0).map((server) => server.stop(true)));

  const storeAt = (change: Partial<ObjectStore['access']> = {}): FileStore => {
    const access = { ...store.access, sessionToken: null, ...change };
    return createFileStore({
      // Hundredfold too, since that clock runs so much faster.
      ask: createStoreRequests({ access, clock: hasty, tryMs: 3_000_000 }),
      clock,
      partBytes: PART,
    });
  };

  type Meddle = (
    request: Request,
    pass: () => Promise<Response>,
  ) => Promise<Response> | Response | undefined;

  /** A line to the store on which `meddle` may answer in its place; undefined: as the store does. */
  function lineTo(meddle: Meddle): FileStore {
    const { host } = new URL(store.access.endpoint);
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch(request) {
        const { pathname, search } = new URL(request.url);
        const pass = async () => {
          const { method, headers } = request;
          const body = method === 'PUT' || method === 'POST' ? await request.bytes() : null;
          return fetch(`http://${host}${pathname}${search}`, { method, headers, body });
        };
        return (await meddle(request, pass)) ?? (await pass());
      },
    });
    servers.push(server);
    return storeAt({ endpoint: `http://127.0.0.1:${server.port}` });
  }

  test.each([
    ['one byte', 1],
    ['a whole part', PART],
    ['many parts, the last of one byte', 4 * PART + 1],
  ])('%s comes back as it was sent, with the same digest', async (_, size) => {
    const files = storeAt();
    const path = fileOf(size);
    const key = `sizes/${size}`;
    const seen: number[] = [];
    const sent = await files.upload(path, key, {
      signal: never,
      onProgress: (done) => seen.push(done),
    });
    expect(seen.at(-1)).toBe(size);
    expect(await files.sizeOf(key, never)).toBe(size);
    const back = `${path}-back`;
    expect(await files.download(key, back, { signal: never })).toBe(sent);
    expect(await hashOf(back)).toBe(await hashOf(path));
  });

  test('keys of any characters are listed by their beginning, in order, and removed', async () => {
    const files = storeAt();
    const path = fileOf(10);
    const keys = ["list/b & <c>'é(1)*+%41.db", 'list/a.db', 'other/a.db'];
    for (const key of keys) await files.upload(path, key, { signal: never });
    expect(await files.list('list/', never)).toEqual([
      { key: 'list/a.db', bytes: 10 },
      { key: keys[0]!, bytes: 10 },
    ]);
    for (const key of keys) await files.remove(key, never);
    await files.remove('list/never-there', never);
    expect(await files.list('list/', never)).toEqual([]);
    expect(await files.sizeOf('list/a.db', never)).toBeNull();
  });

  test.each([
    [
      'a wrong secret',
      { secretKey: 'hunter2' },
      403,
      'the store answered 403 SignatureDoesNotMatch',
    ],
    [
      'a bucket that is not there',
      { bucket: 'nothing' },
      404,
      'the store answered 404 NoSuchBucket',
    ],
  ])('%s is named, and not tried again', async (_, change, status, message) => {
    const fault = await faultOf(storeAt(change).list('x', never));
    expect(fault).toMatchObject({ message, status, isPassing: false });
  });

  test('a part that is refused or lost on its way is sent again, and the object is what was sent', async () => {
    const failures = new Map<string, number>();
    const files = lineTo((request, pass) => {
      const part = new URL(request.url).searchParams.get('partNumber') ?? request.method;
      const times = failures.get(part) ?? 0;
      failures.set(part, times + 1);
      if (part === '1' && times < 2) return new Response('', { status: 503 });
      // It was stored, and the answer got lost.
      if (part === '2' && times === 0) return pass().then(() => new Response('', { status: 502 }));
      if (part === 'GET' && times === 0) return new Response('', { status: 500 });
      return undefined;
    });
    const path = fileOf(2 * PART + 7);
    const sent = await files.upload(path, 'again', { signal: never });
    expect([failures.get('1'), failures.get('2')]).toEqual([3, 2]);
    expect(await files.download('again', `${path}-back`, { signal: never })).toBe(sent);
    expect(await hashOf(`${path}-back`)).toBe(await hashOf(path));
  });

  test('an upload whose last answer is lost counts as sent, since the object is there', async () => {
    const files = lineTo((request, pass) =>
      request.url.includes('uploadId') && request.method === 'POST'
        ? pass().then(() => new Response('', { status: 500 }))
        : undefined,
    );
    await files.upload(fileOf(PART + 1), 'lost-answer', { signal: never });
    expect(await files.sizeOf('lost-answer', never)).toBe(PART + 1);
  });

  test('an upload of which it stays unknown whether it was completed leaves no object', async () => {
    let isLost = true;
    const files = lineTo((request, pass) => {
      const isCompletion = request.url.includes('uploadId') && request.method === 'POST';
      if (isCompletion) return pass().then(() => new Response('', { status: 500 }));
      return request.method === 'HEAD' && isLost ? new Response('', { status: 500 }) : undefined;
    });
    const fault = await faultOf(files.upload(fileOf(10), 'unknown', { signal: never }));
    expect(fault.message).toBe('the store answered 500');
    isLost = false;
    expect(await files.sizeOf('unknown', never)).toBeNull();
  });

  test('an upload that fails or is broken off leaves no object, and its parts are given up', async () => {
    const path = fileOf(3 * PART);
    const limit = new AbortController();
    const abandoned: string[] = [];
    const files = lineTo((request) => {
      const { searchParams } = new URL(request.url);
      if (request.method === 'DELETE') abandoned.push(searchParams.get('uploadId') ?? '');
      if (searchParams.get('partNumber') !== '3') return undefined;
      if (request.url.includes('/refused')) return new Response('', { status: 403 });
      limit.abort(new Error('interrupted'));
      return new Promise(() => {});
    });
    const refused = await faultOf(files.upload(path, 'refused', { signal: never }));
    expect(refused).toBeInstanceOf(StoreFault);
    expect(refused.message).toBe('the store answered 403');
    const broken = await faultOf(files.upload(path, 'broken-off', { signal: limit.signal }));
    expect(broken.message).toBe('interrupted');
    expect(await storeAt().sizeOf('refused', never)).toBeNull();
    expect(await storeAt().sizeOf('broken-off', never)).toBeNull();
    expect(abandoned).toHaveLength(2);
    expect(abandoned).not.toContain('');
  });

  test('a store that says 200 and means an error has not stored it', async () => {
    const error = '<?xml version="1.0"?>\n<Error><Code>InternalError</Code></Error>';
    const files = lineTo((request) =>
      request.url.includes('uploadId') && request.method === 'POST'
        ? new Response(`   ${error}`)
        : undefined,
    );
    const fault = await faultOf(files.upload(fileOf(10), 'not-stored', { signal: never }));
    expect(fault.message).toBe('the store answered 200 InternalError');
    expect(await storeAt().sizeOf('not-stored', never)).toBeNull();
  });

  test('a try at a part or at the completion may take five minutes, any other 30 seconds', async () => {
    const limits: number[] = [];
    const watched = {
      ...clock,
      after(ms: number, run: () => void) {
        limits.push(ms);
        return clock.after(ms, run);
      },
    };
    const access = { ...store.access, sessionToken: null };
    const ask = createStoreRequests({ access, clock: watched });
    const files = createFileStore({ ask, clock, partBytes: PART });
    const path = fileOf(PART + 1);
    await files.upload(path, 'limits', { signal: never });
    expect(limits).toEqual([30_000, 300_000, 300_000, 300_000]);
    await files.download('limits', `${path}-back`, { signal: never });
    expect(limits.slice(4)).toEqual([30_000, 300_000, 300_000]);
  });

  test('a store that leaves out bytes, or stops answering, is a fault in bounded time', async () => {
    await storeAt().upload(fileOf(100), 'short', { signal: never });
    const files = lineTo((request) =>
      request.method === 'GET' ? new Response('half', { status: 206 }) : undefined,
    );
    const short = await faultOf(
      files.download('short', join(folder, 'short-back'), { signal: never }),
    );
    expect(short.message).toBe('the store left out some bytes');
    await store.freeze();
    const access = { ...store.access, sessionToken: null };
    const impatient = createFileStore({
      ask: createStoreRequests({ access, clock: hasty, tryMs: 10_000 }),
      clock,
    });
    const silent = await faultOf(impatient.sizeOf('short', never));
    store.thaw();
    expect(silent.message).toBe('no answer within 10 s');
  });
});
