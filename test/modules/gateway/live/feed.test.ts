/** What only a log that fails can show, with sockets that take notes. */
import { describe, expect, test } from 'bun:test';
import type { EventLog, LoggedEvent } from '../../../../src/core/events/log/events.ts';
import { createLog } from '../../../../src/core/shared/log.ts';
import { Feed } from '../../../../src/modules/gateway/live/feed.ts';
import type { Socket } from '../../../../src/modules/gateway/live/reader.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { until } from '../../../helpers/until.ts';

interface NotedSocket extends Socket {
  readonly sent: string[];
  readonly closed: number[];
}

function notedSocket(): NotedSocket {
  const [sent, closed]: [string[], number[]] = [[], []];
  return {
    sent,
    closed,
    sendText: (text) => sent.push(text),
    cork: (run) => run(),
    ping() {},
    close: (code) => void closed.push(code),
    terminate() {},
    pause() {},
    resume() {},
    getBufferedAmount: () => 0,
  };
}

/** A log of so many messages. */
const logOf = (count: number): EventLog => ({
  last: async () => count,
  async *after(_streamId, from) {
    for (let sequence = from + 1; sequence <= count; sequence++)
      yield { sequence, type: 'Message', body: `${sequence}`, mediaId: null };
  },
});

const broken: EventLog = {
  last: async () => {
    throw new Error('the disk is gone');
  },
  // biome-ignore lint/correctness/useYield: it fails before it could.
  async *after(): AsyncGenerator<LoggedEvent, void> {
    throw new Error('the disk is gone');
  },
};

function feedOver(events: EventLog, mediaInBodies = true) {
  const lines: Record<string, unknown>[] = [];
  const clock = manualClock();
  const feed = new Feed({
    clock,
    events,
    mediaInBodies,
    log: createLog('warn', clock.now, (line) => lines.push(JSON.parse(line))),
    bodies: {
      async with({ body, mediaId }) {
        if (mediaId !== null) throw new Error('the disk is gone');
        return body;
      },
      sizeOf: async ({ body }) => body.length,
    },
    wanted: () => new Set(['Message']),
    memory: { take: () => true, release() {}, noteAllocation() {} },
  });
  return { feed, lines, clock };
}

const commit = (feed: Feed, sequence: number, mediaId: string | null = null) =>
  feed.committed({ streamId: 'shop', sequence, type: 'Message', body: `${sequence}`, mediaId });

const FAILED = 1011;

test('a replay sends no more than one turn ahead of its reader', async () => {
  const { feed } = feedOver(logOf(1_000));
  let waiting = 1_000_000;
  const noted = notedSocket();
  const getBufferedAmount = () => (noted.sent.length > 0 ? waiting : 0);
  const socket = { ...noted, getBufferedAmount };
  const reader = feed.join(socket, {
    streamId: 'shop',
    after: 0,
    holder: 'key',
    keyLastsMs: () => Infinity,
  });
  await until('the first frames', () => socket.sent.length > 0);
  const ahead = socket.sent.length;
  reader.responded();
  await new Promise((resolve) => setImmediate(resolve));
  expect([ahead, socket.sent.length]).toEqual([64, 64]);
  waiting = 0;
  reader.responded();
  await until('the rest', () => socket.sent.length === 1_000);
  expect(socket.sent).toEqual(Array.from({ length: 1_000 }, (_, at) => `${at + 1}`));
});

test('a replay that cannot be read closes its reader with 1011, and the others read on', async () => {
  const { feed, lines } = feedOver(broken);
  const [resuming, live] = [notedSocket(), notedSocket()];
  feed.join(resuming, { streamId: 'shop', after: 0, holder: 'key', keyLastsMs: () => Infinity });
  feed.join(live, { streamId: 'shop', after: null, holder: 'key', keyLastsMs: () => Infinity });
  await until('it is closed', () => resuming.closed.length > 0);
  commit(feed, 1);
  await until('a frame', () => live.sent.length > 0);
  expect([resuming.closed, live.closed, live.sent]).toEqual([[FAILED], [], ['1']]);
  expect(lines).toMatchObject([{ level: 'warn', instanceId: 'shop', error: 'the disk is gone' }]);
});

test('a body that cannot be read closes with 1011 the readers that would miss it', async () => {
  const { feed, lines } = feedOver(broken);
  const [own, global, other] = [notedSocket(), notedSocket(), notedSocket()];
  feed.join(own, { streamId: 'shop', after: null, holder: 'key', keyLastsMs: () => Infinity });
  feed.join(global, { streamId: null, after: null, holder: 'key', keyLastsMs: () => Infinity });
  feed.join(other, { streamId: 'cafe', after: null, holder: 'key', keyLastsMs: () => Infinity });
  commit(feed, 1);
  commit(feed, 2, 'media');
  commit(feed, 3);
  await until('they are closed', () => own.closed.length + global.closed.length === 2);
  expect([own.closed, global.closed, other.closed]).toEqual([[FAILED], [FAILED], []]);
  expect([own.sent, global.sent]).toEqual([['1'], ['1']]);
  expect(feed.size).toBe(1);
  expect(lines).toHaveLength(1);
});

test('after a failure the feed goes on for readers that come back', async () => {
  const { feed } = feedOver(broken);
  const [first, second] = [notedSocket(), notedSocket()];
  feed.join(first, { streamId: 'shop', after: null, holder: 'key', keyLastsMs: () => Infinity });
  commit(feed, 1, 'media');
  await until('it is closed', () => first.closed.length > 0);
  feed.join(second, { streamId: 'shop', after: null, holder: 'key', keyLastsMs: () => Infinity });
  commit(feed, 2);
  await until('a frame', () => second.sent.length > 0);
  expect([first.sent, second.sent]).toEqual([[], ['2']]);
});

test('a log that fails after its reader has left is not reported', async () => {
  const { feed, lines } = feedOver(broken);
  const [gone, last] = [notedSocket(), notedSocket()];
  feed.leave(
    feed.join(gone, { streamId: 'shop', after: 0, holder: 'key', keyLastsMs: () => Infinity }),
  );
  feed.leave(
    feed.join(last, { streamId: 'shop', after: null, holder: 'key', keyLastsMs: () => Infinity }),
  );
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect([gone.closed, lines]).toEqual([[], []]);
});

test('a node that ends closes its readers one after another within 2 s, and at once all that come meanwhile', async () => {
  const { feed, clock } = feedOver(logOf(0));
  const join = () => {
    const socket = notedSocket();
    feed.join(socket, { streamId: null, after: null, holder: 'key', keyLastsMs: () => Infinity });
    return socket;
  };
  const readers = Array.from({ length: 40 }, join);
  const closed = () => readers.filter((one) => one.closed.join() === '1001').length;
  const closing = feed.close(2_000);
  expect(closed()).toBe(2);
  expect(join().closed).toEqual([1001]);
  await clock.advance(1_000);
  expect(closed()).toBe(22);
  await clock.advance(900);
  await closing;
  expect(closed()).toBe(40);
});

test('without readers nothing is read or buffered', () => {
  const { feed, lines } = feedOver(broken);
  for (let sequence = 1; sequence < 1_000; sequence++) commit(feed, sequence, 'media');
  expect([feed.size, lines]).toEqual([0, []]);
});

describe('a reader whose key has ended', () => {
  const open = () => {
    const { feed, clock } = feedOver(logOf(3));
    const [socket, other] = [notedSocket(), notedSocket()];
    let isGood = true;
    const end = () => {
      isGood = false;
    };
    feed.join(socket, {
      streamId: 'shop',
      after: null,
      holder: 'key',
      keyLastsMs: () => (isGood ? Infinity : 0),
    });
    feed.join(other, { streamId: 'shop', after: null, holder: 'key', keyLastsMs: () => Infinity });
    return { feed, clock, socket, other, end };
  };

  test('is sent nothing more and closed with 1008 when there is something to send', async () => {
    const { feed, socket, other, end } = open();
    commit(feed, 1);
    await until('both have it', () => socket.sent.length + other.sent.length === 2);
    end();
    commit(feed, 2);
    await until('the other has it', () => other.sent.length === 2);
    expect([socket.sent, socket.closed, other.closed]).toEqual([['1'], [1008], []]);
  });

  test('is closed as soon as the feed is notified, and no other is', () => {
    const { feed, socket, other, end } = open();
    feed.keysChanged('key');
    expect([socket.closed, feed.size]).toEqual([[], 2]);
    end();
    feed.keysChanged('key');
    expect([socket.closed, other.closed, feed.size]).toEqual([[1008], [], 1]);
  });

  test('is closed when the time of its key is over, although nothing happens, and no other is', async () => {
    const { feed, clock } = feedOver(logOf(3));
    let passed = 0;
    const ends = [3_000, 2_000, Infinity, 2 * 24 * 60 * 60 * 1000];
    const sockets = ends.map((at) => {
      const socket = notedSocket();
      feed.join(socket, {
        streamId: 'shop',
        after: null,
        holder: 'key',
        keyLastsMs: () => at - passed,
      });
      return socket;
    });
    const closed = async (at: number) => {
      const ms = at - passed;
      passed = at;
      await clock.advance(ms);
      return sockets.map((socket) => socket.closed.length);
    };
    expect(await closed(1_999)).toEqual([0, 0, 0, 0]);
    expect(await closed(2_000)).toEqual([0, 1, 0, 0]);
    expect(await closed(3_000)).toEqual([1, 1, 0, 0]);
    feed.close();
  });

  test('is closed by a grace that was given to its key while it reads', async () => {
    const { feed, clock } = feedOver(logOf(3));
    const socket = notedSocket();
    let lasts = Infinity;
    feed.join(socket, { streamId: 'shop', after: null, holder: 'key', keyLastsMs: () => lasts });
    lasts = 1_000;
    feed.keysChanged('another');
    feed.keysChanged('key');
    lasts = 0;
    await clock.advance(1_000);
    expect(socket.closed).toEqual([1008]);
  });

  test('is not let in any more', () => {
    const { feed } = feedOver(logOf(3));
    const socket = notedSocket();
    feed.join(socket, { streamId: 'shop', after: null, holder: 'key', keyLastsMs: () => 0 });
    expect([socket.closed, feed.size]).toEqual([[1008], 0]);
  });

  test('is closed by the next ping when nothing happens', async () => {
    const { feed, clock, socket, other, end } = open();
    end();
    await clock.advance(30_000);
    expect([socket.closed, other.closed]).toEqual([[1008], []]);
    feed.close();
  });

  test('gets no more of a replay', async () => {
    const { feed } = feedOver(logOf(1_000));
    let [isGood, waiting] = [true, 1_000_000];
    const noted = notedSocket();
    const getBufferedAmount = () => (noted.sent.length > 0 ? waiting : 0);
    const socket = { ...noted, getBufferedAmount };
    const request = {
      streamId: 'shop',
      after: 0,
      holder: 'key',
      keyLastsMs: () => (isGood ? Infinity : 0),
    };
    const reader = feed.join(socket, request);
    await until('the first frames', () => socket.sent.length > 0);
    const had = socket.sent.length;
    [isGood, waiting] = [false, 0];
    reader.responded();
    await until('it is closed', () => socket.closed.length > 0);
    expect([socket.sent.length, socket.closed]).toEqual([had, [1008]]);
  });
});
