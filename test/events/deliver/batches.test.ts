/** Endpoints whose requests may have several events, with the whole engine and a channel that the test answers for. */
import { expect, test } from 'bun:test';
import type { Target } from '../../../src/events/contract/channel.ts';
import type { AttemptResult } from '../../../src/events/deliver/attempt.ts';
import type { Tracing } from '../../../src/shared/tracing.ts';
import { OK, refusal, type Sent } from '../../doubles/scripted-channel.ts';
import {
  type BenchOptions,
  connected,
  engineBench,
  message,
  SHOP,
  target,
} from '../../helpers/engine.ts';
import { until } from '../../helpers/until.ts';

const REFUSED = refusal(500, 'http_status: 500');
const joining = (most: number, change: Partial<Target> = {}): Target => ({
  ...target(),
  base64: false,
  batch: { most, reshape: (bodies) => ({ body: `[${bodies.join(',')}]`, address: null }) },
  ...change,
});

/** The sequences of the events in a request. */
const sequencesOf = ({ outgoing: { body, batch } }: Sent): number[] =>
  [JSON.parse(batch?.shaped.body ?? body)].flat().map(({ sequence }) => sequence);

async function bench(most: number, options: BenchOptions = {}) {
  const attempted: AttemptResult[] = [];
  const observer = {
    attempted: (one: AttemptResult) => void attempted.push(one),
    dropped() {},
    cleared() {},
    filtered() {},
  };
  const made = await engineBench({ observer, ...options });
  made.targets.set('webhook', joining(most));
  const { channel, engine, rows } = made;
  channel.script = () => null;
  await engine.start();
  const publish = (...chats: (string | null)[]) =>
    engine.publish(
      SHOP,
      chats.map((chat) => (chat === null ? connected : message(chat))),
    );
  const runs = (count: number) =>
    until(`request ${count} runs`, () => channel.sent.length === count && channel.open.size === 1);
  return {
    ...made,
    attempted,
    publish,
    /** Resolves when so many requests were made, of which the last has not ended. */
    runs,
    end: (outcome: Parameters<Sent['end']>[0]) => channel.sent.at(-1)?.end(outcome),
    requests: () => channel.sent.map(sequencesOf),
    areAll: (state: string) =>
      until(`all are ${state}`, async () => (await rows()).every((row) => row.state === state)),
  };
}

test('an event goes at once, and what comes meanwhile goes together in its order, whatever its chat', async () => {
  const { publish, runs, end, requests, areAll, attempted, channel } = await bench(3);
  await publish('a');
  await runs(1);
  await publish('b', 'a', null, 'c', 'a');
  end(OK);
  await runs(2);
  end(OK);
  await runs(3);
  end(OK);
  await areAll('delivered');
  expect(requests()).toEqual([[1], [2, 3, 4], [5, 6]]);
  expect(channel.sent.map(({ outgoing }) => outgoing.batch?.eventIds.length)).toEqual([
    undefined,
    3,
    2,
  ]);
  expect(attempted.map(({ delivery, number }) => [delivery.sequence, number]).toSorted()).toEqual(
    [1, 2, 3, 4, 5, 6].map((sequence) => [sequence, 1]),
  );
});

test('each event of a request that failed is tried again by itself, all of them after the same pause', async () => {
  const { publish, runs, end, requests, areAll, channel, clock, rows } = await bench(9);
  await publish('a', 'a', 'b', 'c');
  await runs(1);
  end(OK);
  await runs(2);
  end(REFUSED);
  await until('all of it is written', async () =>
    (await rows()).every(({ attemptCount }) => attemptCount === 1),
  );
  channel.script = () => OK;
  await clock.advance(30_000);
  await areAll('delivered');
  expect(requests()).toEqual([[1], [2, 3, 4], [2], [3], [4]]);
});

test('a request that failed counts once for the health of its endpoint', async () => {
  const stage = await bench(9, { health: { failures: 2, overMs: 0 } });
  const { publish, runs, end, db, targets } = stage;
  targets.set('webhook', joining(9, { watch: { disables: true } }));
  await publish('a', 'b', 'c', 'd');
  await runs(1);
  end(OK);
  await runs(2);
  end(REFUSED);
  const health = () => db.query('select state, failures from endpoint_health', []);
  await until('it is written', async () => (await health()).length === 1);
  expect(await health()).toEqual([['failing', 1]]);
});

test('an endpoint that is gone in the middle loses nothing and is sent nothing twice', async () => {
  const { publish, runs, end, requests, engine, targets, db, channel, clock, areAll } = await bench(
    2,
    { health: { failures: 99, overMs: 0 } },
  );
  targets.set('webhook', joining(2, { watch: { disables: true } }));
  await publish('a', 'b', 'c', 'd', 'e');
  await runs(1);
  end(OK);
  await runs(2);
  end(refusal(410, 'http_status: 410'));
  const states = async () =>
    (await db.query('select state, attempt_count from deliveries order by sequence', [])).map(
      ([state, count]) => `${state} ${count}`,
    );
  const after = ['delivered 1', 'waiting 1', 'waiting 1', 'waiting 0', 'waiting 0'];
  await until('all wait', async () => (await states()).join() === after.join());
  channel.script = () => OK;
  await engine.enable(SHOP.id, 'webhook');
  await clock.advance(31_000);
  await areAll('delivered');
  expect(requests()).toEqual([[1], [2, 3], [2], [3], [4, 5]]);
});

test('while a request is under way, a pause of its endpoint sends nothing of it twice', async () => {
  const stage = await bench(2, { health: { failures: 99, overMs: 0 } });
  const { publish, runs, requests, engine, targets, channel, areAll, clock, rows } = stage;
  targets.set('webhook', joining(2, { watch: { disables: true } }));
  await publish('a', 'a');
  await runs(1);
  channel.sent[0]?.end(REFUSED);
  await runs(2);
  await publish('b', 'c', 'd');
  channel.sent[1]?.end(OK);
  await runs(3);
  expect(sequencesOf(channel.sent[2]!)).toEqual([3, 4]);
  await clock.advance(30_000);
  await until('the retry runs too', () => channel.open.size === 2);
  channel.sent[3]?.end(refusal(410, 'http_status: 410'));
  await until('the last waits in the table', async () => (await rows())[4]?.state === 'waiting');
  channel.sent[2]?.end(OK);
  await until('both are delivered', async () => (await rows())[3]?.state === 'delivered');
  channel.script = () => OK;
  await engine.enable(SHOP.id, 'webhook');
  await clock.advance(31_000);
  await areAll('delivered');
  expect(requests()).toEqual([[1], [2], [3, 4], [1], [1], [5]]);
});

test('a request to an address that is no longer the one is broken off and made again, uncounted', async () => {
  const { publish, runs, end, requests, engine, targets, areAll, rows } = await bench(9);
  await publish('a', 'b', 'c');
  await runs(1);
  end(OK);
  await runs(2);
  targets.set('webhook', joining(9, { address: 'http://receiver.test/new' }));
  await engine.retarget(SHOP.id, 'webhook');
  await runs(3);
  end(OK);
  await areAll('delivered');
  expect(requests()).toEqual([[1], [2, 3], [2, 3]]);
  expect((await rows()).map(({ attemptCount }) => attemptCount)).toEqual([1, 1, 1]);
});

test('what could not be sent for a cause on this side goes again a second later, with what has come since', async () => {
  const { publish, runs, end, requests, clock, areAll, rows } = await bench(9);
  await publish('a', 'b', 'c');
  await runs(1);
  end(OK);
  await runs(2);
  end({ kind: 'unsent', reason: 'database_error: away' });
  await publish('d');
  await clock.advance(1_000);
  await runs(3);
  end(OK);
  await areAll('delivered');
  expect(requests()).toEqual([[1], [2, 3], [2, 3, 4]]);
  expect((await rows()).map(({ attemptCount }) => attemptCount)).toEqual([1, 1, 1, 1]);
});

test('an event without a form waits for its turn and is discarded then, and no other with it', async () => {
  const { publish, runs, end, requests, targets, rows } = await bench(9);
  const omits = (body: string) => (JSON.parse(body).event === 'Connected' ? 'no form' : null);
  targets.set('webhook', joining(9, { omits }));
  await publish('a', null, 'b', 'c', null, 'd');
  await runs(1);
  end(OK);
  await runs(2);
  end(OK);
  await runs(3);
  end(OK);
  await until('the last is delivered', async () => (await rows())[5]?.state === 'delivered');
  expect(requests()).toEqual([[1], [3, 4], [6]]);
  expect((await rows()).map(({ lastError }) => lastError)).toEqual([
    null,
    'no form',
    null,
    null,
    'no form',
    null,
  ]);
});

test('a large body goes alone, and small ones share a request up to 64 KiB', async () => {
  const { engine, runs, end, requests, areAll } = await bench(9);
  // Each text is in its body twice.
  const sizes = [1, 15_000, 15_000, 15_000, 35_000, 1, 1];
  await engine.publish(
    SHOP,
    sizes.map((size) => message('a', 'x'.repeat(size))),
  );
  for (const request of [1, 2, 3, 4, 5]) {
    await runs(request);
    end(OK);
  }
  await areAll('delivered');
  expect(requests()).toEqual([[1], [2, 3], [4], [5], [6, 7]]);
});

test('what waits in the table when the service starts shares requests too', async () => {
  const stage = await engineBench();
  const { engine, channel, targets, rows } = stage;
  targets.set('webhook', joining(4));
  await engine.publish(
    SHOP,
    ['a', 'b', 'a', 'c', 'd'].map((chat) => message(chat)),
  );
  await engine.start();
  await until('all are delivered', async () =>
    (await rows()).every(({ state }) => state === 'delivered'),
  );
  expect(channel.sent.map(sequencesOf)).toEqual([[1, 2, 3, 4], [5]]);
});

test('events that are no longer stored go with no request', async () => {
  const { engine, channel, targets, rows, db } = await engineBench();
  targets.set('webhook', joining(9));
  await engine.publish(
    SHOP,
    ['a', 'b', 'c', 'd'].map((chat) => message(chat)),
  );
  await db.query('delete from events where sequence = 3', []);
  await engine.start();
  await until('all have ended', async () =>
    (await rows()).every(({ state }) => state !== 'waiting' && state !== 'sending'),
  );
  expect(channel.sent.map(sequencesOf)).toEqual([[1, 2], [4]]);
  expect((await rows())[2]).toMatchObject({
    state: 'discarded',
    lastError: 'the event is no longer kept',
  });
});

test('a stop leaves what is under way to the next start, which loses nothing of it', async () => {
  const { publish, runs, end, engine, rows, requests, db, clock } = await bench(9);
  await publish('a', 'b', 'c');
  await runs(1);
  end(OK);
  await runs(2);
  const stopped = engine.stop(1_000);
  await clock.advance(1_000);
  await stopped;
  expect((await rows()).map(({ state, attemptCount }) => `${state} ${attemptCount}`)).toEqual([
    'delivered 1',
    'waiting 0',
    'waiting 0',
  ]);
  const next = await engineBench({ db, clock });
  next.targets.set('webhook', joining(9));
  await next.engine.start();
  await until('all are delivered', async () =>
    (await next.rows()).every(({ state }) => state === 'delivered'),
  );
  expect([requests(), next.channel.sent.map(sequencesOf)]).toEqual([[[1], [2, 3]], [[2, 3]]]);
  await next.engine.stop(0);
});

test('a changed setting keeps the order of what waits, whichever way it goes', async () => {
  const { publish, runs, end, requests, targets, channel, areAll } = await bench(9);
  await publish('a', 'b', 'c');
  await runs(1);
  targets.set('webhook', target());
  await publish('a', 'a', 'b');
  end(OK);
  await runs(2);
  end(OK);
  await runs(3);
  end(OK);
  await until('a chat waits for none of another', () => channel.open.size === 2);
  expect(requests()).toEqual([[1], [2], [3], [4], [6]]);
  targets.set('webhook', joining(9));
  await publish('b', 'd');
  for (const sent of channel.sent.slice(3)) sent.end(OK);
  await runs(6);
  end(OK);
  await runs(7);
  end(OK);
  await areAll('delivered');
  expect(requests().slice(5)).toEqual([[5], [7, 8]]);
});

test('a recovery shares requests, and counts each of its events', async () => {
  const { publish, end, runs, requests, engine, db, clock, channel, areAll } = await bench(9);
  await publish('a', 'b', 'c');
  await runs(1);
  end(OK);
  await runs(2);
  end(OK);
  await areAll('delivered');
  channel.script = () => OK;
  const begun = await engine.replays.begin(SHOP.id, {
    ...{ endpoint: 'webhook', since: 0, until: clock.now() + 1, types: null, chat: null },
    ...{ onlyFailed: false, ratePerSecond: 500 },
  });
  expect(begun).toHaveProperty('id');
  await until('it is done', async () => {
    await clock.advance(1_000);
    const [row] = await db.query('select state, handed, discarded from replays', []);
    return row?.[0] === 'done' && row[1] === 3 && row[2] === 0;
  });
  expect(requests().slice(2)).toEqual([[1, 2, 3]]);
});

test('each event of a request is traced by itself, and the receiver is told of the first', async () => {
  const spans: string[] = [];
  const tracing: Tracing = {
    publishing: () => ({ traceparent: 'published', end() {} }),
    attempting: ({ eventId }) => ({
      traceparent: `of ${eventId}`,
      end: (reason) => void spans.push(`${eventId} ${reason}`),
    }),
  };
  const { publish, runs, end, channel } = await bench(9, { tracing });
  await publish('a', 'b', 'c');
  await runs(1);
  end(OK);
  await runs(2);
  end(REFUSED);
  await until('all have ended', () => spans.length === 3);
  const { outgoing } = channel.sent[1]!;
  expect(outgoing.traceparent).toBe(`of ${outgoing.eventId}`);
  expect(spans.slice(1)).toEqual(
    (outgoing.batch?.eventIds ?? []).map((id) => `${id} http_status: 500`),
  );
});
