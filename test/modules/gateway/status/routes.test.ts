import { beforeEach, describe, expect, test } from 'bun:test';
import type { Condition } from '../../../../src/core/shared/condition.ts';
import { createLog } from '../../../../src/core/shared/log.ts';
import { describeFault, UnhandledFaults } from '../../../../src/core/shared/unhandled-faults.ts';
import { statusRoutes } from '../../../../src/modules/gateway/status/routes.ts';
import { type ManualClock, manualClock } from '../../../doubles/manual-clock.ts';
import { type GatewayServer, gatewayServer } from '../../../helpers/gateway-server.ts';
import { until } from '../../../helpers/until.ts';

let clock: ManualClock;
let database: () => Promise<boolean>;
let channels: Record<string, Condition>;
let outage: string | null;
let warnings: string[];
let faults: UnhandledFaults;
let node: { readonly lease: 'held' | 'lapsed' | 'draining' } | null;
let server: GatewayServer;

beforeEach(() => {
  clock = manualClock();
  database = async () => true;
  channels = {};
  outage = null;
  warnings = [];
  node = null;
  faults = new UnhandledFaults({ log: createLog('error', clock.now, () => {}), clock });
  server = serverNow();
});

const serverNow = () => gatewayServer(clock, statusRoutes(deps()));

const deps = () => ({
  clock,
  database: () => database(),
  outage: () => outage,
  channels: () => channels,
  warnings: () => warnings,
  faults,
  node: node && { now: () => ({ ...NODE, ...node }), all: () => [] },
});

const NODE = {
  id: 'n1',
  name: 'one',
  lease: 'held' as const,
  leaseLeftMs: 9_500,
  streams: 3,
  takenOver: 2,
  fenced: 1,
  forwarded: { answered: 5, unavailable: 0 },
  hintsUp: true,
  changesLagMs: 250,
};

const SINCE = Date.UTC(2026, 0, 5, 9);
const UP: Condition = { state: 'up', since: SINCE, error: null };
const since = '2026-01-05T09:00:00.000Z';

describe.each(['/health', '/server/ok'])('GET %s', (path) => {
  test('200 without a key, whatever else is down', async () => {
    database = async () => false;
    const answer = await server.call('GET', path, { key: null });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ status: 'ok' });
  });
});

describe('GET /ready', () => {
  const ready = () => server.call('GET', '/ready', { key: null });

  test('200 what is set up wrong is told, and keeps nothing else from working', async () => {
    warnings = ['webhooks are refused'];
    const { status, json } = await ready();
    expect([status, json.status, json.warnings]).toEqual([200, 'ok', ['webhooks are refused']]);
  });

  test('200 a queue that refuses is a warning with the cure, without its name and what the broker said', async () => {
    const error = "precondition_failed: queue 'shop.message' in vhost 'secret'";
    const refusing = { count: 1, since: SINCE, error, place: 'shop.message' };
    channels = { amqp: { ...UP, refusing } };
    const { status, json } = await ready();
    expect([status, json.status, json.warnings]).toEqual([
      200,
      'ok',
      [
        `amqp: events of one instance wait for a queue or subject that refuses them since ${since} (precondition_failed). A queue of that name exists with other settings: remove it on the broker, and it is made again.`,
      ],
    ]);
    expect(JSON.stringify(json)).not.toMatch(/shop|secret/);
  });

  test('200 everything is up', async () => {
    channels = { amqp: UP, nats: UP };
    const answer = await ready();
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      status: 'ok',
      database: 'up',
      channels: {
        amqp: { state: 'up', since, error: null },
        nats: { state: 'up', since, error: null },
      },
    });
  });

  test.each([
    ['held', 200],
    ['lapsed', 503],
    ['draining', 503],
  ] as const)('a node of several whose lease is %s is answered %d', async (lease, expected) => {
    node = { lease };
    server = serverNow();
    const { status, json } = await ready();
    expect([status, json.node]).toEqual([expected, { id: 'n1', name: 'one', lease, streams: 3 }]);
  });

  test('200 no channel is configured', async () => {
    expect((await ready()).json).toEqual({ status: 'ok', database: 'up', channels: {} });
  });

  test('503 a channel is down, saying which and why', async () => {
    channels = { amqp: { ...UP, state: 'down', error: 'ECONNREFUSED' }, nats: UP };
    const { status, json } = await ready();
    expect(status).toBe(503);
    expect(json.status).toBe('unavailable');
    expect(json.channels.amqp).toEqual({ state: 'down', since, error: 'ECONNREFUSED' });
  });

  test.each([
    ['says no', async () => false],
    ['fails', async () => Promise.reject(new Error('disk I/O error'))],
    [
      'throws',
      () => {
        throw new Error('closed');
      },
    ],
  ])('503 the database %s', async (_, answers) => {
    database = answers;
    const { status, json, text } = await ready();
    expect(status).toBe(503);
    expect(json).toEqual({ status: 'unavailable', database: 'down', channels: {} });
    expect(text).not.toContain('disk');
  });

  test('503 the disk is full, saying so and since when, though the database still answers', async () => {
    outage = 'the disk is full since 2026-01-05T09:00:00.000Z';
    const { status, json } = await ready();
    expect(status).toBe(503);
    expect(json).toEqual({
      status: 'unavailable',
      database: 'down',
      error: outage,
      channels: {},
    });
  });

  test('503 the database does not answer in time', async () => {
    database = () => new Promise(() => {});
    const answer = ready();
    await until('the database was asked', () => clock.pending() === 1);
    await clock.advance(2_000);
    expect((await answer).status).toBe(503);
  });

  test('an answer in time cancels its timer', async () => {
    await ready();
    expect(clock.pending()).toBe(0);
  });

  test('faults are counted without a word of what they say, and the service stays ready', async () => {
    expect((await ready()).json).not.toHaveProperty('faults');
    faults.note('library', describeFault(new Error('expected when a connection ends')));
    expect((await ready()).json).not.toHaveProperty('faults');
    faults.note('main', describeFault(new TypeError('5511999990001 wrote: hello')));
    faults.note('sessions', describeFault('a text'));
    const { status, json, text } = await ready();
    expect(status).toBe(200);
    expect(json.faults).toEqual({
      count: 2,
      lastAt: new Date(clock.now()).toISOString(),
      last: 'string',
    });
    expect(text).not.toContain('5511999990001');
  });
});
