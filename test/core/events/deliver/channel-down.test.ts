/** A channel that is down as a whole: its deliveries wait untried, and come in order when it is up. */
import { expect, test } from 'bun:test';
import type { Channel } from '../../../../src/core/events/contract/channel.ts';
import {
  OK,
  refusal,
  type ScriptedChannel,
  scriptedChannel,
} from '../../../doubles/scripted-channel.ts';
import { type EngineBench, engineBench, message, SHOP, target } from '../../../helpers/engine.ts';
import { until } from '../../../helpers/until.ts';

interface SwitchedChannel extends ScriptedChannel, Channel {
  down(): void;
  up(): void;
}

/** A channel that fails at once while it is down, as brokers do. */
function switchedChannel(): SwitchedChannel {
  const channel = scriptedChannel();
  const listeners: (() => void)[] = [];
  let isDown = false;
  const answer = () => (isDown ? refusal(null, 'connection_refused: nobody is there') : OK);
  channel.script = answer;
  return Object.assign(channel, {
    isDown: () => isDown,
    whenUp: (listener: () => void) => void listeners.push(listener),
    down() {
      isDown = true;
    },
    up() {
      isDown = false;
      for (const listener of listeners) listener();
    },
  });
}

async function brokerBench(): Promise<EngineBench & { broker: SwitchedChannel }> {
  const broker = switchedChannel();
  const webhook = scriptedChannel();
  const bench = await engineBench({
    channel: webhook,
    channels: { webhook, amqp: broker },
    destinations: {
      of: () => ['global-webhook', 'global-amqp'],
      target: (_, endpoint) =>
        endpoint === 'global-amqp' ? { ...target('{event}', 'broker'), channel: 'amqp' } : target(),
    },
  });
  return Object.assign(bench, { broker });
}

const publish = async ({ engine }: EngineBench, count: number, chats = 7) => {
  for (let at = 0; at < count; at += 200) {
    const events = Array.from({ length: Math.min(200, count - at) }, (_, index) =>
      message(`chat${(at + index) % chats}`),
    );
    await engine.publish(SHOP, events);
  }
};

const waiting = async ({ db }: EngineBench) => {
  const [row] = await db.query(
    `select count(*), sum(attempt_count) from deliveries where endpoint = 'global-amqp' and state = 'waiting'`,
    [],
  );
  return { count: Number(row?.[0]), attempts: Number(row?.[1] ?? 0) };
};

test('one delivery at a time learns why, after 1 s doubling to 60 s, and is never given up', async () => {
  const bench = await brokerBench();
  bench.broker.down();
  await bench.engine.start();
  await bench.engine.publish(SHOP, [message('a')]);
  await until('it was tried', async () => (await waiting(bench)).attempts === 1);
  for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
    const before = bench.broker.sent.length;
    await bench.clock.advance(seconds * 1_000 - 1);
    expect(bench.broker.sent).toHaveLength(before);
    await bench.clock.advance(1);
    await until('it was tried', async () => (await waiting(bench)).attempts === before + 1);
  }
  const [row] = (await bench.rows()).filter(({ endpoint }) => endpoint === 'global-amqp');
  expect(row).toMatchObject({ state: 'waiting', lastError: 'connection_refused: nobody is there' });
});

test('ten thousand that wait for a broker are not tried, and delay no webhook', async () => {
  const bench = await brokerBench();
  bench.broker.down();
  await bench.engine.start();
  await publish(bench, 10_000);
  await until('every webhook is delivered', () => bench.channel.sent.length === 10_000);
  await until('every other waits', async () => (await waiting(bench)).count === 10_000);
  const before = bench.broker.sent.length;
  expect(before).toBeLessThan(1_000);
  for (let minute = 0; minute < 10; minute++) await bench.clock.advance(60_000);
  expect(bench.broker.sent.length - before).toBeLessThanOrEqual(600);
  const tried = bench.broker.sent.length;
  await bench.engine.publish(SHOP, [message('a')]);
  await until('the webhook is delivered', () => bench.channel.sent.length === 10_001);
  expect(bench.broker.sent.length - tried).toBeLessThanOrEqual(1);
});

test('when it is up again, everything goes out at once, each chat in its order', async () => {
  const bench = await brokerBench();
  await bench.engine.start();
  await publish(bench, 50);
  await until('they are delivered', () => bench.broker.sent.length === 50);
  bench.broker.down();
  await publish(bench, 3_000);
  await until('they wait', async () => (await waiting(bench)).count === 3_000);
  await bench.clock.advance(600_000);
  const before = bench.broker.sent.length;
  bench.broker.up();
  await publish(bench, 50);
  await until('nothing waits', async () => {
    const rows = await bench.db.query(
      `select count(*) from deliveries where state <> 'delivered'`,
      [],
    );
    return rows[0]?.[0] === 0;
  });
  const sent = bench.broker.sent.slice(before).map(({ body }) => body.sequence);
  expect(new Set(sent).size).toBe(3_050);
  for (let chat = 0; chat < 7; chat++) {
    const chats = (sequence: number) =>
      sequence > 50 && sequence <= 3_050 ? ((sequence - 51) % 200) % 7 : -1;
    const own = sent.filter((sequence) => chats(sequence) === chat);
    expect(own).toEqual(own.toSorted((a, b) => a - b));
  }
});

test('what waited when the process died goes out when the next one finds the channel up', async () => {
  const first = await brokerBench();
  first.broker.down();
  await first.engine.start();
  await publish(first, 300);
  await until('they wait', async () => (await waiting(first)).count === 300);
  first.kill();
  const broker = switchedChannel();
  broker.down();
  const second = await engineBench({
    db: first.db,
    channels: { webhook: scriptedChannel(), amqp: broker },
    destinations: {
      of: () => [],
      target: () => ({ ...target('{event}', 'broker'), channel: 'amqp' }),
    },
  });
  await second.engine.start();
  await second.clock.advance(5_000);
  expect(broker.sent.length).toBeLessThan(10);
  broker.up();
  await until('they are delivered', async () => (await waiting(second)).count === 0);
});
