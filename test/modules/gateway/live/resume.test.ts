import { afterEach, describe, expect, test } from 'bun:test';
import { Value } from '@sinclair/typebox/value';
import fc from 'fast-check';
import { GapFrame } from '../../../../src/modules/gateway/live/frames.ts';
import { connected, message } from '../../../helpers/engine.ts';
import { closeServers, liveServer, SHOP } from '../../../helpers/live.ts';
import { upTo } from '../../../helpers/live-client.ts';

afterEach(closeServers);

const HOUR_MS = 3_600_000;

describe('after', () => {
  test('replays what came since, then goes on', async () => {
    const server = await liveServer();
    await server.publishTexts(SHOP, 5);
    const client = await server.connect('?instance=shop&after=2');
    await client.has(3);
    await server.publishTexts(SHOP, 2);
    await client.has(5);
    expect(client.sequences()).toEqual([3, 4, 5, 6, 7]);
  });

  test('0 replays everything, more than one read of the log holds', async () => {
    const server = await liveServer();
    await server.publishTexts(SHOP, 1_234);
    const client = await server.connect('?instance=shop&after=0');
    await client.has(1_234);
    expect(client.sequences()).toEqual(upTo(1_234));
  });

  test('replays only what the event list of the instance holds', async () => {
    const server = await liveServer();
    await server.publish(SHOP, message('chat'), connected, message('chat'));
    await server.settings.update(SHOP.id, { webhook: { events: ['CONNECTION'] } });
    const client = await server.connect('?instance=shop&after=0');
    await client.has(1);
    await server.publish(SHOP, message('chat'), connected);
    await client.has(2);
    expect(client.frames.map((one) => [one.sequence, one.event])).toEqual([
      [2, 'Connected'],
      [5, 'Connected'],
    ]);
  });

  test('beyond the last event: whatever comes is new', async () => {
    const server = await liveServer();
    await server.publishTexts(SHOP, 2);
    const client = await server.connect('?instance=shop&after=1000');
    await server.publishTexts(SHOP, 2);
    await client.has(2);
    expect(client.sequences()).toEqual([3, 4]);
  });

  test('on an instance that never had an event', async () => {
    const server = await liveServer();
    const client = await server.connect('?instance=shop&after=0');
    await server.publishTexts(SHOP, 2);
    await client.has(2);
    expect(client.sequences()).toEqual([1, 2]);
  });

  test('whenever readers come while events keep arriving, each gets 1 to n exactly', async () => {
    const plan = fc.array(
      fc.record({
        events: fc.integer({ min: 1, max: 120 }),
        size: fc.constantFrom(1, 500, 9_000),
        readersBefore: fc.integer({ min: 0, max: 2 }),
        isAwaited: fc.boolean(),
      }),
      { minLength: 1, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(plan, async (steps) => {
        const server = await liveServer();
        const connecting: ReturnType<typeof server.connect>[] = [];
        const publishing: Promise<void>[] = [];
        for (const { events, size, readersBefore, isAwaited } of steps) {
          for (let reader = 0; reader < readersBefore; reader++)
            connecting.push(server.connect('?instance=shop&after=0'));
          publishing.push(server.publishTexts(SHOP, events, size));
          if (isAwaited) await Promise.all([...connecting, ...publishing]);
        }
        await Promise.all(publishing);
        const total = steps.reduce((sum, { events }) => sum + events, 0);
        for (const client of await Promise.all(connecting)) {
          await client.has(total);
          expect(client.sequences()).toEqual(upTo(total));
        }
        await closeServers();
      }),
      { numRuns: 12 },
    );
  }, 20_000);

  test('a reader that comes and goes misses nothing and gets nothing twice', async () => {
    const server = await liveServer();
    const seen: number[] = [];
    let isDone = false;
    const publishing = (async () => {
      for (let commit = 0; commit < 60; commit++) await server.publishTexts(SHOP, 5, 200);
      isDone = true;
    })();
    while (seen.length < 300) {
      const client = await server.connect(`?instance=shop&after=${seen.at(-1) ?? 0}`);
      if (!isDone || seen.length < 300) await client.has(1);
      client.close();
      await client.ended;
      seen.push(...client.sequences());
    }
    await publishing;
    expect(seen).toEqual(upTo(300));
  });

  test('an event that was not reported to the feed is read from the log, for every reader', async () => {
    const server = await liveServer([SHOP], { reports: ({ sequence }) => sequence % 3 !== 0 });
    const live = await server.connect('?instance=shop');
    const replayed = await server.connect('?instance=shop&after=0');
    const global = await server.connect();
    for (let at = 0; at < 10; at++) await server.publishTexts(SHOP, 1);
    for (const client of [live, replayed, global]) {
      await client.has(10);
      expect(client.sequences()).toEqual(upTo(10));
    }
  });
});

describe('what retention has removed', () => {
  const removed = async (count: number, kept: number) => {
    const server = await liveServer([SHOP], { eventHours: 1 });
    await server.publishTexts(SHOP, count);
    await server.clock.advance(HOUR_MS + 1);
    await server.publishTexts(SHOP, kept);
    await server.db.query('delete from events where sequence <= ?', [count]);
    return server;
  };

  test('is sent first', async () => {
    const server = await removed(10, 3);
    const client = await server.connect('?instance=shop&after=4');
    await client.has(4);
    await server.publishTexts(SHOP, 1);
    await client.has(5);
    expect(client.frames[0]).toEqual({ gap: { from: 5, to: 10 } } as never);
    expect(Value.Check(GapFrame, client.frames[0])).toBe(true);
    expect(client.sequences()).toEqual([11, 12, 13, 14]);
  });

  test('is sent when nothing else is left', async () => {
    const server = await removed(10, 0);
    const client = await server.connect('?instance=shop&after=4');
    await client.has(1);
    await server.publishTexts(SHOP, 1);
    await client.has(2);
    expect(client.frames[0]).toEqual({ gap: { from: 5, to: 10 } } as never);
    expect(client.sequences()).toEqual([11]);
  });

  test('is not sent to a reader that has those events', async () => {
    const server = await removed(10, 2);
    const client = await server.connect('?instance=shop&after=10');
    await client.has(2);
    expect(client.frames.map((one) => one.sequence)).toEqual([11, 12]);
  });

  test('is sent in its place when it lies between two events', async () => {
    const server = await liveServer();
    await server.publishTexts(SHOP, 6);
    await server.db.query('delete from events where sequence in (3, 4)', []);
    const client = await server.connect('?instance=shop&after=0');
    await client.has(5);
    expect(client.frames.map((one) => one.gap ?? one.sequence)).toEqual([
      1,
      2,
      { from: 3, to: 4 },
      5,
      6,
    ]);
  });
});
