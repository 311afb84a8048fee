import { describe, expect, test } from 'bun:test';
import type { CatalogEvent } from '../../../../src/core/events/contract/catalog.ts';
import { createEventBodies } from '../../../../src/core/events/log/bodies.ts';
import { readUnfinished } from '../../../../src/core/events/log/needed-events.ts';
import {
  type Grant,
  type Ownership,
  soleOwnership,
} from '../../../../src/core/events/publish/ownership.ts';
import { OK, refusal, scriptedChannel } from '../../../doubles/scripted-channel.ts';
import { testDatabase } from '../../../helpers/database.ts';
import { type BenchOptions, CAFE, engineBench, message, SHOP } from '../../../helpers/engine.ts';
import { until } from '../../../helpers/until.ts';

const KIB = 1024;
const picture = (text: string, bytes = 100 * KIB): CatalogEvent =>
  ({
    ...message('chat', text),
    media: { bytes: Buffer.alloc(bytes, 'x'), mimetype: 'image/png' },
  }) as CatalogEvent;

/** An engine that stores 1 MiB of each instance; its events are delivered nowhere unless a test says so. */
async function limitedEngine(options: BenchOptions = {}) {
  const reached: Record<string, unknown>[] = [];
  /** The streams whose rows were removed. */
  const removed: string[] = [];
  const limits = {
    reached: (limit: string, fields?: object) => void reached.push({ limit, ...fields }),
  };
  const bench = await engineBench({
    storageLimit: { bytesMax: 1024 * KIB, limits, onRemoved: (id) => removed.push(id) },
    ...options,
  });
  if (options.channel === undefined) bench.targets.clear();
  const { db, clock } = bench;
  const bodies = createEventBodies(db);
  return {
    ...bench,
    reached,
    removed,
    /** What each event of a stream holds in place of its media. */
    async messages({ id }: typeof SHOP) {
      const rows = await db.query(
        'select sequence, body, media_id from events where stream_id = ? order by sequence',
        [id],
      );
      return Promise.all(
        rows.map(async ([, body, mediaId]) => {
          const stored = { body: String(body), mediaId: mediaId == null ? null : String(mediaId) };
          const whole = JSON.parse(await bodies.with(stored, true));
          const { conversation, base64, mediaError } = whole.data.Message;
          return { text: conversation, has: base64 ? 'media' : (mediaError ?? 'nothing') };
        }),
      );
    },
    async bytes({ id }: typeof SHOP) {
      const [row] = await db.query(
        `select sum(octet_length(body)), (select sum(length(bytes)) from media
          where id in (select media_id from events where stream_id = ?)) from events where stream_id = ?`,
        [id, id],
      );
      return Number(row?.[0] ?? 0) + Number(row?.[1] ?? 0);
    },
    /** Until room was made; the clock moves. */
    async seenTo(times = 1) {
      await until(`the limit was reached ${times} times`, async () => {
        await clock.advance(1_000);
        return reached.length >= times;
      });
    },
  };
}

const GONE = 'the media was removed: the instance keeps no more than INSTANCE_STORAGE_LIMIT';

test('of several nodes the one that has an instance keeps it within its limit, with what another one stored', async () => {
  const db = await testDatabase();
  const grants = new Map<string, Grant>();
  const ownership: Ownership = {
    ...soleOwnership('a'),
    isShared: true,
    node: 'a',
    get streams() {
      return [...grants.keys()];
    },
    grantOf: (id) => grants.get(id) ?? null,
  };
  const own = async (term: number) => {
    grants.set(SHOP.id, { node: 'a', term, holder: `a.${term}` });
    await db.query('update streams set owner = ?, term = ? where id = ?', ['a', term, SHOP.id]);
  };
  const elsewhere = async (from: number) => {
    const body = JSON.stringify({ data: { Message: {} }, filler: 'x'.repeat(100 * KIB) });
    for (let sequence = from; sequence < from + 12; sequence++)
      await db.query(
        "insert into events (stream_id, sequence, id, type, body, created_at) values (?, ?, ?, 'Message', ?, 1)",
        [SHOP.id, sequence, `event-${sequence}`, body],
      );
    await db.query('update streams set last_sequence = ? where id = ?', [from + 11, SHOP.id]);
  };
  await db.query('insert into streams (id) values (?)', [SHOP.id]);
  await elsewhere(1);
  const { engine, clock, bytes, seenTo, reached } = await limitedEngine({ db, ownership });
  await engine.start();
  await clock.advance(60_000);
  expect(reached).toEqual([]);
  await own(1);
  await engine.publish(SHOP, [message('chat')]);
  await seenTo();
  expect(await bytes(SHOP)).toBeLessThanOrEqual(1024 * KIB);
  grants.clear();
  await elsewhere(14);
  await own(3);
  await engine.publish(SHOP, [message('chat')]);
  await seenTo(2);
  expect(await bytes(SHOP)).toBeLessThanOrEqual(1024 * KIB);
});

describe('an instance with more stored than its limit', () => {
  test('loses its oldest media first; their events stay and say why', async () => {
    const { engine, messages, bytes, seenTo, reached } = await limitedEngine();
    await engine.start();
    for (let count = 1; count <= 12; count++) await engine.publish(SHOP, [picture(`${count}`)]);
    await seenTo();
    expect(await messages(SHOP)).toEqual(
      Array.from({ length: 12 }, (_, at) => ({ text: `${at + 1}`, has: at < 3 ? GONE : 'media' })),
    );
    expect(await bytes(SHOP)).toBeLessThanOrEqual(1024 * KIB);
    expect(reached).toMatchObject([
      { limit: 'instance_storage', instanceName: 'shop', removedMedia: 3, removedEvents: 0 },
    ]);
    await engine.stop(0);
  });

  test('leaves the events of other instances alone', async () => {
    const { engine, messages, seenTo } = await limitedEngine();
    await engine.start();
    await engine.publish(CAFE, [picture('old')]);
    for (let count = 1; count <= 12; count++) await engine.publish(SHOP, [picture(`${count}`)]);
    await seenTo();
    expect(await messages(CAFE)).toEqual([{ text: 'old', has: 'media' }]);
    await engine.stop(0);
  });

  test('keeps the media of deliveries that still wait, older as they are', async () => {
    const channel = scriptedChannel();
    const made = await limitedEngine({ channel });
    const { engine, messages, seenTo, targets } = made;
    channel.script = () => refusal(503, 'no');
    await engine.start();
    for (const text of ['1', '2']) await engine.publish(SHOP, [picture(text)]);
    await until('they failed', async () =>
      (await made.rows()).every((row) => row.state === 'waiting' && row.attemptCount === 1),
    );
    targets.clear();
    for (let count = 3; count <= 12; count++) await engine.publish(SHOP, [picture(`${count}`)]);
    await seenTo();
    const left = (await messages(SHOP)).filter(({ has }) => has === 'media');
    expect(left.map(({ text }) => text)).toEqual(['1', '2', '6', '7', '8', '9', '10', '11', '12']);
    await engine.stop(0);
  });

  test('loses its oldest events when no media is left, and those of waiting deliveries last', async () => {
    const channel = scriptedChannel();
    const made = await limitedEngine({ channel });
    const { engine, messages, bytes, seenTo, removed, targets } = made;
    channel.script = () => refusal(503, 'no');
    await engine.start();
    await engine.publish(SHOP, [message('chat', 'waits')]);
    await until('it failed', async () => (await made.rows())[0]?.attemptCount === 1);
    targets.clear();
    const text = 'x'.repeat(10 * KIB);
    for (let count = 0; count < 60; count++) await engine.publish(SHOP, [message('chat', text)]);
    await engine.publish(SHOP, [message('chat', 'newest')]);
    await seenTo();
    const left = (await messages(SHOP)).map((one) => one.text);
    expect([left[0], left.at(-1)]).toEqual(['waits', 'newest']);
    expect(left.length).toBeLessThan(62);
    // Memory forgets the messages of the stream too.
    expect(new Set(removed)).toEqual(new Set([SHOP.id]));
    expect(await bytes(SHOP)).toBeLessThanOrEqual(1024 * KIB);
    await engine.stop(0);
  });

  test('is refused no event, even when deliveries need all that is there', async () => {
    const channel = scriptedChannel();
    const made = await limitedEngine({ channel });
    const { engine, messages, seenTo, reached } = made;
    channel.script = () => refusal(503, 'no');
    await engine.start();
    for (let count = 1; count <= 12; count++) await engine.publish(SHOP, [picture(`${count}`)]);
    await seenTo();
    await engine.publish(SHOP, [message('chat', 'newest')]);
    const all = await messages(SHOP);
    expect(all.filter(({ has }) => has === 'media')).toHaveLength(12);
    expect(all.at(-1)?.text).toBe('newest');
    expect(reached[0]).toMatchObject({ removedMedia: 0, removedEvents: 0 });
    channel.script = () => OK;
    await until('room was made once they were delivered', async () => {
      await made.clock.advance(5_000);
      return (await made.bytes(SHOP)) <= 1024 * KIB;
    });
    await engine.stop(0);
  });
});

test('what an instance had stored before a restart counts after it', async () => {
  const db = await testDatabase();
  const first = await limitedEngine({ db, storageLimit: null });
  await first.engine.start();
  for (let count = 1; count <= 12; count++) await first.engine.publish(SHOP, [picture(`${count}`)]);
  await first.engine.stop(0);
  const second = await limitedEngine({ db });
  await second.engine.start();
  await second.seenTo();
  expect(await second.bytes(SHOP)).toBeLessThanOrEqual(1024 * KIB);
  await second.engine.stop(0);
});

test('what could not be counted at the start is counted later', async () => {
  const disk = await testDatabase();
  const first = await limitedEngine({ db: disk, storageLimit: null });
  await first.engine.start();
  for (let count = 1; count <= 12; count++) await first.engine.publish(SHOP, [picture(`${count}`)]);
  await first.engine.stop(0);
  let isBroken = true;
  const query: typeof disk.query = (sql, params) =>
    isBroken && sql.includes('octet_length')
      ? Promise.reject(new Error('the disk cannot be read'))
      : disk.query(sql, params);
  const second = await limitedEngine({ db: { ...disk, query } });
  await second.engine.start();
  await until('it was tried', () => second.lines.some(({ level }) => level === 'warn'));
  isBroken = false;
  await second.seenTo();
  expect(await second.bytes(SHOP)).toBeLessThanOrEqual(1024 * KIB);
  await second.engine.stop(0);
});

test('without a limit nothing is measured and nothing goes', async () => {
  const disk = await testDatabase();
  const asked: string[] = [];
  const query: typeof disk.query = (sql, params) => {
    asked.push(sql);
    return disk.query(sql, params);
  };
  const { engine, messages, clock } = await limitedEngine({
    db: { ...disk, query },
    storageLimit: null,
  });
  await engine.start();
  for (let count = 1; count <= 12; count++) await engine.publish(SHOP, [picture(`${count}`)]);
  await clock.advance(30_000);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((sql) => sql.includes('octet_length'))).toEqual([]);
  expect((await messages(SHOP)).every(({ has }) => has === 'media')).toBe(true);
  await engine.stop(0);
});

test('what deliveries need is known however many wait, and whatever is sent meanwhile', async () => {
  const db = await testDatabase();
  const count = 5_000;
  await db.query(
    `with recursive n(s) as (select 1 union all select s + 1 from n where s < ${count})
      insert into deliveries (id, stream_id, sequence, endpoint, event_id, type, target, state,
        next_attempt_at, holder, created_at, updated_at)
      select printf('%08d', s), ?, s, 'webhook', s, 'Message', '',
        case s % 4 when 0 then 'delivered' when 1 then 'sending' else 'waiting' end,
        case when s % 4 > 1 then 0 end, case s % 4 when 1 then 'p' end, 0, 0 from n`,
    [SHOP.id],
  );
  const isNeeded = await readUnfinished(db, SHOP.id, { first: 100, last: count });
  for (let sequence = 100; sequence <= count; sequence++)
    expect([sequence, isNeeded(sequence)]).toEqual([sequence, sequence % 4 !== 0]);
  expect(isNeeded(count + 1)).toBe(true);
});
