import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Target } from '../../../src/core/events/contract/channel.ts';
import { systemClock } from '../../../src/core/shared/clock.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { createAmqpChannel } from '../../../src/modules/amqp/channel.ts';
import {
  type ArrivedMessage,
  isUp,
  newEventId,
  type Part,
  promisesOfAChannel,
  send,
} from '../../conformance/channel.ts';
import { type Relay, startRelay } from '../../doubles/relay.ts';
import { hasRabbitMq } from '../../helpers/brokers.ts';
import {
  checkQueue,
  declareClassic,
  declareExclusive,
  deleteQueue,
  takeAll,
} from '../../helpers/queue-reader.ts';
import { type RabbitMq, startRabbitMq } from '../../helpers/rabbitmq.ts';
import { sendOne, tlsFiles, tlsProxy } from '../../helpers/tls.ts';
import { until } from '../../helpers/until.ts';

const ATTEMPT_MS = 1_500;
/** Where nothing but a broker that blocks is waited for. */
const PATIENT_MS = 4_000;
const clock = systemClock();
const lines: Record<string, unknown>[] = [];
const log = createLog('debug', clock.now, (line) => lines.push(JSON.parse(line)));
/** Names of this run alone: a shared broker keeps what earlier ones left. */
const run = crypto.randomUUID();

const targetAt = (address: string): Target => ({
  channel: 'amqp',
  host: 'amqp://broker',
  address,
  maskedAddress: address,
  headers: {},
  secrets: [],
  base64: null,
});
const target = (name: string) => targetAt(`${run}-${name}.{event}`);
const queueOf = ({ address }: Target) => address.replace('{event}', 'message');

const textOf = (value: unknown) => (value === undefined ? undefined : String(value));

const hasBroker = hasRabbitMq();
const isOurs = hasBroker && process.env.TEST_AMQP_URL === undefined;
/** Above what 16 MiB of media make as base64. */
const BYTES_MAX = 24_000_000;

describe.skipIf(!hasBroker)('with RabbitMQ', () => {
  let broker: RabbitMq;
  /** To a broker of our own: what is seen from here is its line, and its start takes three seconds of CPU. */
  let line: Relay | null = null;
  let channel: ReturnType<typeof createAmqpChannel>;
  /** Over that line, and soon tired of waiting. */
  let overLine: ReturnType<typeof createAmqpChannel>;
  const seen = new Map<string, ArrivedMessage[]>();

  beforeAll(async () => {
    broker = await startRabbitMq(isOurs ? { lines: [`max_message_size = ${BYTES_MAX}`] } : {});
    const { port } = new URL(broker.url);
    if (isOurs) line = await startRelay(Number(port));
    const url = line === null ? broker.url : broker.url.replace(port, `${line.port}`);
    overLine = createAmqpChannel({ url, clock, log, confirmMs: ATTEMPT_MS });
    channel = createAmqpChannel({ url: broker.url, clock, log, confirmMs: PATIENT_MS });
    for (const one of [overLine, channel]) one.link.start();
    await Promise.all([isUp(overLine), isUp(channel)]);
  }, 60_000);
  afterAll(async () => {
    await Promise.all([overLine.link.stop(), channel.link.stop()]);
    await line?.stop();
  });

  const part = (): Part => ({
    channel: overLine,
    target,
    async refusing(name) {
      await declareClassic(broker.url, queueOf(target(name)));
      return target(name);
    },
    async arrived(to, count) {
      const before = seen.get(to.address) ?? [];
      const messages = await takeAll(broker.url, queueOf(to), count - before.length);
      const all = messages.map((message) => ({
        id: message.properties.messageId ?? '',
        body: message.bodyString() ?? '',
        traceparent: textOf(message.properties.headers?.traceparent),
      }));
      seen.set(to.address, [...before, ...all]);
      return seen.get(to.address) ?? [];
    },
    freeze: async () => line?.hold(),
    thaw: () => line?.flow(),
    settled: async () => {},
    kill: async () => line?.stop(),
    restart: async () => line?.start(),
  });

  promisesOfAChannel({
    name: 'amqp',
    attemptMs: ATTEMPT_MS,
    part,
    isOurs,
  });

  test('a message is persistent JSON in a durable quorum queue, named in lower case', async () => {
    const to = targetAt(`${run}-Form.{event}`);
    const id = newEventId();
    await send(channel, to, { id, type: 'OfflineSyncCompleted' });
    const queue = `${run}-form.offlinesynccompleted`;
    const [message] = await takeAll(broker.url, queue, 1);
    expect(message?.properties).toMatchObject({
      contentType: 'application/json',
      deliveryMode: 2,
      messageId: id,
    });
    await checkQueue(broker.url, queue, 'quorum');
    expect(checkQueue(broker.url, queue, 'classic')).rejects.toThrow('PRECONDITION_FAILED');
  });

  test('a queue with other arguments fails by that reason, and works once it is gone', async () => {
    const to = target('other');
    await declareClassic(broker.url, queueOf(to));
    const error = expect.stringMatching(/^precondition_failed: .*x-queue-type/);
    expect(await send(channel, to)).toMatchObject({ kind: 'failed', error });
    expect(channel.link.condition.state).toBe('up');
    await deleteQueue(broker.url, queueOf(to));
    await until('it is delivered', async () => (await send(channel, to)).kind === 'delivered');
  });

  test('a queue that another connection has for itself alone holds up what it refuses', async () => {
    const to = target('locked');
    const release = await declareExclusive(broker.url, queueOf(to));
    expect(await send(channel, to)).toMatchObject({
      error: expect.stringMatching(/^locked: .*RESOURCE_LOCKED/),
      refusedBy: 'address',
    });
    await release();
    await until('it is delivered', async () => (await send(channel, to)).kind === 'delivered');
  });

  test('an unroutable message has failed, and the queue is made again', async () => {
    const to = target('deleted');
    await send(channel, to);
    await deleteQueue(broker.url, queueOf(to));
    const error = expect.stringMatching(/^unroutable: .*NO_ROUTE/);
    expect(await send(channel, to)).toMatchObject({ kind: 'failed', error });
    expect((await send(channel, to)).kind).toBe('delivered');
    expect(await takeAll(broker.url, queueOf(to), 1)).toHaveLength(1);
  });

  test.skipIf(!isOurs)(
    'an event larger than it takes goes without its base64, and others are not disturbed',
    async () => {
      const to = target('too-large');
      const id = newEventId();
      const base64 = 'A'.repeat(BYTES_MAX);
      const body = JSON.stringify({ id, data: { Message: { imageMessage: { a: 1 }, base64 } } });
      const outcomes = await Promise.all([
        send(channel, to, { id, body }),
        ...Array.from({ length: 50 }, () => send(channel, target('others'))),
      ]);
      expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['delivered']));
      const [message] = await takeAll(broker.url, queueOf(to), 1);
      expect(JSON.parse(message?.bodyString() ?? '')).toEqual({
        id,
        data: {
          Message: {
            imageMessage: { a: 1 },
            mediaError: expect.stringMatching(/^the event has \d+ bytes, more than the 24000000 /),
          },
        },
      });
    },
  );

  test.skipIf(!isOurs)(
    'an event larger than it takes without media fails by that reason',
    async () => {
      const body = JSON.stringify({ text: 'x'.repeat(BYTES_MAX) });
      expect(await send(channel, target('too-long'), { body })).toMatchObject({
        kind: 'failed',
        error: expect.stringMatching(/^too_large: 24000011 bytes, the broker takes 24000000/),
      });
    },
  );

  test.skipIf(!isOurs)(
    'a broker that blocks publishers is down until it takes again',
    async () => {
      const to = target('blocked');
      await send(channel, to);
      await broker.process?.control('set_vm_memory_high_watermark', '0.000001');
      // It blocks the next one that publishes.
      await until('it is blocked', async () => {
        await send(channel, to);
        return channel.isDown?.() ?? false;
      });
      expect(channel.link.condition.error).toMatch(/^blocked: .*memory/);
      expect(await send(channel, to)).toMatchObject({ error: channel.link.condition.error! });
      await broker.process?.control('set_vm_memory_high_watermark', '0.4');
      await isUp(channel);
      expect((await send(channel, to)).kind).toBe('delivered');
    },
    30_000,
  );

  test('amqps trusts the authorities of the system and NODE_EXTRA_CA_CERTS, and no others', async () => {
    const files = tlsFiles();
    const proxy = tlsProxy(files, Number(new URL(broker.url).port));
    const url = `amqps://guest:guest@localhost:${proxy.port}`;
    const outcomes = [sendOne('amqp', url, files.authority), sendOne('amqp', url, null)];
    const tlsError = expect.stringMatching(/^tls_error: ./);
    expect(await Promise.all(outcomes)).toEqual(['delivered', tlsError]);
    proxy.stop();
  }, 20_000);

  test('a wrong password is refused access, and is in no reason and no log line', async () => {
    const url = broker.url.replace('guest:guest', 'guest:hunter2');
    const refused = createAmqpChannel({ url, clock, log });
    refused.link.start();
    await until('it was tried', () => !refused.link.condition.error?.startsWith('connecting'));
    expect(refused.link.condition.error).toMatch(/^access_refused: .*ACCESS_REFUSED/);
    expect(JSON.stringify([refused.link.condition, lines])).not.toContain('hunter2');
    await refused.link.stop();
  });
});

describe('without a broker', () => {
  /** A channel to something that is no willing broker; its condition once it was tried. */
  async function condition(url: string) {
    const channel = createAmqpChannel({ url, clock, log });
    channel.link.start();
    await until('it was tried', () => !channel.link.condition.error?.startsWith('connecting'));
    const { condition } = channel.link;
    expect(await send(channel, target('nowhere'))).toMatchObject({ error: condition.error! });
    await channel.link.stop();
    return condition;
  }

  test('a dead port is a refused connection', async () => {
    const { state, error } = await condition('amqp://127.0.0.1:1');
    expect([state, error]).toEqual(['down', expect.stringMatching(/^connection_refused: ./)]);
  });

  test('a name that does not exist is a DNS error', async () => {
    expect((await condition('amqp://nowhere.invalid')).error).toMatch(/^dns_error: ./);
  });

  test.each([
    ['an HTTP answer', 'HTTP/1.1 400 Bad Request\r\ncontent-length: 20000\r\n\r\n'.padEnd(20_000)],
    ['bytes that are no frame', '\u00ff'.repeat(64)],
    ['an end without a word', ''],
  ])('%s instead of AMQP is a failure, not the end of the process', async (_, text) => {
    const server = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: {
        data(socket) {
          socket.write(Buffer.from(text, 'latin1'));
          socket.end();
        },
      },
    });
    const { error } = await condition(`amqp://127.0.0.1:${server.port}`);
    expect(error).toMatch(/^(broker_error|connection_lost): ./);
    server.stop(true);
  });
});
