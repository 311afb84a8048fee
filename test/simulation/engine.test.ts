/**
 * Random runs of the engine: publishes, answers, failures, crashes, time. Whatever happens, nothing is lost, nothing
 * is tried more often than the rules say, and order holds. The seed is in the test's name.
 */
import { expect, test } from 'bun:test';
import { manualClock } from '../doubles/manual-clock.ts';
import { OK, refusal, type Sent, scriptedChannel } from '../doubles/scripted-channel.ts';
import { testDatabase } from '../helpers/database.ts';
import {
  CAFE,
  connected,
  type EngineBench,
  engineBench,
  message,
  SHOP,
} from '../helpers/engine.ts';
import { generator } from '../helpers/generator.ts';
import { until } from '../helpers/until.ts';

interface Received {
  readonly sent: Sent;
  readonly life: number;
}

async function run(seed: number): Promise<void> {
  const random = generator(seed);
  const db = await testDatabase();
  const received: Received[] = [];
  let life = 0;
  let now = Date.UTC(2026, 0, 5);
  let acknowledged = 0;
  let isOver = false;
  const answer = () => (isOver || random(3) > 0 ? OK : refusal(500, 'http_status: 500'));
  const start = async (): Promise<EngineBench> => {
    life++;
    const mine = life;
    const channel = scriptedChannel();
    channel.script = () => (isOver || random(4) > 0 ? answer() : null);
    const send = channel.send.bind(channel);
    channel.send = (outgoing, target, signal) => {
      const outcome = send(outgoing, target, signal);
      received.push({ sent: channel.sent.at(-1)!, life: mine });
      return outcome;
    };
    const bench = await engineBench({ db, channel, clock: manualClock(now) });
    await bench.engine.start();
    return bench;
  };
  let bench = await start();
  for (let step = 0; step < 150; step++) {
    const dice = random(20);
    if (dice < 11) {
      const stream = random(2) === 0 ? SHOP : CAFE;
      const events = Array.from({ length: 1 + random(4) }, () =>
        random(12) === 0 ? connected : message(`chat${random(4)}`),
      );
      await bench.engine.publish(stream, events);
      acknowledged += events.length;
    } else if (dice < 16) {
      for (const sent of [...bench.channel.open]) if (random(2) === 0) sent.end(answer());
    } else if (dice < 19) {
      await bench.clock.advance(random(40_000));
    } else {
      bench.kill();
      now = bench.clock.steady() + random(60_000);
      bench = await start();
    }
  }
  isOver = true;
  for (const sent of [...bench.channel.open]) sent.end(OK);
  for (let round = 0; round < 7; round++) await bench.clock.advance(31_000);
  const settled = async () =>
    (await bench.rows()).every(({ state }) => /delivered|discarded/.test(state));
  await until('everything is delivered or discarded', async () => {
    if (!(await settled())) await bench.clock.advance(31_000);
    return settled();
  });
  await check(bench, received, acknowledged);
}

async function check(
  bench: EngineBench,
  received: readonly Received[],
  acknowledged: number,
): Promise<void> {
  const rows = await bench.rows();
  expect(rows.length).toBe(acknowledged);
  expect(rows.every(({ attemptCount }) => attemptCount <= 5)).toBe(true);
  const events = await bench.db.query('select stream_id, sequence, id from events', []);
  const firsts = new Map<string, number>();
  for (const [index, { sent }] of received.entries()) {
    if (!firsts.has(sent.outgoing.eventId)) firsts.set(sent.outgoing.eventId, index);
  }
  for (const [, , id] of events) expect(firsts.has(String(id))).toBe(true);
  const gaps = await bench.db.query(
    'select stream_id from events group by stream_id having max(sequence) <> count(*)',
    [],
  );
  expect(gaps).toEqual([]);
  inOrder(received);
}

/** Within one life of the process, first attempts of one chat come in sequence, and nothing overtakes Connected. */
function inOrder(received: readonly Received[]): void {
  const last = new Map<string, number>();
  for (const { sent, life } of received) {
    if (sent.outgoing.attempt > 1) continue;
    const { instanceId, sequence, event } = sent.body;
    const chat = event === 'Connected' ? null : JSON.parse(sent.outgoing.body).data.Info.Chat;
    const own = `${life}/${instanceId}/${chat}`;
    const barrier = `${life}/${instanceId}/null`;
    expect(sequence).toBeGreaterThan(last.get(own) ?? 0);
    expect(sequence).toBeGreaterThan(last.get(barrier) ?? 0);
    last.set(own, sequence);
  }
}

for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
  test(`a random run with seed ${seed} loses nothing and keeps its order`, () => run(seed), 30_000);
}
