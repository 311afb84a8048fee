import { expect, test } from 'bun:test';
import type { CatalogEvent } from '../../../../src/core/events/contract/catalog.ts';
import type { Channel, Outcome, Target } from '../../../../src/core/events/contract/channel.ts';
import { OK } from '../../../doubles/scripted-channel.ts';
import { testDatabase } from '../../../helpers/database.ts';
import {
  type BenchOptions,
  CAFE,
  engineBench,
  message,
  SHOP,
  target,
} from '../../../helpers/engine.ts';
import { until } from '../../../helpers/until.ts';

const MIB = 1024 * 1024;
const LARGE = 2 * MIB;
const COUNT = 12;
/** What the engine of these tests allows, and what it gives to one receiver. */
const BODY_BYTES = { total: 32 * MIB, perHost: 12 * MIB };
const media = { bytes: new Uint8Array(LARGE).fill(7), mimetype: 'video/mp4' };

const withMedia = (chat: string): CatalogEvent => {
  const event = message(chat);
  if (event.type !== 'Message') throw new Error('not a message');
  return { ...event, media };
};
const eachWithMedia = () => Array.from({ length: COUNT }, (_, index) => withMedia(`chat${index}`));

const bench = (options: BenchOptions) =>
  engineBench({ ...options, bodyBytesInFlight: BODY_BYTES.total });

/** A channel that counts bodies instead of keeping them; attempts to `stalled` addresses end on `answer`. */
function countingChannel(isStalled: (target: Target) => boolean) {
  const open = new Set<() => void>();
  const counts = { held: 0, most: 0, large: 0, small: 0 };
  const channel: Channel = {
    send({ body }, to, signal) {
      const { length } = body;
      counts.held += length;
      counts.most = Math.max(counts.most, counts.held);
      const ended = Promise.withResolvers<Outcome>();
      const end = () => {
        if (!open.delete(end)) return;
        counts.held -= length;
        if (!signal.aborted) counts[length > MIB ? 'large' : 'small']++;
        ended.resolve(OK);
      };
      open.add(end);
      signal.addEventListener('abort', end);
      if (!isStalled(to)) end();
      return ended.promise;
    },
  };
  return { channel, counts, open };
}

test('a receiver that does not answer holds a few large bodies, and what is small goes on, to it and to others', async () => {
  let isStalled = false;
  const { channel, counts, open } = countingChannel(({ host }) => isStalled && host === 'slow:80');
  const { engine, targets } = await bench({ channels: { webhook: channel } });
  targets.set('webhook', target('http://slow/hook', 'slow:80'));
  await engine.start();
  await engine.publish(SHOP, [message('first')]);
  await until('it has answered once', () => counts.small === 1);
  isStalled = true;
  await engine.publish(SHOP, eachWithMedia());
  await until('some run', () => open.size > 0);
  targets.set('webhook', target('http://quick/hook', 'quick:80'));
  await engine.publish(CAFE, [message('a')]);
  await until('a small one reached the other', () => counts.small === 2);
  targets.set('webhook', target('http://slow/hook', 'slow:80'));
  const before = open.size;
  await engine.publish(SHOP, [message('small')]);
  await until('a small one started beside the large ones', () => open.size === before + 1);
  expect(counts.most).toBeLessThanOrEqual(BODY_BYTES.perHost + 64 * 1024);
  expect(counts.most).toBeGreaterThan(BODY_BYTES.perHost / 2);
  isStalled = false;
  for (const end of [...open]) end();
  await until('all have arrived', () => counts.large === COUNT && counts.small === 3);
  expect(counts.most).toBeLessThanOrEqual(BODY_BYTES.perHost + 64 * 1024);
  await engine.stop(1_000);
}, 30_000);

test('receivers that do not answer hold the whole budget at most', async () => {
  const { channel, counts, open } = countingChannel(() => true);
  const { engine, targets, clock } = await bench({ channels: { webhook: channel } });
  targets.set('webhook', target('http://one/hook', 'one:80'));
  targets.set('global-webhook', target('http://two/hook', 'two:80'));
  await engine.start();
  await engine.publish(SHOP, eachWithMedia());
  targets.set('webhook', target('http://three/hook', 'three:80'));
  targets.set('global-webhook', target('http://four/hook', 'four:80'));
  await engine.publish(CAFE, eachWithMedia());
  const largest = Math.ceil(LARGE / 3) * 4 + 4_096;
  await until('the budget is spent', () => counts.held > BODY_BYTES.total - largest);
  await engine.tick();
  expect(counts.most).toBeLessThanOrEqual(BODY_BYTES.total);
  const stopped = engine.stop(0);
  await clock.advance(0);
  await stopped;
  expect(open.size).toBe(0);
}, 30_000);

const text = 'x'.repeat(LARGE);
// The message helper puts its text in twice.
const BIG_TEXT = { event: (chat: string) => message(chat, text), bytes: 2 * LARGE };
const BIG_MEDIA = { event: withMedia, bytes: Math.ceil(LARGE / 3) * 4 };

test.each([
  ['text', BIG_TEXT],
  ['media', BIG_MEDIA],
])(
  'bodies that waited in the table count as well, large by their %s',
  async (_, { event, bytes }) => {
    const { channel, counts, open } = countingChannel(() => true);
    const { engine, rows } = await bench({ channels: { webhook: channel } });
    const events = Array.from({ length: COUNT }, (_, index) => event(`chat${index}`));
    await engine.publish(SHOP, events);
    await engine.start();
    const most = Math.floor(BODY_BYTES.perHost / (bytes + 4_096));
    for (let left = COUNT; left > 0; left -= most) {
      await until('as many as fit run', () => open.size === Math.min(left, most));
      await engine.tick();
      expect(open.size).toBe(Math.min(left, most));
      for (const end of [...open]) end();
    }
    await until('all are delivered', async () =>
      (await rows()).every(({ state }) => state === 'delivered'),
    );
    expect(counts.most).toBeLessThanOrEqual(BODY_BYTES.perHost);
  },
  30_000,
);

test('what waits for bytes of an old target goes to the new one', async () => {
  const { channel, counts, open } = countingChannel(({ host }) => host === 'slow:80');
  const { engine, targets, rows } = await bench({ channels: { webhook: channel } });
  targets.set('webhook', target('http://slow/hook', 'slow:80'));
  await engine.start();
  await engine.publish(SHOP, eachWithMedia());
  await until('some run', () => open.size > 0);
  targets.set('webhook', { ...target('http://quick/hook', 'quick:80'), base64: false });
  await engine.retarget(SHOP.id, 'webhook');
  await until('all are delivered', async () =>
    (await rows()).every(({ state }) => state === 'delivered'),
  );
  expect(counts).toMatchObject({ small: COUNT, large: 0, held: 0 });
}, 30_000);

test('what is claimed brings its body, unless it is long or has a secret that is wiped in time', async () => {
  const db = await testDatabase();
  const read: unknown[] = [];
  const query: typeof db.query = (sql, params) => {
    if (sql.startsWith('select body, media_id from events')) read.push(params?.[1]);
    return db.query(sql, params);
  };
  const { engine, channel, clock } = await engineBench({ db: { ...db, query } });
  const code: CatalogEvent = {
    type: 'QRCode',
    data: { code: '2@secret', qrcode: 'data:image/png;base64,secret', count: 1, maxCount: 6 },
    secretUntil: clock.steady() + 60_000,
  };
  await engine.publish(SHOP, [message('a'), message('b', 'long'.repeat(2_000)), code]);
  await engine.start();
  await until('all have arrived', () => channel.sent.length === 3);
  expect(channel.sent.map(({ body }) => body.sequence)).toEqual([1, 2, 3]);
  expect(read).toEqual([2, 3]);
  await engine.stop(0);
});
