/** What a process leaves behind when it dies between two instructions, and what the next one makes of it. */
import { expect, test } from 'bun:test';
import { faultOf } from '../../src/core/db/client.ts';
import { manualClock } from '../doubles/manual-clock.ts';
import { OK, refusal } from '../doubles/scripted-channel.ts';
import { connected, engineBench, message, nodeBench, SHOP } from '../helpers/engine.ts';
import { until } from '../helpers/until.ts';

test('killed between commit and send, the event is delivered after the restart', async () => {
  const first = await engineBench();
  await first.engine.publish(SHOP, [message('a')]);
  first.kill();
  const second = await engineBench({ db: first.db });
  await second.engine.start();
  await until('it is delivered', async () => (await second.rows())[0]?.state === 'delivered');
  expect(second.channel.sent).toHaveLength(1);
});

test('killed between send and record, it is sent once more with the same id', async () => {
  const first = await engineBench();
  first.channel.script = () => null;
  await first.engine.start();
  await first.engine.publish(SHOP, [message('a')]);
  await until('it runs', () => first.channel.sent.length === 1);
  first.kill();
  first.channel.sent[0]!.end(OK);
  const second = await engineBench({ db: first.db });
  await second.engine.start();
  await until('it is delivered', async () => (await second.rows())[0]?.state === 'delivered');
  expect(second.channel.sent.map(({ outgoing }) => outgoing.eventId)).toEqual([
    first.channel.sent[0]!.outgoing.eventId,
  ]);
  expect((await second.rows())[0]?.attemptCount).toBe(1);
});

test('order holds after a crash: what was under way goes before what waited for it', async () => {
  const first = await engineBench();
  first.channel.script = () => null;
  await first.engine.start();
  await first.engine.publish(SHOP, [connected, message('a', '1'), message('a', '2'), message('b')]);
  await until('the first runs', () => first.channel.sent.length === 1);
  first.kill();
  const second = await engineBench({ db: first.db });
  await second.engine.start();
  await second.engine.publish(SHOP, [message('a', '3')]);
  await until('all are delivered', async () =>
    (await second.rows()).every((row) => row.state === 'delivered'),
  );
  const sequences = second.channel.sent.map(({ body }) => body.sequence);
  expect(sequences[0]).toBe(1);
  expect(sequences.filter((sequence) => [2, 3, 5].includes(sequence))).toEqual([2, 3, 5]);
  expect(sequences).toHaveLength(5);
});

test('a retry that was due while nothing ran is made at the next start', async () => {
  const first = await engineBench();
  first.channel.script = () => refusal(500, 'http_status: 500');
  await first.engine.start();
  await first.engine.publish(SHOP, [message('a')]);
  await until('it was tried', async () => (await first.rows())[0]?.attemptCount === 1);
  first.kill();
  const second = await engineBench({
    db: first.db,
    clock: manualClock(first.clock.now() + 3_600_000),
  });
  await second.engine.start();
  await until('it is delivered', async () => (await second.rows())[0]?.state === 'delivered');
  expect(second.channel.sent[0]!.outgoing.attempt).toBe(2);
});

test('a stop lets attempts end, releases the rest at once and starts nothing new', async () => {
  const bench = await engineBench();
  bench.channel.script = () => null;
  await bench.engine.start();
  await bench.engine.publish(SHOP, [message('a', '1'), message('a', '2'), message('b', '3')]);
  await until('two run', () => bench.channel.open.size === 2);
  const stopped = bench.engine.stop(30_000);
  bench.channel.sent[0]!.end(OK);
  await bench.clock.advance(29_999);
  expect(bench.channel.open.size).toBe(1);
  await bench.clock.advance(1);
  await stopped;
  expect(bench.channel.sent).toHaveLength(2);
  expect((await bench.rows()).map((row) => [row.state, row.attemptCount])).toEqual([
    ['delivered', 1],
    ['waiting', 0],
    ['waiting', 0],
  ]);
});

test('an event published while the engine stops waits in the table for the next start', async () => {
  const first = await engineBench();
  await first.engine.start();
  await first.engine.stop(0);
  await first.engine.publish(SHOP, [message('a')]);
  expect((await first.rows())[0]?.state).toBe('waiting');
  const second = await engineBench({ db: first.db });
  await second.engine.start();
  await until('it is delivered', async () => (await second.rows())[0]?.state === 'delivered');
});

test('what a live node sends is not taken by another', async () => {
  const first = await nodeBench();
  first.channel.script = () => null;
  await first.engine.start();
  await first.engine.publish(SHOP, [message('a')]);
  await until('it runs', () => first.channel.open.size === 1);
  const second = await nodeBench({ db: first.db, clock: first.clock });
  await second.engine.start();
  await first.clock.advance(60_000);
  expect(second.channel.sent).toHaveLength(0);
});

test('a node that stood still for longer than its lease loses its streams, and its late result changes nothing', async () => {
  const first = await nodeBench();
  first.channel.script = () => null;
  await first.engine.start();
  await first.engine.publish(SHOP, [message('a')]);
  await until('it runs', () => first.channel.open.size === 1);
  const clock = manualClock(first.clock.now() + 20_000);
  const second = await nodeBench({ db: first.db, clock });
  await second.engine.start();
  await clock.advance(9_000);
  await until('the other delivers it', async () => (await second.rows())[0]?.state === 'delivered');
  first.channel.sent[0]!.end(refusal(500, 'http_status: 500'));
  await until('its attempt has ended', () => first.engine.inFlight === 0);
  const refused = await first.engine.publish(SHOP, [connected]).catch((error) => error);
  expect(faultOf(refused)).toBe('fenced');
  expect((await second.rows())[0]).toMatchObject({ state: 'delivered', attemptCount: 1 });
  expect(await second.db.query('select count(*) from attempts', [])).toEqual([[0]]);
  await second.engine.publish(SHOP, [connected]);
  const rows = await first.db.query('select sequence from events order by sequence', []);
  expect(rows.flat()).toEqual([1, 2]);
});

test('what waits at a node that was killed is sent by the one that takes its streams', async () => {
  const first = await nodeBench();
  first.channel.script = () => refusal(500, 'http_status: 500');
  await first.engine.start();
  await first.engine.publish(SHOP, [message('a', '1')]);
  await until('it was tried', async () => (await first.rows())[0]?.attemptCount === 1);
  const second = await nodeBench({ db: first.db, clock: first.clock });
  await second.engine.start();
  await first.clock.advance(9_000);
  first.kill();
  await second.clock.advance(16_000);
  expect(second.channel.sent).toHaveLength(0);
  await second.clock.advance(15_000);
  await until('it is delivered', async () => (await second.rows())[0]?.state === 'delivered');
  expect(second.channel.sent.map(({ outgoing }) => outgoing.attempt)).toEqual([2]);
});

test('a replay at a node that was killed is finished by the one that takes its streams', async () => {
  const first = await nodeBench();
  await first.engine.start();
  const texts = Array.from({ length: 30 }, (_, index) => String(index));
  await first.engine.publish(
    SHOP,
    texts.map((text) => message('a', text)),
  );
  await until('they are delivered', () => first.channel.sent.length === 30);
  const begun = await first.engine.replays.begin(SHOP.id, {
    endpoint: 'webhook',
    since: 0,
    until: first.clock.now(),
    types: null,
    chat: null,
    eventIds: null,
    onlyFailed: false,
    ratePerSecond: 10,
  });
  expect(begun).toEqual({ id: expect.any(String) });
  const replayed = ({ channel }: typeof first) =>
    channel.sent
      .filter(({ target }) => target.replay !== undefined)
      .map(({ body }) => body.sequence);
  const goOn = async (bench: typeof first, isEnough: () => boolean) =>
    until('it has come so far', async () => {
      await bench.clock.advance(50);
      return isEnough();
    });
  await goOn(first, () => replayed(first).length >= 5);
  const second = await nodeBench({ db: first.db, clock: first.clock });
  await second.engine.start();
  first.kill();
  const before = replayed(first);
  await second.clock.advance(31_000);
  const all = () => new Set([...before, ...replayed(second)]);
  await goOn(second, () => all().size === 30);
  // One chat is in order, so the first may have sent one more than the table knows.
  expect(before.length + replayed(second).length).toBeLessThanOrEqual(31);
  const state = async () => (await second.db.query('select state from replays', []))[0]?.[0];
  await until('it is done', async () => {
    await second.clock.advance(1_000);
    return (await state()) === 'done';
  });
});
