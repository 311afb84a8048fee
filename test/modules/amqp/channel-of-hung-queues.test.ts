/** Queues that a broker does not answer for: each holds up itself, and nobody else. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { BrokerChannel } from '../../../src/core/channels/broker-link.ts';
import type { Target } from '../../../src/core/events/contract/channel.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { createAmqpChannel } from '../../../src/modules/amqp/channel.ts';
import { isUp, send } from '../../conformance/channel.ts';
import { type AmqpDouble, amqpDouble } from '../../doubles/amqp-broker.ts';
import { type ManualClock, manualClock } from '../../doubles/manual-clock.ts';
import { until } from '../../helpers/until.ts';

let broker: AmqpDouble;
let channel: BrokerChannel;
let clock: ManualClock;

beforeEach(async () => {
  broker = await amqpDouble();
  clock = manualClock();
  const log = createLog('error', clock.now, () => {});
  channel = createAmqpChannel({ url: broker.url, clock, log });
  channel.link.start();
  await isUp(channel);
});
afterEach(async () => {
  await channel.link.stop();
  broker.stop();
});

const target = (instance: string): Target => ({
  channel: 'amqp',
  host: 'amqp://broker',
  address: `${instance}.{event}`,
  maskedAddress: `${instance}.{event}`,
  headers: {},
  secrets: [],
  base64: null,
});
const sendTo = (instance: string, body?: string) =>
  send(channel, target(instance), body === undefined ? {} : { body });
const LARGE = JSON.stringify({ text: 'x'.repeat(2 * 1024 * 1024) });
const isBad = (queue: string) => queue.startsWith('bad');
const TIMEOUT = { kind: 'failed', error: expect.stringMatching(/^timeout: /) } as const;

test('a declaration that is never answered holds up its own queue, and fails in time', async () => {
  broker.answers.hangs = isBad;
  const bad = sendTo('bad');
  await until('it was declared', () => broker.declared.includes('bad.message'));
  for (let index = 0; index < 20; index++)
    expect((await sendTo(`good${index}`)).kind).toBe('delivered');
  await clock.advance(30_000);
  expect(await bad).toMatchObject(TIMEOUT);
});

test('a hundred queues whose declarations hang cost a new queue of another at most a few seconds', async () => {
  broker.answers.hangs = isBad;
  const bad = Array.from({ length: 100 }, (_, index) => sendTo(`bad${index}`));
  const good = sendTo('good');
  let isDelivered = false;
  void good.then(({ kind }) => {
    isDelivered = kind === 'delivered';
  });
  let seconds = 0;
  await until('it was delivered', async () => {
    if (isDelivered) return true;
    seconds++;
    await clock.advance(1_000);
    return false;
  });
  expect(seconds).toBeLessThanOrEqual(100 / 8 + 2);
  expect(broker.mostOpen).toBeLessThanOrEqual(1 + 8 + 32 + 8);
  await clock.advance(30_000);
  expect((await Promise.all(bad)).every(({ kind }) => kind === 'failed')).toBe(true);
  // Next time they have places of their own.
  for (let index = 0; index < 100; index++) void sendTo(`bad${index}`);
  expect((await sendTo('another')).kind).toBe('delivered');
});

test('a queue that never confirms holds up no other, and gets a channel of its own until it is well', async () => {
  await sendTo('bad');
  broker.answers.isSilent = isBad;
  const bad = Array.from({ length: 30 }, () => sendTo('bad'));
  await until('they are published', () => broker.published.length === 31);
  for (let index = 0; index < 20; index++) expect((await sendTo('good')).kind).toBe('delivered');
  await clock.advance(30_000);
  for (const outcome of await Promise.all(bad)) expect(outcome).toMatchObject(TIMEOUT);
  const probe = sendTo('bad');
  await until('it is tried', () => broker.published.filter(isBad).length === 32);
  expect((await sendTo('good')).kind).toBe('delivered');
  broker.answers.isSilent = () => false;
  broker.confirmLate();
  expect((await probe).kind).toBe('delivered');
  expect((await sendTo('bad')).kind).toBe('delivered');
});

test('a large message that is never confirmed holds up no large message of another', async () => {
  broker.answers.isSilent = isBad;
  const bad = [sendTo('bad', LARGE), sendTo('bad', LARGE)];
  await until('it is published', () => broker.published.includes('bad.message'));
  expect((await sendTo('good', LARGE)).kind).toBe('delivered');
  await clock.advance(1_000);
  expect((await sendTo('better', LARGE)).kind).toBe('delivered');
  await clock.advance(30_000);
  for (const outcome of await Promise.all(bad)) expect(outcome).toMatchObject(TIMEOUT);
});

test('confirms that come too late are not counted: the channel that waited for them is closed, once', async () => {
  await sendTo('good');
  const before = broker.open;
  for (let round = 0; round < 20; round++) {
    broker.answers.isSilent = () => true;
    const late = [sendTo('good'), sendTo('good')];
    const published = broker.published.length + 2;
    await until('they are published', () => broker.published.length >= published - 2);
    await clock.advance(30_000);
    await Promise.all(late);
    broker.answers.isSilent = () => false;
    broker.confirmLate();
    expect((await sendTo('good')).kind).toBe('delivered');
  }
  await until('the old ones are closed', () => broker.open <= before + 1);
});

test('a queue that refuses leaves the others alone, and is asked at most once a second', async () => {
  broker.answers.refuses = isBad;
  const refused = { kind: 'failed', refusedBy: 'address' } as const;
  const outcomes = await Promise.all([...Array(50)].map(() => sendTo('bad')));
  for (const outcome of outcomes) expect(outcome).toMatchObject(refused);
  expect(broker.declared.length).toBe(1);
  expect((await sendTo('good')).kind).toBe('delivered');
});
