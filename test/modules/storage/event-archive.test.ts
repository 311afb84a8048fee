/** Events in a bucket beyond their time in the log: written by the hour, and replayed out of it again. */
import { afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { gunzipSync } from 'node:zlib';
import type { ArchivedEvent } from '../../../src/core/events/contract/archive.ts';
import { systemClock } from '../../../src/core/shared/clock.ts';
import { createEventArchive } from '../../../src/modules/storage/event-archive.ts';
import { createFileStore } from '../../../src/modules/storage/file-store.ts';
import { createStoreRequests } from '../../../src/modules/storage/store-requests.ts';
import { startReceiver } from '../../doubles/receiver.ts';
import { type RunningApp, startApp } from '../../helpers/app.ts';
import { freePort } from '../../helpers/free-port.ts';
import { startMetaReceiver } from '../../helpers/meta-receiver.ts';
import { hasObjectStore, type ObjectStore, objectStore } from '../../helpers/object-store.ts';
import { until } from '../../helpers/until.ts';

const HOUR = 3_600_000;
const AT = Date.UTC(2026, 0, 5, 10, 30);
const never = new AbortController().signal;
const open: { stop(): Promise<unknown> }[] = [];
afterEach(() => Promise.all(open.splice(0).map((one) => one.stop())));

const event = (sequence: number, change: Partial<ArchivedEvent> = {}): ArchivedEvent => ({
  streamId: 'stream',
  sequence,
  id: `id-${sequence}`,
  type: 'Message',
  chat: 'a "chat",body:',
  createdAt: AT,
  body: `{"sequence":${sequence},"data":{"text":"é\\n,\\"body\\":1","number":1.0}}`,
  ...change,
});

describe.skipIf(!hasObjectStore())('with a real store', () => {
  let store: ObjectStore;
  beforeAll(async () => {
    store = await objectStore();
  });
  const clock = systemClock();
  const ask = () => createStoreRequests({ access: { ...store.access, sessionToken: null }, clock });
  const archiveIn = (folder: string) => createEventArchive({ ask: ask(), clock, prefix: folder });
  const keysIn = async (folder: string) =>
    (await createFileStore({ ask: ask(), clock }).list(folder, never)).map(({ key }) => key);
  const folderOf = () => `${crypto.randomUUID()}/`;

  test('events are lines of JSON in an object of their stream and hour, as the log had them', async () => {
    const folder = folderOf();
    const later = { createdAt: AT + HOUR };
    await archiveIn(folder).write([event(1), event(2), event(3, later), event(5, later)]);
    const keys = await keysIn(folder);
    expect(keys.map((key) => key.slice(folder.length))).toEqual([
      'stream/2026/01/05/10/0000000000000001-0000000000000002.ndjson.gz',
      'stream/2026/01/05/11/0000000000000003-0000000000000003.ndjson.gz',
      'stream/2026/01/05/11/0000000000000005-0000000000000005.ndjson.gz',
    ]);
    const { bytes } = await ask()({ method: 'GET', key: keys[0] ?? '' }, never);
    const lines = gunzipSync(bytes).toString().trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { ...event(1), body: JSON.parse(event(1).body) },
      { ...event(2), body: JSON.parse(event(2).body) },
    ]);
  });

  test('a reader gives the events of a range in order, each once, byte for byte', async () => {
    const folder = folderOf();
    const archive = archiveIn(folder);
    const all = Array.from({ length: 450 }, (_, index) =>
      event(index + 1, { createdAt: AT + Math.floor(index / 150) * HOUR }),
    );
    await archive.write(all.slice(0, 200));
    await archive.write(all.slice(100));
    await archive.write([event(1, { streamId: 'other' })]);
    const read = async (after: number, before: number, since = AT) => {
      const reader = archive.open('stream', since);
      const found: ArchivedEvent[] = [];
      for (let last = after; ; ) {
        const events = await reader.read(last, before);
        if (events.length === 0) return found;
        found.push(...events);
        last = events.at(-1)?.sequence ?? last;
      }
    };
    expect(await read(0, 1_000)).toEqual(all);
    expect(await read(10, 21)).toEqual(all.slice(10, 20));
    expect(await read(0, 1_000, AT + HOUR)).toEqual(all.slice(150));
    expect(await archive.firstFrom('stream', AT)).toBe(1);
    expect(await archive.firstFrom('stream', AT + 2 * HOUR)).toBe(301);
    expect(await archive.firstFrom('stream', AT + 3 * HOUR)).toBeNull();
    expect(await archive.firstFrom('nobody', AT)).toBeNull();
    expect(archive.problem()).toBeNull();
  });

  /** An app whose clock is behind by some hours, and can be moved on: stores compare signatures with their own. */
  async function starting(url: string, behindHours: number) {
    let aheadMs = -behindHours * HOUR;
    const own = systemClock();
    const moved = { ...own, now: () => own.now() + aheadMs, steady: () => own.steady() + aheadMs };
    const app = await startApp({
      clock: {
        ...moved,
        // Pruning waits a minute, which is not waited for here.
        after: (ms, run) => own.after(ms === 60_000 ? 50 : ms, run),
      },
      env: {
        EVENT_ARCHIVE_URL: url,
        EVENT_ARCHIVE_ACCESS_KEY: store.access.accessKey,
        EVENT_ARCHIVE_SECRET_KEY: store.access.secretKey,
        EVENT_RETENTION_HOURS: '1',
      },
    });
    open.push(app);
    const goOn = (hours: number) => {
      aheadMs += hours * HOUR;
    };
    return { app, goOn, now: () => new Date(moved.now()).toISOString() };
  }

  const say = (app: RunningApp, text: string) =>
    app.call('POST', '/sandbox/shop/message', { kind: 'text', from: '5511888880000', text });
  const archiveMetrics = async (app: RunningApp): Promise<Record<string, number>> => {
    const { body } = await app.call('GET', '/metrics');
    const lines = String(body).matchAll(/^gatehouse_archive_(\S+) (\S+)$/gm);
    return Object.fromEntries([...lines].map(([, name, value]) => [name, Number(value)]));
  };
  const textsIn = async (app: RunningApp) =>
    (await app.call('GET', '/event/find/shop?event=Message&limit=100')).body.events.length;

  test('what is pruned is in the archive before, and a replay reads it there', async () => {
    const folder = folderOf();
    const url = `${store.access.endpoint}/${store.access.bucket}/${folder}`;
    const { app, goOn, now } = await starting(url, 3);
    await app.openInstance('shop');
    const since = now();
    for (const text of ['one', 'two', 'three']) await say(app, text);
    goOn(3);
    await until('they are pruned', async () => (await textsIn(app)) === 0);
    expect((await keysIn(folder)).length).toBeGreaterThan(0);
    const written = await archiveMetrics(app);
    expect(written).toMatchObject({ up: 1, failures_total: 0 });
    expect(written.events_total).toBeGreaterThanOrEqual(3);
    expect(written.bytes_total).toBeGreaterThan(0);
    expect(written.last_write_timestamp_seconds).toBeGreaterThan(Date.parse(since) / 1000);
    await say(app, 'four');
    const receiver = await startReceiver();
    open.push(receiver);
    const { body: endpoint } = await app.call('POST', '/webhook/endpoints/shop', {
      name: 'new',
      url: receiver.url,
      events: ['MESSAGE'],
    });
    const path = `/webhook/endpoints/shop/${endpoint.id}`;
    const { status, body: begun } = await app.call('POST', `${path}/recover`, { since });
    expect(status).toBe(202);
    await until('it is done', async () => {
      const { body } = await app.call('GET', `${path}/recoveries/${begun.id}`);
      return body.state === 'done';
    });
    const bodies = receiver.requests.map(({ body }) => JSON.parse(body));
    expect(bodies.map(({ data }) => data.Message.conversation)).toEqual([
      'one',
      'two',
      'three',
      'four',
    ]);
    const { body: ended } = await app.call('GET', `${path}/recoveries/${begun.id}`);
    expect(ended).toMatchObject({ found: 4, delivered: 4, missing: 0 });

    // What comes out of the archive has the form of its endpoint, as everything else.
    const inbox = await startMetaReceiver('');
    open.push(inbox);
    const { body: other } = await app.call('POST', '/webhook/endpoints/shop', {
      ...{ name: 'inbox', url: inbox.url, format: 'whatsapp-cloud', events: ['MESSAGE'] },
    });
    inbox.secret = other.secret;
    await app.call('POST', `/webhook/endpoints/shop/${other.id}/recover`, { since });
    await until('it has all', () => inbox.posts.length === 4);
    const messages = inbox.changes().flatMap(({ value }) => value.messages);
    expect(messages).toMatchObject(
      ['one', 'two', 'three', 'four'].map((body) => ({ type: 'text', text: { body } })),
    );
  });

  test('while the bucket is away nothing is pruned, and it is said; a time that it may have is not replayed', async () => {
    const { app, goOn, now } = await starting(`http://127.0.0.1:${freePort()}/events`, 90);
    await app.openInstance('shop');
    const since = now();
    await say(app, 'one');
    goOn(3);
    await until('it is said', () =>
      app.lines.some(
        ({ message }) => message === 'events are kept because they could not be archived',
      ),
    );
    expect(await textsIn(app)).toBe(1);
    const away = await archiveMetrics(app);
    expect(away).toMatchObject({ up: 0, events_total: 0, last_write_timestamp_seconds: 0 });
    expect(away.failures_total).toBeGreaterThan(0);
    expect(away['lost_events_total{reason="retention"}']).toBe(0);
    const { body } = await app.call('GET', '/ready');
    expect(body.warnings).toEqual([expect.stringContaining('EVENT_ARCHIVE_URL')]);
    // Beyond three more days the disk counts for more.
    goOn(80);
    await until('it is pruned', async () => (await textsIn(app)) === 0);
    expect(
      app.lines.some(({ message }) => message === 'events were deleted that could not be archived'),
    ).toBe(true);
    const lost = (await archiveMetrics(app))['lost_events_total{reason="retention"}'];
    expect(lost).toBeGreaterThan(0);
    const receiver = await startReceiver();
    open.push(receiver);
    const { body: endpoint } = await app.call('POST', '/webhook/endpoints/shop', {
      name: 'new',
      url: receiver.url,
    });
    const path = `/webhook/endpoints/shop/${endpoint.id}/recover`;
    const answer = await app.call('POST', path, { since });
    expect(answer.status).toBe(503);
    expect(JSON.stringify(answer.body)).toContain('the archive of events cannot be used');
  });
});
