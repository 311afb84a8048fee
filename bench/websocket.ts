/**
 * Events to 1 000 WebSocket clients in another process, beside a bare `Bun.serve` that publishes bodies of the
 * same size to a topic, in the same run. On our side each event is on disk before it is sent.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../src/core/db/open.ts';
import { EVENT_TYPES } from '../src/core/events/contract/event-names.ts';
import { createEngine } from '../src/core/events/engine.ts';
import { createEventBodies } from '../src/core/events/log/bodies.ts';
import { createEventLog } from '../src/core/events/log/events.ts';
import { createMemoryBudget } from '../src/core/http/memory-budget.ts';
import { systemClock } from '../src/core/shared/clock.ts';
import { createLog } from '../src/core/shared/log.ts';
import { Feed } from '../src/modules/gateway/live/feed.ts';
import { createUnsentMemory } from '../src/modules/gateway/live/live.ts';
import { liveSockets, MessageRate, type Opening } from '../src/modules/gateway/live/sockets.ts';
import { message } from './engine.ts';
import { formatNumber, median, rate, table } from './measure.ts';
import { connectReaders } from './readers.ts';

const CLIENTS = Number(process.env.CLIENTS ?? 1_000);
const EVENTS = Number(process.env.EVENTS ?? 500);
const RUNS = Number(process.env.RUNS ?? 5);
const WIDTH = 64;
const STREAM = { id: '01900000-0000-7000-8000-00000000a001', name: 'bench' };
const MEMORY_LIMIT = 512 * 1024 * 1024;
const unlimited = { reached() {} };
const listening = { port: 0, hostname: '127.0.0.1' };

/** Frames per second at the clients, from the first event to the last frame. */
async function measured(url: string, publish: (index: number) => Promise<unknown>) {
  const readers = await connectReaders(url, CLIENTS);
  const events = await rate(EVENTS, WIDTH, publish, () => readers.received(EVENTS));
  readers.stop();
  return events * CLIENTS;
}

async function bare(): Promise<number> {
  const server = Bun.serve({
    ...listening,
    fetch: (request, at) => (at.upgrade(request) ? undefined : new Response(null, { status: 400 })),
    websocket: { open: (socket) => void socket.subscribe('all'), message() {} },
  });
  const envelope = { id: crypto.randomUUID(), event: 'Message', instanceId: STREAM.id };
  const perSecond = await measured(`ws://127.0.0.1:${server.port}`, async (index) => {
    const body = { ...envelope, instanceName: STREAM.name, sequence: index, ...message(index) };
    server.publish('all', JSON.stringify(body).padEnd(BODY_BYTES));
  });
  await server.stop(true);
  return perSecond;
}

async function product(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const db = await openDatabase({ url: `file:${join(folder, 'bench.db')}` });
  const clock = systemClock();
  const log = createLog('error', clock.now);
  const feed = new Feed({
    clock,
    log,
    events: createEventLog(db.orm),
    bodies: createEventBodies(db),
    mediaInBodies: true,
    wanted: () => new Set(EVENT_TYPES),
    memory: createUnsentMemory(createMemoryBudget(MEMORY_LIMIT, unlimited), unlimited),
  });
  const engine = createEngine({
    db,
    clock,
    log,
    destinations: { of: () => [], target: () => ({ gone: 'nowhere' }) },
    channels: {},
    rules: { retryDelayMs: 30_000, maxAttempts: 5 },
    limits: { total: 1, perHost: 1 },
    mediaInBodies: true,
    bodyBytesInFlight: 128 * 1024 * 1024,
    eventHours: 168,
    deliveryHours: 168,
    pid: process.pid,
    nameOf: () => null,
    onCommitted: feed.committed,
  });
  const opening = (): Opening => ({
    request: { streamId: STREAM.id, after: null, holder: 'bench', keyLastsMs: () => Infinity },
    rate: new MessageRate(clock),
    reader: null,
    closed() {},
  });
  const server = Bun.serve({
    ...listening,
    fetch: (request, at) =>
      at.upgrade(request, { data: opening() }) ? undefined : new Response(null, { status: 400 }),
    websocket: liveSockets(feed),
  });
  const perSecond = await measured(`ws://127.0.0.1:${server.port}`, (index) =>
    engine.publish(STREAM, [message(index)]),
  );
  await feed.close();
  await server.stop(true);
  await db.close();
  rmSync(folder, { recursive: true });
  return perSecond;
}

const BODY_BYTES = 1_024;
await bare();
await product();
const rows: { bare: number; product: number }[] = [];
for (let run = 0; run < RUNS; run++) rows.push({ bare: await bare(), product: await product() });
table(
  rows.map(({ bare, product }, run) => ({
    run: run + 1,
    'bare frames/s': formatNumber(bare),
    'gatehouse frames/s': formatNumber(product),
    ratio: (product / bare).toFixed(2),
  })),
);
const ratio = median(rows.map(({ bare, product }) => product / bare));
console.log(
  `\nmedians: bare ${formatNumber(median(rows.map((row) => row.bare)))}/s, gatehouse ${formatNumber(median(rows.map((row) => row.product)))}/s, ratio ${ratio.toFixed(2)}; every frame of ${EVENTS} × ${CLIENTS} arrived`,
);
process.exit(0);
