/** What the log says of discarded deliveries. */
import { expect, test } from 'bun:test';
import type { Delivery } from '../../../../src/core/events/contract/channel.ts';
import {
  COUNTED_MAX,
  createDiscardReport,
} from '../../../../src/core/events/deliver/discard-report.ts';
import type { AttemptResult } from '../../../../src/core/events/deliver/observer.ts';
import { createLog } from '../../../../src/core/shared/log.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';

const MINUTE = 60_000;

/** A report, and what it logs of `deliveries discarded`. Every stream has the instance `shop`. */
function bench(names: Record<string, string> = {}) {
  const clock = manualClock();
  const lines: Record<string, unknown>[] = [];
  let reads = 0;
  const report = createDiscardReport({
    clock,
    log: createLog('debug', clock.now, (line) => lines.push(JSON.parse(line))),
    db: {
      async query() {
        reads++;
        return [['http_status: 500']];
      },
    },
    nameOf: () => 'shop',
    destinations: { nameOf: (_, endpoint) => names[endpoint] ?? null },
  });
  let number = 0;
  const deliveryTo = (endpoint: string, streamId = 'stream'): Delivery =>
    ({
      ...{ id: `delivery ${++number}`, eventId: `event ${number}`, type: 'Message' },
      ...{ endpoint, streamId, roundFrom: 0 },
    }) as Delivery;
  const fail = (endpoint: string, streamId?: string, error = 'timeout') => {
    const outcome = { kind: 'failed', status: null, error, responseBody: null };
    const decision = { state: 'discarded' };
    const delivery = deliveryTo(endpoint, streamId);
    report.onAttempt({ delivery, outcome, decision } as unknown as AttemptResult);
  };
  const drop = (endpoint: string, isWithdrawn: boolean, reason = 'webhook disabled') =>
    report.onDrop(deliveryTo(endpoint), reason, isWithdrawn);
  const wait = async (ms: number) => {
    await clock.advance(ms);
  };
  const counts = () => lines.map(({ count }) => count);
  return { report, lines, fail, drop, wait, counts, reads: () => reads };
}

test('the first discarded delivery of an endpoint is one warning at once, and the others of the minute are one warning together', async () => {
  const { fail, wait, lines, counts } = bench({ 'endpoint:1': 'orders' });
  for (let n = 0; n < 186; n++) fail('endpoint:1');
  await wait(MINUTE - 1);
  expect(counts()).toEqual([1]);
  await wait(1);
  expect(counts()).toEqual([1, 185]);
  for (const line of lines)
    expect(line).toMatchObject({
      ...{ level: 'warn', message: 'deliveries discarded', instanceName: 'shop' },
      ...{ endpoint: 'orders', destination: 'endpoint:1', event: 'Message' },
      reasons: ['http_status: 500', 'timeout'],
    });
  expect(lines.map(({ deliveryId }) => deliveryId)).toEqual(['delivery 1', 'delivery 186']);
});

test('a minute without any ends the counting, and the next one is told at once', async () => {
  const { fail, wait, counts } = bench();
  fail('webhook');
  await wait(MINUTE);
  expect(counts()).toEqual([1]);
  fail('webhook');
  await wait(0);
  expect(counts()).toEqual([1, 1]);
});

test('a receiver that fails for an hour is one warning a minute, with reasons that are read only for what is logged', async () => {
  const { fail, wait, lines, counts, reads } = bench();
  for (let second = 0; second < 3_600; second++) {
    fail('webhook');
    await wait(1_000);
  }
  expect(lines).toHaveLength(61);
  expect(counts().reduce((sum: number, count) => sum + Number(count), 0)).toBe(3_600);
  expect(reads()).toBe(61);
});

test('two endpoints of one name have a warning each, which their ids tell apart', async () => {
  const { fail, wait, lines } = bench({ 'endpoint:1': 'orders', 'endpoint:2': 'orders' });
  fail('endpoint:1');
  fail('endpoint:2');
  await wait(0);
  expect(lines.map(({ endpoint, destination }) => [endpoint, destination])).toEqual([
    ['orders', 'endpoint:1'],
    ['orders', 'endpoint:2'],
  ]);
});

test('one endpoint id in two instances is counted apart', async () => {
  const { fail, wait, counts } = bench();
  fail('webhook', 'one');
  fail('webhook', 'two');
  await wait(0);
  expect(counts()).toEqual([1, 1]);
});

test('an endpoint that was renamed has its new name in the next warning', async () => {
  const names = { 'endpoint:1': 'orders' };
  const { fail, wait, lines } = bench(names);
  fail('endpoint:1');
  fail('endpoint:1');
  await wait(0);
  names['endpoint:1'] = 'pedidos';
  await wait(MINUTE);
  expect(lines.map(({ endpoint }) => endpoint)).toEqual(['orders', 'pedidos']);
});

test.each(['rabbitmq', 'nats', 'global-webhook', 'webhook:42', 'endpoint:gone'])(
  'the endpoint %s, which has no name, is called by its id',
  async (endpoint) => {
    const { fail, wait, lines } = bench();
    fail(endpoint);
    await wait(0);
    expect(lines).toMatchObject([{ endpoint, destination: endpoint }]);
  },
);

test('withdrawn deliveries are information, apart from those that failed', async () => {
  const { fail, drop, wait, lines } = bench();
  drop('webhook', true);
  drop('webhook', true);
  fail('webhook');
  drop('webhook', false, 'the event is no longer kept');
  await wait(MINUTE);
  const said = lines.map(({ level, count, reasons }) => [level, count, reasons]);
  expect(said.sort()).toEqual([
    ['info', 1, ['webhook disabled']],
    ['info', 1, ['webhook disabled']],
    ['warn', 1, ['http_status: 500', 'timeout']],
    ['warn', 1, ['the event is no longer kept']],
  ]);
});

test('an attempt that is not the last is no warning', async () => {
  const { report, wait, lines } = bench();
  report.onAttempt({ decision: { state: 'waiting' } } as AttemptResult);
  report.onClear('stream', 'webhook', 3);
  report.onFilter('stream', 'webhook');
  await wait(MINUTE);
  expect(lines).toEqual([]);
});

test('of thousands of endpoints a bounded number is counted apart, the others together, and the next minute begins without them', async () => {
  const { fail, wait, lines, counts } = bench();
  for (let n = 0; n < 3 * COUNTED_MAX; n++) fail(`endpoint:${n}`);
  await wait(MINUTE);
  expect(lines).toHaveLength(COUNTED_MAX + 2);
  expect(counts().slice(-1)).toEqual([2 * COUNTED_MAX - 1]);
  expect(lines.at(-1)).toMatchObject({ endpoint: 'other endpoints' });
  await wait(MINUTE);
  fail('endpoint:2999');
  await wait(0);
  expect(lines.at(-1)).toMatchObject({ endpoint: 'endpoint:2999', count: 1 });
});

test('what a minute has counted is told when the service stops before its end', async () => {
  const { report, fail, wait, counts, lines } = bench();
  for (let n = 0; n < 5; n++) fail('webhook');
  await wait(0);
  report.stop();
  expect(counts()).toEqual([1, 4]);
  expect(lines.at(-1)).toMatchObject({ reasons: ['timeout'] });
  await wait(MINUTE);
  expect(lines).toHaveLength(2);
});
