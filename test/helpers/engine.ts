/** An engine over a database of its own, with a clock and a channel the test moves. */

import type { Database } from '../../src/core/db/client.ts';
import type { CatalogEvent } from '../../src/core/events/contract/catalog.ts';
import type { Target } from '../../src/core/events/contract/channel.ts';
import type { MissingTarget } from '../../src/core/events/contract/routing.ts';
import { createEngine, type RunningEngine } from '../../src/core/events/engine.ts';
import { NO_FLAGS } from '../../src/core/events/types/message-data.ts';
import { createLog } from '../../src/core/shared/log.ts';
import type { ChangeFeed } from '../../src/modules/cluster/changes.ts';
import { Membership } from '../../src/modules/cluster/membership.ts';
import { type ManualClock, manualClock } from '../doubles/manual-clock.ts';
import { type ScriptedChannel, scriptedChannel } from '../doubles/scripted-channel.ts';
import { testDatabase } from './database.ts';

export const SHOP = { id: '01900000-0000-7000-8000-00000000a001', name: 'shop' };
export const CAFE = { id: '01900000-0000-7000-8000-00000000a002', name: 'cafe' };

export const target = (
  address = 'http://receiver.test/hook',
  host = 'receiver.test:80',
): Target => ({
  channel: 'webhook',
  host,
  address,
  maskedAddress: address,
  headers: {},
  secrets: [],
  base64: null,
});

export const message = (chat: string, text = 'hello'): CatalogEvent => ({
  type: 'Message',
  data: {
    Info: {
      Chat: chat,
      Sender: chat,
      SenderAlt: '',
      IsFromMe: false,
      IsGroup: false,
      ID: text,
      Type: 'text',
      PushName: 'Ana',
      Timestamp: '2026-01-05T10:00:00Z',
      MediaType: '',
      VerifiedName: null,
    },
    Message: { conversation: text },
    ...NO_FLAGS,
  },
});

export const connected: CatalogEvent = {
  type: 'Connected',
  data: { status: 'open', jid: '5511@s.whatsapp.net', pushName: 'Shop' },
};

/** A database as a process sees it: once killed, nothing it asked for happens or answers any more. */
export function killable(db: Database): Database & { kill(): void } {
  let isDead = false;
  const alive = <T>(run: () => Promise<T>): Promise<T> =>
    isDead ? new Promise<T>(() => {}) : run();
  return {
    orm: db.orm,
    query: (sql, params) => alive(() => db.query(sql, params)),
    batch: (statements) => alive(() => db.batch(statements)),
    tryOut: (writes) => alive(() => db.tryOut(writes)),
    close: async () => {},
    kill() {
      isDead = true;
    },
  };
}

export interface EngineBench {
  readonly engine: RunningEngine;
  readonly db: Database;
  readonly clock: ManualClock;
  readonly channel: ScriptedChannel;
  /** Log lines, parsed. */
  readonly lines: Record<string, unknown>[];
  /** What each endpoint goes to now; tests change it. */
  readonly targets: Map<string, Target | MissingTarget>;
  rows(): Promise<
    { state: string; attemptCount: number; endpoint: string; lastError: string | null }[]
  >;
  /** As kill -9: the engine stops between two instructions. */
  kill(): void;
}

export interface BenchOptions extends Partial<Parameters<typeof createEngine>[0]> {
  readonly clock?: ManualClock;
  readonly channel?: ScriptedChannel;
}

export async function engineBench(options: BenchOptions = {}): Promise<EngineBench> {
  const disk = options.db ?? (await testDatabase());
  const db = killable(disk);
  const clock = options.clock ?? manualClock();
  const channel = options.channel ?? scriptedChannel();
  const lines: Record<string, unknown>[] = [];
  const targets = new Map<string, Target | MissingTarget>([['webhook', target()]]);
  const engine = createEngine({
    clock,
    log: createLog('debug', clock.now, (line) => lines.push(JSON.parse(line))),
    destinations: {
      of: () => ['webhook', 'global-webhook'].filter((name) => targets.has(name)) as 'webhook'[],
      target: (_streamId, endpoint) => targets.get(endpoint) ?? { gone: 'webhook not set' },
    },
    channels: { webhook: channel },
    rules: { retryDelayMs: 30_000, maxAttempts: 5 },
    limits: { total: 1_024, perHost: 32 },
    mediaInBodies: true,
    bodyBytesInFlight: 128 * 1024 * 1024,
    eventHours: 168,
    deliveryHours: 168,
    pid: 1,
    nameOf: (id) => (id === SHOP.id ? SHOP.name : CAFE.name),
    random: () => 0,
    ...options,
    db,
  });
  return {
    engine,
    db: disk,
    clock,
    channel,
    lines,
    targets,
    async rows() {
      const rows = await disk.query(
        'select state, attempt_count, endpoint, last_error from deliveries order by sequence, endpoint',
        [],
      );
      return rows.map(([state, attemptCount, endpoint, lastError]) => ({
        state: String(state),
        attemptCount: Number(attemptCount),
        endpoint: String(endpoint),
        lastError: lastError == null ? null : String(lastError),
      }));
    },
    kill: () => db.kill(),
  };
}

export interface NodeBench extends EngineBench {
  readonly membership: Membership;
}

interface NodeOptions extends BenchOptions {
  /** What the node says that it lives through; default: the database of its engine. */
  readonly beatsOver?: Database;
  readonly changes?: ChangeFeed;
}

/** An engine of one of several nodes on one database; the first to start owns the streams of the tests. */
export async function nodeBench(options: NodeOptions = {}): Promise<NodeBench> {
  const db = options.db ?? (await testDatabase());
  const clock = options.clock ?? manualClock();
  const beatsOver = options.beatsOver ?? db;
  const membership = new Membership({
    db: beatsOver,
    clock,
    log: createLog('error', clock.now, () => {}),
    node: { name: 'test', version: '0' },
    url: () => '',
    onBeat() {},
    changes: options.changes ?? null,
    databaseNow: () => String(clock.steady()),
  });
  const bench = await engineBench({ ...options, db, clock, ownership: membership });
  await beatsOver.batch(
    [SHOP, CAFE].map(({ id }) => ({
      sql: 'insert or ignore into streams (id) values (?)',
      params: [id],
    })),
  );
  await membership.start({
    onGained: (ids) => void bench.engine.findWaiting(ids),
    onLost() {},
    onLapse() {},
    onResume() {},
  });
  const kill = () => {
    membership.stop();
    bench.kill();
  };
  return { ...bench, kill, membership };
}
