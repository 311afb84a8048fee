/** A queue that refuses what it is sent while its broker is up: its lane waits, and costs nobody anything. */
import { expect, test } from 'bun:test';
import { failedOutcome } from '../../../../src/core/events/contract/channel.ts';
import { OK, scriptedChannel } from '../../../doubles/scripted-channel.ts';
import { type EngineBench, engineBench, message, target } from '../../../helpers/engine.ts';
import { until } from '../../../helpers/until.ts';

const BAD = { id: 'bad', name: 'bad' };
const GOOD = { id: 'good', name: 'good' };
const REFUSED = failedOutcome('precondition_failed: the queue is another one', 'address');

/** The queues of two streams at one broker; that of `BAD` refuses while `isRefusing`. */
async function bench() {
  const broker = scriptedChannel();
  const state = { isRefusing: true, refuses: (_type: string) => true };
  broker.script = ({ type }, { address }) =>
    state.isRefusing && address.startsWith(BAD.id) && state.refuses(type) ? REFUSED : OK;
  const engine = await engineBench({
    channel: broker,
    channels: { amqp: broker },
    destinations: {
      of: () => ['amqp'],
      target: (streamId) => ({
        ...target(`${streamId}.{event}`, 'broker'),
        channel: 'amqp',
        maskedAddress: `${streamId}.{event}`,
        hostLimit: 64,
      }),
    },
  });
  await engine.engine.start();
  const sentTo = (stream: { id: string }) =>
    broker.sent.filter(({ target: { address } }) => address.startsWith(stream.id));
  return { ...engine, broker, state, sentTo };
}

const publish = async ({ engine }: EngineBench, stream: typeof BAD, count: number) => {
  for (let at = 0; at < count; at += 200) {
    const size = Math.min(200, count - at);
    await engine.publish(
      stream,
      Array.from({ length: size }, (_, n) => message(`chat${n}`)),
    );
  }
};

const numberOf = async ({ db }: EngineBench, sql: string) =>
  Number((await db.query(sql, []))[0]?.[0]);
const attemptsIn = (run: EngineBench) =>
  numberOf(run, 'select coalesce(sum(attempt_count), 0) from deliveries');
const waitingIn = (run: EngineBench) =>
  numberOf(run, "select count(*) from deliveries where state = 'waiting'");
const openIn = (run: EngineBench) =>
  numberOf(run, "select count(*) from deliveries where state in ('waiting', 'sending')");

test('of 3,000 deliveries that wait for a queue that refuses one is tried at a time, after 1 s doubling to 60 s', async () => {
  const run = await bench();
  await publish(run, BAD, 3_000);
  await until('all wait', async () => (await waitingIn(run)) === 3_000);
  const first = run.broker.sent.length;
  // What was under way when it refused first.
  expect(first).toBeLessThanOrEqual(64);
  for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
    const before = run.broker.sent.length;
    await run.clock.advance(seconds * 1_000 - 1);
    expect(run.broker.sent.length).toBe(before);
    await run.clock.advance(1);
    await until('it was tried', () => run.broker.sent.length === before + 1);
    await until('it waits', async () => (await waitingIn(run)) === 3_000);
  }
  expect(await attemptsIn(run)).toBe(first + 8);
});

test('a queue that refuses takes no slot from others, and none of theirs waits for it', async () => {
  const run = await bench();
  await publish(run, BAD, 3_000);
  await publish(run, GOOD, 1_000);
  await until('the others arrived', () => run.sentTo(GOOD).length === 1_000);
  expect(run.sentTo(BAD).length).toBeLessThanOrEqual(64);
});

test('once the queue takes again everything that waited is delivered, in order and without loss', async () => {
  const run = await bench();
  await publish(run, BAD, 500);
  await until('all wait', async () => (await waitingIn(run)) === 500);
  await run.clock.advance(1_000);
  run.state.isRefusing = false;
  await run.clock.advance(60_000);
  await until('all arrived', async () => (await openIn(run)) === 0);
  const states = await run.db.query('select state, count(*) from deliveries group by 1', []);
  expect(states).toEqual([['delivered', 500]]);
});

test('the lanes that wait are known with their queue, the reason and since when, until they take again', async () => {
  const run = await bench();
  const since = run.clock.now();
  await publish(run, BAD, 3);
  await until('it waits', async () => (await waitingIn(run)) === 3);
  const { error } = REFUSED as { error: string };
  expect([...run.engine.refusals.all()]).toMatchObject([
    { streamId: 'bad', endpoint: 'amqp', maskedAddress: 'bad.message', reason: error, since },
  ]);
  expect(run.lines).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      message: 'a queue or subject refuses its events, and they wait',
      target: 'bad.message',
      reason: error,
    }),
  );
  run.state.isRefusing = false;
  await run.clock.advance(1_000);
  await until('all arrived', async () => (await openIn(run)) === 0);
  expect([...run.engine.refusals.all()]).toEqual([]);
});

test('a queue that goes on refusing is in the log once a minute, and its last refusal stays known', async () => {
  const run = await bench();
  await publish(run, BAD, 3);
  await until('it waits', async () => (await waitingIn(run)) === 3);
  const logged = () => run.lines.filter(({ target }) => target === 'bad.message').length;
  expect(logged()).toBe(1);
  for (const seconds of [1, 2, 4, 8, 16, 32]) {
    const before = run.broker.sent.length;
    await run.clock.advance(seconds * 1_000);
    await until('it was tried', () => run.broker.sent.length > before);
    await until('it waits', async () => (await waitingIn(run)) === 3);
  }
  expect(logged()).toBe(2);
  const at = run.clock.now();
  const { error } = REFUSED as { error: string };
  run.state.isRefusing = false;
  await run.clock.advance(60_000);
  await until('all arrived', async () => (await openIn(run)) === 0);
  expect([...run.engine.refusals.all()]).toEqual([]);
  expect(Object.fromEntries(run.engine.refusals.last())).toEqual({ amqp: { at, error } });
});

test('a lane of which nothing waits any more is forgotten', async () => {
  const run = await bench();
  await publish(run, BAD, 3);
  await until('it waits', async () => (await waitingIn(run)) === 3);
  await run.db.query("update deliveries set state = 'discarded', next_attempt_at = null", []);
  await until('it is forgotten', async () => {
    await run.clock.advance(10_000);
    return [...run.engine.refusals.all()].length === 0;
  });
});

test('what a broker will never take is discarded with the reason, and holds up nothing', async () => {
  const run = await bench();
  const tooLarge = failedOutcome('too_large: 99 bytes, the broker takes 9', 'event');
  run.broker.script = ({ eventId }) =>
    eventId === run.broker.sent[0]?.outgoing.eventId ? tooLarge : OK;
  await publish(run, GOOD, 10);
  await until('all ended', async () => (await openIn(run)) === 0);
  const ended = await run.db.query(
    'select state, count(*), max(last_error) from deliveries group by 1 order by 1',
    [],
  );
  expect(ended).toEqual([
    ['delivered', 9, null],
    ['discarded', 1, 'too_large: 99 bytes, the broker takes 9'],
  ]);
});

test('of a delivery that is refused for days the first and the latest twenty attempts are kept', async () => {
  const run = await bench();
  await publish(run, BAD, 1);
  await until('it was tried 55 times', async () => {
    await run.clock.advance(60_000);
    return (await attemptsIn(run)) >= 55;
  });
  const kept = (await run.db.query('select number from attempts order by number', [])).flat();
  const total = await attemptsIn(run);
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index);
  // The delivery itself has the last one.
  expect(kept).toEqual([...numbers(1, 20), ...numbers(total - 19, total - 1)]);
});
