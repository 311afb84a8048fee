import { describe, expect, test } from 'bun:test';
import { version } from '../../../../package.json';
import type { Backlog } from '../../../../src/core/events/log/delivery-counts.ts';
import { ConditionRecord } from '../../../../src/core/shared/condition.ts';
import { createLimitReport } from '../../../../src/core/shared/limit-report.ts';
import { listChannels, readService } from '../../../../src/modules/gateway/status/operations.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { gatewayServer, operationsWith } from '../../../helpers/gateway-server.ts';

function open(backlog: Backlog[] = []) {
  const clock = manualClock();
  const records: Record<string, ConditionRecord> = {};
  const channels = () =>
    Object.fromEntries(Object.entries(records).map(([name, { current }]) => [name, current]));
  const parts = { clock, channels, backlog: async () => backlog, live: { feed: { size: 3 } } };
  const server = gatewayServer(clock, operationsWith([listChannels], parts));
  const health = async (wanted: string) => {
    const { json } = await server.call('GET', '/channels');
    return json.channels.find(({ channel }: { channel: string }) => channel === wanted);
  };
  return { clock, records, server, health };
}

const NO_CURE = { cure: null, cureReason: null, cureVariable: null };
const NOTHING = { since: null, error: null, ...NO_CURE, lastFailure: null };

describe('GET /channels', () => {
  test('200 what is not configured is off, and WebSockets are counted', async () => {
    const { health } = open();
    const idle = { waiting: 0, sending: 0, oldestDueSeconds: null, readers: null };
    expect(await health('amqp')).toEqual({ channel: 'amqp', state: 'off', ...NOTHING, ...idle });
    expect(await health('webhook')).toEqual({
      channel: 'webhook',
      state: 'up',
      ...NOTHING,
      ...idle,
    });
    const waits = { waiting: null, sending: null, oldestDueSeconds: null };
    expect(await health('websocket')).toEqual({
      channel: 'websocket',
      state: 'up',
      ...NOTHING,
      ...waits,
      readers: 3,
    });
  });

  test('200 a broker that is down says why, since when, and what to do about it', async () => {
    const { clock, records, health } = open();
    const amqp = new ConditionRecord(clock, null);
    records.amqp = amqp;
    amqp.down('access_refused: ACCESS_REFUSED - Login was refused');
    const failure = {
      error: 'access_refused: ACCESS_REFUSED - Login was refused',
      cure: 'See that user and password in AMQP_URL are right, and that the user may use the virtual host, declare and publish.',
      cureReason: 'correct_broker_user',
      cureVariable: 'AMQP_URL',
      lastFailure: {
        at: '2026-01-05T10:00:00.000Z',
        error: 'access_refused: ACCESS_REFUSED - Login was refused',
      },
    };
    expect(await health('amqp')).toMatchObject({
      state: 'down',
      since: '2026-01-05T10:00:00.000Z',
      ...failure,
    });
    await clock.advance(60_000);
    amqp.up();
    expect(await health('amqp')).toMatchObject({
      state: 'up',
      since: '2026-01-05T10:01:00.000Z',
      ...failure,
      error: null,
    });
  });

  test('200 a bucket that does not exist is to be created', async () => {
    const { clock, records, health } = open();
    records.s3 = new ConditionRecord(clock, 'the store answered 404 NoSuchBucket');
    expect((await health('s3')).cure).toContain('Create the bucket');
  });

  test('200 a broker that is up names a queue that refuses, since when, why, and what to do about it', async () => {
    const { clock, records, health } = open();
    const amqp = new ConditionRecord(clock, null);
    const refusing = {
      count: 2,
      since: clock.now(),
      error: "precondition_failed: PRECONDITION_FAILED - inequivalent arg 'x-queue-type'",
      place: 'shop.message',
    };
    records.amqp = { current: { ...amqp.current, refusing } } as ConditionRecord;
    expect(await health('amqp')).toMatchObject({
      state: 'up',
      error: null,
      refusing: { ...refusing, since: '2026-01-05T10:00:00.000Z' },
      cure: 'A queue of that name exists with other settings: remove it on the broker, and it is made again.',
    });
  });

  test.each([
    ['no_vhost: NOT_ALLOWED - vhost nowhere not found', 'Create the virtual host'],
    ['connection_limit: user connection limit (1) is reached', 'raise the limit'],
    ['no_jetstream: the server has JetStream off', 'Switch JetStream on'],
  ])('200 the cure of a broker that is down by %s says: %s', async (error, cure) => {
    const { clock, records, health } = open();
    records.nats = new ConditionRecord(clock, error);
    expect((await health('nats')).cure).toContain(cure);
  });

  test.each([
    ['full: maximum bytes exceeded', 'raise the limit'],
    ['refused: Message rejected', 'reject-publish'],
    ['timeout: no answer within 30000 ms', 'does not answer for this queue'],
    ['unroutable: the broker returned it: NO_ROUTE', 'see that nothing deletes it'],
    ['wrong_stream: stream A does not take message', 'Add the subject to the stream'],
    ['wrong_stream: expected stream does not match', 'take it out of any other'],
    ['sealed: invalid operation on sealed stream', 'never takes anything again'],
    ['locked: RESOURCE_LOCKED - cannot obtain exclusive access', 'Another connection has a queue'],
    ['queue_limit: queue limit in vhost is reached', 'max-queues'],
    ['unavailable: no suitable peers for placement', 'See that most of them run'],
    ['access_refused: ACCESS_REFUSED - access to queue refused', 'may use the virtual host'],
    ['broker_error: something else', 'Look into the log of the broker'],
  ])('200 the cure of %s says: %s', async (error, cure) => {
    const { clock, records, health } = open();
    const { current } = new ConditionRecord(clock, null);
    const refusing = { count: 1, since: clock.now(), error, place: 'message' };
    records.nats = { current: { ...current, refusing } } as ConditionRecord;
    expect((await health('nats')).cure).toContain(cure);
  });

  test('200 what waits for each channel is counted, those of all instances together', async () => {
    const clock = manualClock();
    const due = { sending: 1, oldestDueAt: clock.steady() - 5_500 };
    const { health } = open([
      { streamId: 'shop', endpoint: 'nats', waiting: 2, ...due },
      { streamId: 'shop', endpoint: 'global-nats', waiting: 3, sending: 0, oldestDueAt: null },
      {
        streamId: 'account',
        endpoint: 'webhook:01900000-0000-7000-8000-0000000000a1',
        waiting: 1,
        ...due,
      },
    ]);
    expect(await health('nats')).toMatchObject({ waiting: 5, sending: 1, oldestDueSeconds: 5 });
    expect(await health('webhook')).toMatchObject({ waiting: 1, sending: 1 });
    expect(await health('amqp')).toMatchObject({ waiting: 0, oldestDueSeconds: null });
  });

  test('401 without a key, 403 with the key of an instance', async () => {
    const { server } = open();
    expect((await server.call('GET', '/channels', { key: null })).status).toBe(401);
    expect((await server.call('GET', '/channels', { key: 'shop-key' })).status).toBe(403);
  });
});

function openService(lastBackup: object | null) {
  const clock = manualClock();
  const limits = createLimitReport({ clock, log: { warn() {} }, count() {} });
  const limitsInForce = [
    { variable: 'RATE_LIMIT_PER_MINUTE', value: '60' },
    { variable: 'MEMORY_LIMIT', value: '512m' },
    { variable: 'SEND_PER_MINUTE', value: null },
  ];
  const parts = { clock, limitsInForce, timesReached: limits.timesReached, ...lastBackup };
  return { limits, server: gatewayServer(clock, operationsWith([readService], parts)) };
}

describe('GET /service', () => {
  test('200 each limit with its value, and how often it was reached under any of its names', async () => {
    const { limits, server } = openService({ lastBackup: null });
    limits.reached('requests');
    limits.reached('memory');
    limits.reached('memory_per_credential');
    const { status, json } = await server.call('GET', '/service');
    expect(status).toBe(200);
    expect(json).toEqual({
      version,
      limits: [
        { variable: 'RATE_LIMIT_PER_MINUTE', value: '60', reached: 1 },
        { variable: 'MEMORY_LIMIT', value: '512m', reached: 2 },
        { variable: 'SEND_PER_MINUTE', value: null, reached: 0 },
      ],
      databaseIsFile: false,
      lastBackup: null,
    });
  });

  test('200 the newest backup of a database file, if one is known', async () => {
    const backup = { file: '/backups/a.db', bytes: 5, createdAt: Date.UTC(2026, 0, 5) };
    const known = openService({ lastBackup: async () => backup });
    expect((await known.server.call('GET', '/service')).json).toMatchObject({
      databaseIsFile: true,
      lastBackup: { file: '/backups/a.db', bytes: 5, createdAt: '2026-01-05T00:00:00.000Z' },
    });
    const unknown = openService({ lastBackup: async () => null });
    expect((await unknown.server.call('GET', '/service')).json).toMatchObject({
      databaseIsFile: true,
      lastBackup: null,
    });
  });
});
