import { beforeEach, describe, expect, test } from 'bun:test';
import Registry from 'prom-client/lib/registry.js';
import { version } from '../../../../package.json';
import { openDatabase } from '../../../../src/core/db/open.ts';
import { type HealthState, healthySince } from '../../../../src/core/events/contract/health.ts';
import type { Backlog } from '../../../../src/core/events/log/delivery-counts.ts';
import type { StoredHealth } from '../../../../src/core/events/log/health.ts';
import type { InstanceRecord } from '../../../../src/core/instances/directory.ts';
import type { Condition } from '../../../../src/core/shared/condition.ts';
import type { OpenReplay } from '../../../../src/modules/gateway/metrics/deliveries.ts';
import { createMetrics, type Metrics } from '../../../../src/modules/gateway/metrics/metrics.ts';
import { databaseBytes, eventLoopDelay } from '../../../../src/modules/gateway/metrics/process.ts';
import { readMetrics } from '../../../../src/modules/gateway/status/operations.ts';
import { type ManualClock, manualClock } from '../../../doubles/manual-clock.ts';
import { testDatabase } from '../../../helpers/database.ts';
import {
  type GatewayServer,
  gatewayServer,
  operationsWith,
  SHOP,
} from '../../../helpers/gateway-server.ts';
import { isSqldMissing, startMigratedSqld } from '../../../helpers/sqld.ts';

let clock: ManualClock;
let channels: Record<string, Condition>;
let backlog: Backlog[];
let badHealth: StoredHealth[];
let openReplays: OpenReplay[];
let failedWrites: Record<string, number>;
let outage: string | null;
let instances: InstanceRecord[];
let instancesMax: number;
let metrics: Metrics;
let server: GatewayServer;

beforeEach(() => {
  clock = manualClock();
  channels = {};
  backlog = [];
  badHealth = [];
  openReplays = [];
  failedWrites = {};
  outage = null;
  instances = [SHOP];
  instancesMax = 2;
  metrics = metricsNow();
  server = gatewayServer(clock, operationsWith([readMetrics], { metrics: nowMetrics }));
});

const metricsNow = (other: Partial<Parameters<typeof createMetrics>[0]> = {}) =>
  createMetrics({
    filterFailures: () => 3,
    faults: { counts: { main: 2, sessions: 0, library: 5 } },
    archive: null,
    clock,
    backlog: async () => backlog,
    badHealth: async () => badHealth,
    openReplays: async () => openReplays,
    databaseBytes: async () => 4_096,
    outage: () => outage,
    channels: () => channels,
    memoryReserved: () => 0,
    failedWrites: () => failedWrites,
    instances: {
      all: () => instances,
      byId: (id) => instances.find((one) => one.id === id) ?? null,
    },
    instancesMax,
    nodeNow: () => NODE,
    ...other,
  });
/** The metrics of a test may be made again within it. */
const nowMetrics = {
  get contentType() {
    return metrics.contentType;
  },
  text: () => metrics.text(),
};

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
const UP: Condition = { state: 'up', since: 0, error: null };

const lines = async () =>
  (await server.call('GET', '/metrics')).text.split('\n').filter((line) => !line.startsWith('#'));
const delivery = (endpoint: string, createdAt = clock.now()) => ({
  id: 'd',
  streamId: SHOP.id,
  endpoint,
  eventId: 'e',
  type: 'Message',
  createdAt,
  sequence: 1,
  chat: null,
  attemptCount: 0,
  roundFrom: 0,
  body: null,
  bodyBytes: 0,
  mediaBytes: 0,
  traceparent: null,
  holder: 'p1',
});
const attempt = { number: 1, startedAt: 0, durationMs: 1, maskedAddress: '' };

describe('GET /metrics', () => {
  test('faults that were handled nowhere are counted by where they were left, from 0 on', async () => {
    const shown = (await lines()).filter((line) => line.startsWith('gatehouse_unhandled_'));
    expect(shown).toEqual([
      'gatehouse_unhandled_faults_total{place="main"} 2',
      'gatehouse_unhandled_faults_total{place="sessions"} 0',
      'gatehouse_unhandled_faults_total{place="library"} 5',
    ]);
  });

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

  test('a queue that refuses shows how many instances wait and for how long, and 0 once it takes again', async () => {
    const error = 'full: maximum bytes exceeded';
    const refusing = { count: 2, since: clock.now() - 400_000, error, place: 'message' };
    const shown = async () =>
      (await metrics.text()).split('\n').filter((line) => line.startsWith('gatehouse_channel_ref'));
    channels = { amqp: { ...UP, refusing } };
    expect(await shown()).toEqual([
      'gatehouse_channel_refusing{channel="amqp"} 2',
      'gatehouse_channel_refusing_seconds{channel="amqp"} 400',
    ]);
    channels = { amqp: UP };
    expect((await shown())[0]).toBe('gatehouse_channel_refusing{channel="amqp"} 0');
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
      { streamId: SHOP.id, endpoint: 'webhook', waiting: 2, sending: 0, oldestDueAt: now - 5_000 },
      { streamId: SHOP.id, endpoint: 'webhook', waiting: 3, sending: 0, oldestDueAt: now - 90_000 },
      { streamId: SHOP.id, endpoint: 'webhook', waiting: 0, sending: 4, oldestDueAt: null },
      {
        streamId: SHOP.id,
        endpoint: 'webhook:abc',
        waiting: 1,
        sending: 0,
        oldestDueAt: now + 30_000,
      },
      { streamId: SHOP.id, endpoint: 'amqp', waiting: 1, sending: 0, oldestDueAt: now + 30_000 },
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
    observer.onAttempt({
      ...attempt,
      delivery: delivery('webhook'),
      outcome: failed('timeout: 30 s'),
      decision: waiting,
    });
    observer.onAttempt({
      ...attempt,
      delivery: delivery('webhook'),
      outcome: failed('timeout'),
      decision: { state: 'discarded' },
    });
    observer.onAttempt({
      ...attempt,
      delivery: delivery('webhook'),
      outcome: failed('<b>Bad "words"'),
      decision: waiting,
    });
    observer.onAttempt({
      ...attempt,
      delivery: delivery('global-nats'),
      outcome: { kind: 'delivered', status: null, responseBody: null },
      decision: { state: 'delivered' },
    });
    observer.onDrop(delivery('fax'), 'webhook disabled', true);
    observer.onFilter(SHOP.id, 'endpoint:abc');
    const text = await lines();
    for (const line of [
      'gatehouse_delivery_attempts_total{destination="webhook",outcome="timeout"} 2',
      'gatehouse_delivery_attempts_total{destination="webhook",outcome="other"} 1',
      'gatehouse_delivery_attempts_total{destination="global-nats",outcome="delivered"} 1',
      'gatehouse_deliveries_discarded_total{destination="webhook"} 1',
      'gatehouse_deliveries_discarded_total{destination="other"} 1',
      'gatehouse_events_filtered_total{destination="webhook"} 1',
      'gatehouse_event_delivery_seconds_count{destination="global-nats"} 1',
    ])
      expect(text).toContain(line);
    expect(text.join('\n')).not.toContain(
      'gatehouse_event_delivery_seconds_count{destination="webhook"}',
    );
  });

  test('the time from an event to its acceptance goes into its bucket', async () => {
    metrics.observer.onAttempt({
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
    const other = metricsNow();
    other.observer.onDrop(delivery('webhook'), 'gone', true);
    expect((await lines()).join('\n')).not.toContain(
      'gatehouse_deliveries_discarded_total{destination="webhook"}',
    );
    expect(await other.text()).toContain(
      'gatehouse_deliveries_discarded_total{destination="webhook"} 1',
    );
  });
});

describe('instances', () => {
  const named = (name: string, other: Partial<InstanceRecord> = {}): InstanceRecord => ({
    ...SHOP,
    id: `id of ${name}`,
    name,
    ...other,
  });
  const shown = async (name: string) =>
    (await lines())
      .filter((line) => line.startsWith(`${name}{`))
      .map((line) => line.slice(name.length));

  test('they are counted by state', async () => {
    instances = [named('a'), named('b', { state: 'open', phase: 'open' })];
    expect(await shown('gatehouse_instances')).toEqual([
      '{state="close"} 1',
      '{state="connecting"} 0',
      '{state="open"} 1',
    ]);
  });

  test('each that is meant to be connected is up or down, and one that was never paired or was stopped is neither', async () => {
    instancesMax = 10;
    metrics = metricsNow();
    instances = [
      named('open', { phase: 'open' }),
      named('out', { phase: 'logged_out' }),
      named('back soon', { phase: 'reconnecting' }),
      ...(['created', 'stopped', 'waiting_qr', 'pairing', 'qr_timeout'] as const).map((phase) =>
        named(phase, { phase }),
      ),
    ];
    expect(await shown('gatehouse_instance_up')).toEqual([
      '{instance_name="open"} 1',
      '{instance_name="out"} 0',
      '{instance_name="back soon"} 0',
    ]);
  });

  test('beyond METRICS_INSTANCES_MAX they are summed, and are up only while all of them are', async () => {
    instances = ['a', 'b', 'c', 'd'].map((name) => named(name, { phase: 'open' }));
    for (const { id } of instances) metrics.committed({ streamId: id, type: 'Message', body: '' });
    expect(await shown('gatehouse_instance_messages_total')).toEqual(
      ['a', 'b', '/others'].flatMap((name) => [
        `{instance_name="${name}",direction="in"} ${name === '/others' ? 2 : 1}`,
        `{instance_name="${name}",direction="out"} 0`,
      ]),
    );
    expect(await shown('gatehouse_instance_up')).toContain('{instance_name="/others"} 1');
    instances = instances.map((one) => (one.name === 'c' ? { ...one, phase: 'banned' } : one));
    expect(await shown('gatehouse_instance_up')).toContain('{instance_name="/others"} 0');
  });

  test('a deleted instance leaves its place to another, and no sum becomes smaller', async () => {
    instances = ['a', 'b', 'c'].map((name) => named(name));
    const [a, , c] = instances;
    for (const { id } of instances) metrics.committed({ streamId: id, type: 'Message', body: '' });
    await lines();
    instances = instances.filter((one) => one !== a);
    await lines();
    metrics.committed({ streamId: c?.id ?? '', type: 'Message', body: '' });
    expect(
      (await shown('gatehouse_instance_messages_total')).filter((line) => line.includes('"in"')),
    ).toEqual([
      '{instance_name="b",direction="in"} 1',
      '{instance_name="c",direction="in"} 1',
      '{instance_name="/others",direction="in"} 1',
    ]);
  });

  test('their deliveries are counted, and what waits for them is what the table holds', async () => {
    const failed = { kind: 'failed', status: 500, error: 'http_500', responseBody: null } as const;
    metrics.observer.onAttempt({
      ...attempt,
      delivery: delivery('webhook'),
      outcome: failed,
      decision: { state: 'discarded' },
    });
    metrics.observer.onClear(SHOP.id, 'webhook', 3);
    metrics.observer.onClear('an account', 'webhook:abc', 3);
    backlog = [
      { streamId: SHOP.id, endpoint: 'webhook', waiting: 2, sending: 0, oldestDueAt: 0 },
      { streamId: SHOP.id, endpoint: 'webhook', waiting: 1, sending: 0, oldestDueAt: 5 },
      { streamId: SHOP.id, endpoint: 'endpoint:abc', waiting: 1, sending: 0, oldestDueAt: 0 },
      { streamId: 'an account', endpoint: 'webhook:abc', waiting: 1, sending: 0, oldestDueAt: 0 },
    ];
    expect(await lines()).toEqual(
      expect.arrayContaining([
        'gatehouse_instance_delivery_attempts_total{instance_name="shop",outcome="delivered"} 0',
        'gatehouse_instance_delivery_attempts_total{instance_name="shop",outcome="failed"} 1',
        'gatehouse_instance_deliveries_discarded_total{instance_name="shop"} 4',
        'gatehouse_instance_deliveries_waiting{instance_name="shop",endpoint="default"} 3',
        'gatehouse_instance_deliveries_waiting{instance_name="shop",endpoint="abc"} 1',
      ]),
    );
    expect((await lines()).join('\n')).not.toContain('/others');
  });
});

const replay = (state: OpenReplay['state'], id = 'one'): OpenReplay => ({
  ...{ id, state, streamId: SHOP.id, endpoint: 'webhook' },
});

test('what waits for a paused replay does not count as late, and what waits beside it does', async () => {
  const waiting = { streamId: SHOP.id, waiting: 1, sending: 0 };
  const late = async () => {
    const name = 'gatehouse_delivery_oldest_due_seconds{';
    const line = (await lines()).find((one) => one.startsWith(name));
    return Number(line?.split(' ').at(-1));
  };
  backlog = [{ ...waiting, endpoint: 'webhook@one', oldestDueAt: -60_000 }];
  openReplays = [replay('paused')];
  expect(await late()).toBe(0);
  for (const state of ['running', 'cancelled'] as const) {
    openReplays = [replay(state)];
    expect(await late()).toBeGreaterThanOrEqual(60);
  }
  openReplays = [replay('paused')];
  for (const endpoint of ['webhook@two', 'endpoint:abc@one', 'webhook']) {
    backlog = [{ ...waiting, endpoint, oldestDueAt: -60_000 }];
    expect(await late()).toBeGreaterThanOrEqual(60);
  }
  backlog = [{ ...waiting, streamId: 'cafe', endpoint: 'webhook@one', oldestDueAt: -60_000 }];
  expect(await late()).toBeGreaterThanOrEqual(60);
});

test('replays that are not over are counted by their state', async () => {
  openReplays = [replay('running'), replay('running'), replay('paused')];
  expect(await lines()).toEqual(
    expect.arrayContaining([
      'gatehouse_replays{state="running"} 2',
      'gatehouse_replays{state="paused"} 1',
    ]),
  );
});

describe('the health of endpoints', () => {
  const unhealthy = (endpoint: string, state: HealthState): StoredHealth => ({
    ...{ streamId: SHOP.id, endpoint, announced: 0 },
    health: { ...healthySince(0), state, failures: 1, reason: 'timeout' },
  });

  test('shows those that fail and those that are switched off, each by its id', async () => {
    badHealth = [
      unhealthy('webhook', 'failing'),
      unhealthy('endpoint:abc', 'disabled'),
      unhealthy('endpoint:def', 'healthy'),
      { ...unhealthy('webhook:ghi', 'failing'), streamId: 'an account' },
    ];
    const shown = (await lines()).filter((line) => line.includes('endpoints_unhealthy{'));
    expect(shown).toEqual([
      'gatehouse_instance_endpoints_unhealthy{instance_name="shop",endpoint="default",state="failing"} 1',
      'gatehouse_instance_endpoints_unhealthy{instance_name="shop",endpoint="abc",state="disabled"} 1',
    ]);
  });

  test('what waits for one that is switched off does not count as late', async () => {
    backlog = [
      { streamId: SHOP.id, endpoint: 'endpoint:abc', waiting: 1, sending: 0, oldestDueAt: -60_000 },
    ];
    const late = async () =>
      (await lines()).find((line) => line.startsWith('gatehouse_delivery_oldest_due_seconds{'));
    expect(Number((await late())?.split(' ').at(-1))).toBeGreaterThanOrEqual(60);
    badHealth = [unhealthy('endpoint:abc', 'disabled')];
    expect(await late()).toBe('gatehouse_delivery_oldest_due_seconds{destination="webhook"} 0');
  });
});

describe('messages', () => {
  test('those that came and went, and the statuses of those sent, are counted', async () => {
    const status = (word: string) =>
      metrics.committed({
        streamId: SHOP.id,
        type: 'MessageStatus',
        body: JSON.stringify({ data: { ID: '"Status":"Played"', Status: word } }),
      });
    metrics.committed({ streamId: SHOP.id, type: 'Message', body: '' });
    metrics.committed({ streamId: SHOP.id, type: 'SendMessage', body: '' });
    metrics.committed({ streamId: SHOP.id, type: 'Receipt', body: '' });
    metrics.committed({ streamId: SHOP.id, type: 'ContactMerged', body: '' });
    for (const word of ['ServerAck', 'Read', 'Read', 'Invented']) status(word);
    const text = await lines();
    expect(text).toEqual(
      expect.arrayContaining([
        'gatehouse_messages_total{direction="in"} 1',
        'gatehouse_messages_total{direction="out"} 1',
        'gatehouse_contacts_merged_total 1',
        'gatehouse_message_statuses_total{status="Read"} 2',
        'gatehouse_message_statuses_total{status="ServerAck"} 1',
        'gatehouse_message_statuses_total{status="Played"} 0',
        'gatehouse_message_statuses_total{status="Error"} 0',
      ]),
    );
    expect(text.join('\n')).not.toContain('Invented');
  });

  test('those that wait are due or scheduled', async () => {
    metrics.showQueue(() => ({ due: 3, scheduled: 40 }));
    const text = await lines();
    expect(text).toContain('gatehouse_messages_queued{state="due"} 3');
    expect(text).toContain('gatehouse_messages_queued{state="scheduled"} 40');
  });
});

describe('requests', () => {
  const answered = (route: string | null, method: string, status: number) =>
    metrics.answered({
      request: new Request('http://gateway.test/instance/a-secret', { method }),
      route,
      status,
      durationMs: 30,
    });

  test('their times are counted by the template of their path, never by the path', async () => {
    answered('/instance/:instanceName', 'POST', 201);
    answered('/instance/:instanceName', 'POST', 404);
    answered(null, 'PROPFIND', 401);
    const text = await lines();
    const times = 'gatehouse_http_request_duration_seconds';
    for (const line of [
      `${times}_bucket{le="0.025",method="POST",route="/instance/:instanceName",status="2xx"} 0`,
      `${times}_bucket{le="0.05",method="POST",route="/instance/:instanceName",status="2xx"} 1`,
      `${times}_count{method="POST",route="/instance/:instanceName",status="4xx"} 1`,
      `${times}_count{method="",route="none",status="4xx"} 1`,
    ])
      expect(text).toContain(line);
    expect(text.join('\n')).not.toMatch(/secret|PROPFIND/);
  });
});

describe('the process', () => {
  test('its processor time, memory, files, start and version are shown', async () => {
    const text = (await lines()).join('\n');
    for (const name of [
      'process_cpu_seconds_total',
      'process_cpu_user_seconds_total',
      'process_cpu_system_seconds_total',
      'process_resident_memory_bytes',
      'process_start_time_seconds',
    ])
      expect(text).toMatch(new RegExp(`^${name} [1-9\\d.e+-]+$`, 'm'));
    expect(text).toContain(`gatehouse_build_info{version="${version}",bun="${Bun.version}"} 1`);
  });

  test('its event loop is late by as much as a timer is', async () => {
    let ms = 0;
    const registry = new Registry();
    const delay = eventLoopDelay([registry], clock, () => ms);
    await delay.run();
    ms = 250;
    await clock.advance(250);
    ms = 250 + 250 + 700;
    await clock.advance(250);
    delay.stop();
    const text = await registry.metrics();
    for (const [bound, count] of [
      ['0.005', 1],
      ['0.5', 1],
      ['1', 2],
    ])
      expect(text).toContain(`gatehouse_event_loop_delay_seconds_bucket{le="${bound}"} ${count}`);
    expect(clock.pending()).toBe(0);
  });
});

describe('the database', () => {
  test('its size is shown, and that it can be used', async () => {
    const text = await lines();
    expect(text).toContain('gatehouse_database_up 1');
    expect(text).toContain('gatehouse_database_size_bytes 4096');
  });

  test('it is down while it takes no writes', async () => {
    outage = 'the disk is full';
    expect(await lines()).toContain('gatehouse_database_up 0');
  });

  test('200 while it cannot be read it is down, and only what it would have told is left out', async () => {
    metrics = metricsNow({ backlog: () => Promise.reject(new Error('no')) });
    const { status, text } = await server.call('GET', '/metrics');
    expect(status).toBe(200);
    expect(text).toContain('gatehouse_database_up 0');
    expect(text).toContain('gatehouse_instances{state="open"} 0');
    expect(text).not.toMatch(/^gatehouse_(deliveries|database_size_bytes|delivery_oldest)/m);
  });

  test('its size is that of the pages it has', async () => {
    const db = await testDatabase();
    const bytes = await databaseBytes(db);
    expect(bytes).toBe(Bun.file(db.path).size);
    await db.close();
  });

  test.skipIf(isSqldMissing)('a server says its size too', async () => {
    const sqld = await startMigratedSqld();
    const db = await openDatabase({ url: `http://${sqld.address}` });
    expect(await databaseBytes(db)).toBeGreaterThan(100_000);
    await db.close();
    await sqld.kill();
  });
});
