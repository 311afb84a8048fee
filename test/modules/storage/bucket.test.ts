/** One upload and its link, against a real store and against answers no store should give. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { systemClock } from '../../../src/core/shared/clock.ts';
import { createBucket, createLinks, sessionTokenOf } from '../../../src/modules/storage/bucket.ts';
import { createStoreRequests } from '../../../src/modules/storage/store-requests.ts';
import {
  close,
  endless,
  hang,
  type Receiver,
  reset,
  respond,
  startReceiver,
} from '../../doubles/receiver.ts';
import { freePort } from '../../helpers/free-port.ts';
import { hasObjectStore, type ObjectStore, objectStore } from '../../helpers/object-store.ts';

const NOWHERE = {
  endpoint: 'https://store.test',
  bucket: 'media',
  accessKey: 'AK',
  secretKey: 'hunter2',
  region: 'us-east-1',
};
const bucketAt = (access: typeof NOWHERE, linkTtlSeconds = 60) => {
  const ask = createStoreRequests({
    access: { ...access, sessionToken: null },
    clock: systemClock(),
  });
  return createBucket(ask, createLinks({ ...access, linkTtlSeconds }));
};
const never = new AbortController().signal;
const content = (text: string, mimetype = 'text/plain') => ({
  bytes: new TextEncoder().encode(text),
  mimetype,
});

describe.skipIf(!hasObjectStore())('with a real store', () => {
  let store: ObjectStore;
  beforeAll(async () => {
    store = await objectStore();
  });

  const bucketOf = (change: Partial<ObjectStore['access']> = {}, linkTtlSeconds?: number) =>
    bucketAt({ ...store.access, ...change }, linkTtlSeconds);

  test('a link gives the exact bytes back, with the type they came with', async () => {
    const bucket = bucketOf();
    const bytes = crypto.getRandomValues(new Uint8Array(60_000));
    const key = 'shop/2026/01/3EB0.ogg';
    const mimetype = 'audio/ogg; codecs=opus';
    expect(await bucket.put(key, { bytes, mimetype }, never)).toEqual({ kind: 'stored' });
    const response = await fetch(bucket.link(key));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(mimetype);
    expect(await response.bytes()).toEqual(bytes);
  });

  test('16 MiB and more arrive whole', async () => {
    const bucket = bucketOf();
    const bytes = new Uint8Array(20 * 1024 * 1024).map((_, index) => index % 251);
    await bucket.put('large', { bytes, mimetype: 'video/mp4' }, never);
    const stored = await (await fetch(bucket.link('large'))).bytes();
    expect(Bun.hash(stored)).toBe(Bun.hash(bytes));
  });

  test('a link holds its lifetime, opens only its own object, and not without its signature', async () => {
    const bucket = bucketOf({}, 3_600);
    await bucket.put('one', content('one'), never);
    const link = bucket.link('one');
    expect(new URL(link).searchParams.get('X-Amz-Expires')).toBe('3600');
    expect((await fetch(link.replace('=3600', '=3601'))).status).toBe(403);
    expect((await fetch(link.replace('/one?', '/two?'))).status).toBe(403);
    expect((await fetch(link.split('?')[0]!)).ok).toBe(false);
  });

  test('a type that could not be sent becomes a plain one', async () => {
    const bucket = bucketOf();
    for (const [key, mimetype] of [
      ['broken', 'text/plain\r\nx-amz-acl: public-read'],
      ['none', ''],
    ] as const) {
      expect((await bucket.put(key, content('x', mimetype), never)).kind).toBe('stored');
      const { headers } = await fetch(bucket.link(key));
      expect(headers.get('content-type')).toBe('application/octet-stream');
    }
  });

  test.each([
    ['a wrong secret', { secretKey: 'hunter2' }, '403 SignatureDoesNotMatch'],
    ['an unknown access key', { accessKey: 'nobody' }, '403 SignatureDoesNotMatch'],
    ['a bucket that is not there', { bucket: 'nothing' }, '404 NoSuchBucket'],
    ['another region', { region: 'eu-west-1' }, '400 AuthorizationHeaderMalformed'],
  ])('%s is named and not tried again', async (_, change, answer) => {
    const outcome = await bucketOf(change).put('x', content('x'), never);
    expect(outcome).toEqual({
      kind: 'failed',
      reason: `the store answered ${answer}`,
      isTransient: false,
    });
  });

  test('a store that is down may come back, and its address is in no reason', async () => {
    const gone = bucketOf({ endpoint: `http://127.0.0.1:${freePort()}` });
    const outcome = await gone.put('x', content('x'), never);
    expect(outcome).toMatchObject({ kind: 'failed', isTransient: true });
    expect(JSON.stringify(outcome)).not.toMatch(/127\.0\.0\.1|X-Amz|secret/);
  });

  test('an upload to a store that hangs ends with its signal, and the next one works', async () => {
    const bucket = bucketOf();
    const limit = new AbortController();
    await store.freeze();
    const outcome = bucket.put('x', content('x'), limit.signal);
    limit.abort(new Error('not done within 30 s'));
    expect(await outcome).toEqual({
      kind: 'failed',
      reason: 'not done within 30 s',
      isTransient: false,
    });
    store.thaw();
    expect((await bucket.put('x', content('x'), never)).kind).toBe('stored');
  });
});

test('the token of temporary credentials is that of the links', () => {
  const link = () => 'https://store.test/media/any?X-Amz-Security-Token=a%2Fb%2B%3D';
  expect(sessionTokenOf(link)).toBe('a/b+=');
  expect(sessionTokenOf(createLinks({ ...NOWHERE, linkTtlSeconds: 60 }))).toBeNull();
});

describe('with answers no store should give', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.stop());
  const answeredBy = (endpoint: string) => bucketAt({ ...NOWHERE, endpoint });

  test.each([
    ['500', respond(500), 'the store answered 500', true],
    ['503', respond(503, { body: '<Error><Code>SlowDown</Code></Error>' }), 'SlowDown', true],
    ['429', respond(429), 'the store answered 429', true],
    ['a redirect', respond(307, { headers: { location: 'http://127.0.0.1:1/' } }), '307', false],
    ['an error that never ends', endless(403), 'the store answered 403', false],
    [
      'an error that repeats the request',
      respond(403, { body: '<Error><Code>A b</Code><Message>hunter2 X-Amz</Message></Error>' }),
      'the store answered 403',
      false,
    ],
    ['a reset', reset, 'the store cannot be reached', true],
    ['a close', close, 'the store cannot be reached', true],
  ] as const)('%s', async (_, answer, reason, isTransient) => {
    // The client asks again by itself on a connection that was closed.
    receiver.script(answer, answer, answer, answer, answer, answer);
    const outcome = await answeredBy(receiver.url).replace('x', content('x'), never);
    expect(outcome).toEqual({
      kind: 'failed',
      reason: expect.stringContaining(reason),
      isTransient,
    });
    expect(JSON.stringify(outcome)).not.toMatch(/hunter2|X-Amz/);
    await receiver.stop();
    receiver = await startReceiver();
  });

  test('an object that exists is left alone where the store can tell, and asked for once where it cannot', async () => {
    const bucket = answeredBy(receiver.url);
    const from = receiver.requests.length;
    receiver.script(respond(412), respond(501), respond(200), respond(200));
    expect((await bucket.put('x', content('x'), never)).kind).toBe('taken');
    expect((await bucket.put('x', content('x'), never)).kind).toBe('stored');
    expect((await bucket.put('x', content('x'), never)).kind).toBe('stored');
    const conditions = receiver.requests
      .slice(from)
      .map((request) => request.header('if-none-match'));
    expect(conditions).toEqual(['*', '*', undefined, undefined]);
  });

  test('an answer that never comes ends with the signal', async () => {
    receiver.script(hang);
    const limit = new AbortController();
    const outcome = answeredBy(receiver.url).put('x', content('x'), limit.signal);
    limit.abort(new Error('enough'));
    expect(await outcome).toMatchObject({ kind: 'failed', reason: 'enough' });
  });
});
