/** What waits unsent and the memory held for it, with sockets that take as much as a test says. */
import { describe, expect, test } from 'bun:test';
import type { EventLog } from '../../../../src/core/events/log/events.ts';
import { createLog } from '../../../../src/core/shared/log.ts';
import { Feed } from '../../../../src/modules/gateway/live/feed.ts';
import type { Socket } from '../../../../src/modules/gateway/live/reader.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { until } from '../../../helpers/until.ts';

const MEBIBYTE = 1024 * 1024;
/** For each holder. */
const MEMORY = 5 * MEBIBYTE;

function openFeed() {
  const clock = manualClock();
  const held = new Map<string, number>();
  const bodies: string[] = [];
  let asked = 0;
  let fetched = Promise.resolve();
  const heldBy = (holder: string): number => held.get(holder) ?? 0;
  const log: EventLog = {
    last: async () => bodies.length,
    async *after(_streamId, from) {
      for (const [at, body] of bodies.entries())
        if (at >= from) yield { sequence: at + 1, type: 'Message', body, mediaId: null };
    },
  };
  const feed = new Feed({
    clock,
    events: log,
    mediaInBodies: true,
    log: createLog('warn', clock.now, () => {}),
    bodies: {
      with: ({ body }) => fetched.then(() => body),
      sizeOf: async ({ body }) => body.length,
    },
    wanted: () => new Set(['Message']),
    memory: {
      take(holder, bytes) {
        asked++;
        if (heldBy(holder) + bytes > MEMORY) return false;
        held.set(holder, heldBy(holder) + bytes);
        return true;
      },
      release: (holder, bytes) => void held.set(holder, heldBy(holder) - bytes),
      noteAllocation() {},
    },
  });

  /** A socket that buffers what it is sent until it is `read`. */
  function join(holder: string, streamId: string | null = 'shop') {
    const [sent, ends]: [string[], string[]] = [[], []];
    let [waiting, isPaused, heldAtSend] = [0, false, 0];
    const end = (how: string) => {
      ends.push(how);
      if (how === 'terminated') waiting = 0;
      feed.leave(reader);
    };
    const socket: Socket = {
      sendText(text) {
        heldAtSend = heldBy(holder);
        sent.push(text);
        waiting += text.length;
        return -1;
      },
      cork: (run) => run(),
      ping() {},
      close: (code) => end(`${code}`),
      terminate: () => end('terminated'),
      pause: () => {
        isPaused = true;
      },
      resume: () => {
        isPaused = false;
      },
      getBufferedAmount: () => waiting,
    };
    const reader = feed.join(socket, { streamId, after: null, holder, keyLastsMs: () => Infinity });
    return {
      sizes: () => sent.map(({ length }) => length),
      ends,
      isPaused: () => isPaused,
      heldAtSend: () => heldAtSend,
      leave: () => feed.leave(reader),
      read(bytes = waiting) {
        waiting -= bytes;
        reader.responded();
      },
    };
  }

  return {
    feed,
    clock,
    held,
    heldBy,
    asked: () => asked,
    /** Bodies that the log is read for come when the returned function is called. */
    holdUpBodies(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      fetched = promise;
      return resolve;
    },
    join,
    /** Commits an event and lets the feed hand it out. */
    async publish(size: number, streamId = 'shop') {
      const body = 'x'.repeat(size);
      const sequence = streamId === 'shop' ? bodies.push(body) : 1;
      feed.committed({ streamId, sequence, type: 'Message', body, mediaId: null });
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('a small frame on an empty socket asks for no memory before it is sent', async () => {
  const { join, publish, heldBy, asked } = openFeed();
  const reader = join('a');
  await publish(1_000);
  expect([reader.sizes(), reader.heldAtSend(), heldBy('a')]).toEqual([[1_000], 0, 1_000]);
  reader.read();
  expect([heldBy('a'), asked()]).toEqual([0, 1]);
});

test('memory is held for a large frame before it is sent, and released as the reader takes it', async () => {
  const { join, publish, heldBy } = openFeed();
  const reader = join('a');
  await publish(2 * MEBIBYTE);
  expect([reader.heldAtSend(), heldBy('a')]).toEqual([2 * MEBIBYTE, 2 * MEBIBYTE]);
  reader.read(MEBIBYTE);
  expect(heldBy('a')).toBe(MEBIBYTE);
  reader.read();
  expect(heldBy('a')).toBe(0);
});

test('a peer is read again when it has taken what waits, so that it cannot close before', async () => {
  const { join, publish } = openFeed();
  const reader = join('a');
  await publish(MEBIBYTE);
  expect(reader.isPaused()).toBe(true);
  reader.read(1_000);
  expect(reader.isPaused()).toBe(true);
  reader.read();
  expect(reader.isPaused()).toBe(false);
});

describe('a reader for whom there is no memory', () => {
  for (const streamId of ['shop', null]) {
    const what = streamId === null ? 'all instances' : 'one instance';
    test(`of ${what} waits while nothing is on its way to it, and misses nothing`, async () => {
      const { join, publish, heldBy } = openFeed();
      const first = join('a');
      const second = join('a', streamId);
      await publish(3 * MEBIBYTE);
      await publish(2_000);
      expect([first.sizes(), second.sizes(), second.ends]).toEqual([[3 * MEBIBYTE, 2_000], [], []]);
      first.read();
      await until('the large frame', () => second.sizes().length === 1);
      second.read();
      await until('both frames', () => second.sizes().length === 2);
      await publish(3_000);
      expect(second.sizes()).toEqual([3 * MEBIBYTE, 2_000, 3_000]);
      second.read();
      first.read();
      expect(heldBy('a')).toBe(0);
    });
  }

  test('asks again every second, since requests give memory back without a word to it', async () => {
    const { join, publish, held, clock } = openFeed();
    const reader = join('a');
    held.set('a', 4 * MEBIBYTE);
    await publish(3 * MEBIBYTE);
    held.set('a', 0);
    await clock.advance(999);
    expect(reader.sizes()).toEqual([]);
    await clock.advance(1);
    await until('the frame', () => reader.sizes().length === 1);
  });

  test('is closed with 1013 once it has taken what was on its way to it', async () => {
    const { join, publish, heldBy, feed } = openFeed();
    const [first, second] = [join('a'), join('a')];
    await publish(2 * MEBIBYTE);
    await publish(MEBIBYTE);
    // 3 MiB wait for the first; the second has 2 MiB, and for its third there is no room.
    expect([first.ends, second.ends, feed.size]).toEqual([[], [], 1]);
    expect(second.sizes()).toEqual([2 * MEBIBYTE]);
    second.read(MEBIBYTE);
    expect([second.ends, heldBy('a')]).toEqual([[], 4 * MEBIBYTE]);
    second.read();
    expect([second.ends, heldBy('a')]).toEqual([['1013'], 3 * MEBIBYTE]);
  });

  test('is terminated with all that waits when it has not taken it within 5 seconds', async () => {
    const { join, publish, heldBy, clock } = openFeed();
    const [, second] = [join('a'), join('a')];
    await publish(2 * MEBIBYTE);
    await publish(MEBIBYTE);
    await clock.advance(4_999);
    expect([second.ends, heldBy('a')]).toEqual([[], 5 * MEBIBYTE]);
    await clock.advance(1);
    expect([second.ends, heldBy('a')]).toEqual([['terminated'], 3 * MEBIBYTE]);
  });

  test('gives back all of it when it is closed while a frame is fetched for it', async () => {
    const { join, publish, heldBy, holdUpBodies } = openFeed();
    const first = join('a');
    const second = join('a', null);
    await publish(3 * MEBIBYTE);
    const arrive = holdUpBodies();
    first.leave();
    await until('its turn', () => heldBy('a') === 3 * MEBIBYTE);
    for (const streamId of ['cafe', 'kiosk', 'bakery']) await publish(MEBIBYTE, streamId);
    expect([second.sizes(), heldBy('a')]).toEqual([[MEBIBYTE, MEBIBYTE], 2 * MEBIBYTE]);
    second.read();
    expect([second.ends, heldBy('a')]).toEqual([['1013'], 0]);
    arrive();
    await new Promise((resolve) => setImmediate(resolve));
    expect([second.sizes().length, heldBy('a')]).toEqual([2, 0]);
  });

  test('takes none from readers with another key', async () => {
    const { join, publish } = openFeed();
    const greedy = [join('a'), join('a'), join('a')];
    const other = join('b');
    await publish(4 * MEBIBYTE);
    expect(greedy.map((one) => one.sizes().length)).toEqual([1, 0, 0]);
    expect(other.sizes()).toEqual([4 * MEBIBYTE]);
  });
});
