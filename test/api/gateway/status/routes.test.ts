import { beforeEach, describe, expect, test } from 'bun:test';
import { createMetrics, type Metrics } from '../../../../src/api/gateway/status/metrics.ts';
import { readMetrics } from '../../../../src/api/gateway/status/operations.ts';
import { statusRoutes } from '../../../../src/api/gateway/status/routes.ts';
import type { Backlog } from '../../../../src/events/log/backlog.ts';
import type { Condition } from '../../../../src/shared/condition.ts';
import { type ManualClock, manualClock } from '../../../doubles/manual-clock.ts';
import {
  type GatewayServer,
  gatewayServer,
  operationsWith,
} from '../../../helpers/gateway-server.ts';
import { until } from '../../../helpers/until.ts';

let clock: ManualClock;
let database: () => Promise<boolean>;
let channels: Record<string, Condition>;
let backlog: Backlog[];
let failedWrites: Record<string, number>;
let outage: string | null;
let warnings: string[];
let node: { readonly lease: 'held' | 'lapsed' | 'draining' } | null;
let metrics: Metrics;
let server: GatewayServer;

beforeEach(() => {
  clock = manualClock();
  database = async () => true;
  channels = {};
  backlog = [];
  failedWrites = {};
  outage = null;
  warnings = [];
  node = null;
  metrics = createMetrics({
    clock,
    backlog: async () => backlog,
    channels: () => channels,
    memoryReserved: () => 0,
    failedWrites: () => failedWrites,
    nodeNow: () => NODE,
  });
  server = serverNow();
});

const serverNow = () =>
  gatewayServer(clock, statusRoutes(deps()).use(operationsWith([readMetrics], { metrics })));

const deps = () => ({
  clock,
  database: () => database(),
  outage: () => outage,
  channels: () => channels,
  warnings: () => warnings,
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
});

describe('GET /metrics', () => {
  const lines = async () =>
    (await server.call('GET', '/metrics')).text.split('\n').filter((line) => !line.startsWith('#'));
  const delivery = (endpoint: string, createdAt = clock.now()) => ({
    id: 'd',
    streamId: 's',
    endpoint,
    eventId: 'e',
    type: 'Message',
    createdAt,
    sequence: 1,
    chat: null,
    attemptCount: 0,
    attemptLimit: 5,
    body: null,
    bodyBytes: 0,
    mediaBytes: 0,
    holder: 'p1',
  });
  const attempt = { number: 1, startedAt: 0, durationMs: 1, shown: '' };

  test('a node of several shows its lease, what it has and took over, what was refused and what it passed on', async () => {
    const shown = (await lines()).filter((line) =>
      /^gatehouse_(node|fenced|changes|hints|forwarded)_/.test(line),
    );
    expect(shown).toEqual([
      'gatehouse_node_lease_seconds 9.5',
      'gatehouse_node_streams_owned 3',
      'gatehouse_node_takeovers_total 2',
      'gatehouse_fenced_writes_total 1',
      'gatehouse_changes_lag_seconds 0.25',
      'gatehouse_hints_up 1',
      'gatehouse_forwarded_total{outcome="answered"} 5',
      'gatehouse_forwarded_total{outcome="unavailable"} 0',
    ]);
  });

  test('every configured channel is up or down', async () => {
    channels = { amqp: { ...UP, state: 'down', error: 'connection_lost: reset' }, nats: UP };
    const { text } = await server.call('GET', '/metrics');
    expect(text).toContain('gatehouse_channel_up{channel="amqp"} 0');
    expect(text).toContain('gatehouse_channel_up{channel="nats"} 1');
  });

  test('200 Prometheus text with the global key', async () => {
    const answer = await server.call('GET', '/metrics');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toStartWith('text/plain; version=0.0.4');
    expect(answer.text).toContain('# TYPE gatehouse_delivery_attempts_total counter');
  });

  test('401 no key', async () => {
    expect((await server.call('GET', '/metrics', { key: null })).json.error.code).toBe(
      'UNAUTHORIZED',
    );
  });

  test('403 an instance key', async () => {
    expect((await server.call('GET', '/metrics', { key: 'shop-key' })).json.error.code).toBe(
      'FORBIDDEN',
    );
  });

  test('500 the table cannot be read', async () => {
    metrics = createMetrics({
      clock,
      backlog: () => Promise.reject(new Error('no')),
      channels: () => channels,
      memoryReserved: () => 0,
      failedWrites: () => failedWrites,
    });
    server = serverNow();
    expect((await server.call('GET', '/metrics')).json.error.code).toBe('INTERNAL_SERVER_ERROR');
  });

  test('writes that the database did not take are counted by reason', async () => {
    failedWrites = { full: 3, busy: 0 };
    expect(await lines()).toContain('gatehouse_database_writes_failed_total{reason="full"} 3');
    failedWrites = { full: 4, busy: 0 };
    expect(await lines()).toContain('gatehouse_database_writes_failed_total{reason="full"} 4');
    expect(await lines()).toContain('gatehouse_database_writes_failed_total{reason="busy"} 0');
  });

  test('gauges are what the table holds at this moment, summed per destination', async () => {
    const now = clock.steady();
    backlog = [
      { endpoint: 'webhook', waiting: 2, sending: 0, oldestDueAt: now - 5_000 },
      { endpoint: 'webhook', waiting: 3, sending: 0, oldestDueAt: now - 90_000 },
      { endpoint: 'webhook', waiting: 0, sending: 4, oldestDueAt: null },
      { endpoint: 'webhook:abc', waiting: 1, sending: 0, oldestDueAt: now + 30_000 },
      { endpoint: 'amqp', waiting: 1, sending: 0, oldestDueAt: now + 30_000 },
    ];
    const first = await lines();
    expect(first).toContain('gatehouse_deliveries{destination="webhook",state="waiting"} 6');
    expect(first).toContain('gatehouse_deliveries{destination="webhook",state="sending"} 4');
    expect(first).toContain('gatehouse_delivery_oldest_due_seconds{destination="webhook"} 90');
    expect(first).toContain('gatehouse_delivery_oldest_due_seconds{destination="amqp"} 0');
    backlog = [];
    expect((await lines()).join('\n')).not.toContain('gatehouse_deliveries{');
  });

  test('attempts are counted by destination and the first word of their error', async () => {
    const waiting = { state: 'waiting', nextAttemptAt: 0 } as const;
    const failed = (error: string) =>
      ({ kind: 'failed', status: null, error, responseBody: null }) as const;
    const { observer } = metrics;
    observer.attempted({
      ...attempt,
      delivery: delivery('webhook'),
      outcome: failed('timeout: 30 s'),
      decision: waiting,
    });
    observer.attempted({
      ...attempt,
      delivery: delivery('webhook'),
      outcome: failed('timeout'),
      decision: { state: 'discarded' },
    });
    observer.attempted({
      ...attempt,
      delivery: delivery('webhook'),
      outcome: failed('<b>Bad "words"'),
      decision: waiting,
    });
    observer.attempted({
      ...attempt,
      delivery: delivery('global-nats'),
      outcome: { kind: 'delivered', status: null, responseBody: null },
      decision: { state: 'delivered' },
    });
    observer.dropped(delivery('fax'), 'webhook disabled');
    const text = await lines();
    for (const line of [
      'gatehouse_delivery_attempts_total{destination="webhook",outcome="timeout"} 2',
      'gatehouse_delivery_attempts_total{destination="webhook",outcome="other"} 1',
      'gatehouse_delivery_attempts_total{destination="global-nats",outcome="delivered"} 1',
      'gatehouse_deliveries_discarded_total{destination="webhook"} 1',
      'gatehouse_deliveries_discarded_total{destination="other"} 1',
      'gatehouse_event_delivery_seconds_count{destination="global-nats"} 1',
    ])
      expect(text).toContain(line);
    expect(text.join('\n')).not.toContain(
      'gatehouse_event_delivery_seconds_count{destination="webhook"}',
    );
  });

  test('the time from an event to its acceptance goes into its bucket', async () => {
    metrics.observer.attempted({
      ...attempt,
      delivery: delivery('webhook', clock.now() - 31_000),
      outcome: { kind: 'delivered', status: 200, responseBody: null },
      decision: { state: 'delivered' },
    });
    const text = await lines();
    expect(text).toContain(
      'gatehouse_event_delivery_seconds_bucket{le="30",destination="webhook"} 0',
    );
    expect(text).toContain(
      'gatehouse_event_delivery_seconds_bucket{le="60",destination="webhook"} 1',
    );
    expect(text).toContain('gatehouse_event_delivery_seconds_sum{destination="webhook"} 31');
  });

  test('every limit is counted under its name, those not yet reached too', async () => {
    metrics.limitReached('websockets_per_key');
    metrics.limitReached('websockets_per_key');
    const text = await lines();
    expect(text).toContain('gatehouse_limit_reached_total{limit="websockets_per_key"} 2');
    expect(text).toContain('gatehouse_limit_reached_total{limit="websockets"} 0');
  });

  test('two services in one process count apart', async () => {
    const other = createMetrics({
      clock,
      backlog: async () => [],
      channels: () => channels,
      memoryReserved: () => 0,
      failedWrites: () => failedWrites,
    });
    other.observer.dropped(delivery('webhook'), 'gone');
    expect((await lines()).join('\n')).not.toContain(
      'gatehouse_deliveries_discarded_total{destination="webhook"}',
    );
    expect(await other.text()).toContain(
      'gatehouse_deliveries_discarded_total{destination="webhook"} 1',
    );
  });
});
