/** Subjects for which a stream never acknowledges: each holds up itself, and nobody else. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { BrokerChannel } from '../../../src/core/channels/broker-link.ts';
import type { Target } from '../../../src/core/events/contract/channel.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { createNatsChannel } from '../../../src/modules/nats/channel.ts';
import { isUp, send } from '../../conformance/channel.ts';
import { type ManualClock, manualClock } from '../../doubles/manual-clock.ts';
import { type NatsDouble, natsDouble } from '../../doubles/nats-stream.ts';
import { until } from '../../helpers/until.ts';

let server: NatsDouble;
let channel: BrokerChannel;
let clock: ManualClock;

beforeEach(async () => {
  server = await natsDouble();
  clock = manualClock();
  const log = createLog('error', clock.now, () => {});
  channel = createNatsChannel({ url: server.url, stream: 'GATEHOUSE', clock, log });
  channel.link.start();
  await isUp(channel);
  server.isSilent = (subject) => subject.startsWith('bad');
});
afterEach(async () => {
  await channel.link.stop();
  server.stop();
});

const target = (instance: string): Target => ({
  channel: 'nats',
  host: 'nats://server',
  address: `${instance}.{event}`,
  maskedAddress: `${instance}.{event}`,
  headers: {},
  secrets: [],
  base64: null,
});
const sendTo = (instance: string, body?: string) =>
  send(channel, target(instance), body === undefined ? {} : { body });
const LARGE = JSON.stringify({ text: 'x'.repeat(2 * 1024 * 1024) });
const TIMEOUT = { kind: 'failed', error: expect.stringMatching(/^timeout: /) } as const;
const areTried = (count: number) =>
  until('they are published', () => server.published.length === count);

test('a subject that is never acknowledged holds up no other, and fails in time', async () => {
  const bad = Array.from({ length: 200 }, () => sendTo('bad'));
  await areTried(200);
  for (let index = 0; index < 20; index++)
    expect((await sendTo(`good${index}`)).kind).toBe('delivered');
  await clock.advance(30_000);
  for (const outcome of await Promise.all(bad)) expect(outcome).toMatchObject(TIMEOUT);
  expect((await sendTo('good')).kind).toBe('delivered');
  expect(server.connections).toBe(1);
});

test('an acknowledgement that comes too late is taken for no other message', async () => {
  const late = sendTo('bad');
  await areTried(1);
  await clock.advance(30_000);
  expect(await late).toMatchObject(TIMEOUT);
  let isSettled = false;
  const next = sendTo('bad').finally(() => {
    isSettled = true;
  });
  await areTried(2);
  server.acknowledgeOldest();
  // It is answered behind the late acknowledgement.
  expect((await sendTo('good')).kind).toBe('delivered');
  expect(isSettled).toBe(false);
  server.acknowledgeOldest();
  expect((await next).kind).toBe('delivered');
});

test('a large message that is never acknowledged holds up no large message of another', async () => {
  const bad = Array.from({ length: 10 }, () => sendTo('bad', LARGE));
  await areTried(1);
  for (const instance of ['good', 'better', 'best'])
    expect((await sendTo(instance, LARGE)).kind).toBe('delivered');
  await clock.advance(30_000);
  for (const outcome of await Promise.all(bad)) expect(outcome).toMatchObject(TIMEOUT);
});
