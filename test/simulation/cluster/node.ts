/** One node as the product puts it together, with sessions and callers that publish. */

import type { Parts } from '../../../src/app/parts.ts';
import { stopService } from '../../../src/app/stopping.ts';
import { createDatabase, type Database, type Executor } from '../../../src/core/db/client.ts';
import { createEngine, type RunningEngine } from '../../../src/core/events/engine.ts';
import type { Ownership } from '../../../src/core/events/publish/ownership.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { ChangeFeed } from '../../../src/modules/cluster/changes.ts';
import { createLeaving, type Leaving } from '../../../src/modules/cluster/leaving.ts';
import { Membership } from '../../../src/modules/cluster/membership.ts';
import { ReturningInstances } from '../../../src/modules/cluster/returning-instances.ts';
import { followStreams } from '../../../src/modules/cluster/streams.ts';
import type { MovableParts } from '../../../src/offers.ts';
import { target } from '../../helpers/engine.ts';
import type { Checks } from './checks.ts';
import { ACCOUNT, webhookUrl } from './database.ts';
import { createInstances, type Instances } from './instances.ts';
import { type Platform, simulatedProvider } from './provider.ts';
import { publishChange, publishUntil } from './publishing.ts';
import { Receiver } from './receiver.ts';
import type { Length } from './run.ts';
import { linkOf, Process, type World } from './world.ts';

/** What runs are made of, and how a mutant differs from the product. */
export interface Surroundings {
  readonly world: World;
  readonly server: Executor;
  /** SQL for the present of the database. */
  readonly databaseNow: () => string;
  readonly checks: Checks;
  readonly platform: Platform;
  /** Sessions and callers change something and receivers fail until it is quiet. */
  readonly length: Length;
  readonly mutant: Mutant;
}

/** A part of the product that does not keep a rule, in place of the one that does. */
export interface Mutant {
  readonly database?: (link: Executor, membership: () => Membership) => Executor;
  readonly membership?: (membership: Membership) => void;
  readonly ownership?: (membership: Membership) => Ownership;
  readonly parts?: (parts: MovableParts) => MovableParts;
  /** Its beats wait behind its other work. */
  readonly sharesConnection?: boolean;
}

/** How long the end of a node may take: attempts under way get all of it but 5 s. */
const GRACE_MS = 15_000;
/** For how long it must have had too much before it hands any over. */
const PATIENCE_MS = 4_000;
const silent = createLog(
  'error',
  () => 0,
  () => {},
);

export class Node {
  readonly process: Process;
  readonly membership: Membership;
  readonly instances: Instances;
  readonly #around: Surroundings;
  readonly #engine: RunningEngine;
  readonly #changes: ChangeFeed;
  readonly #leaving: Leaving;
  readonly #receiver: Receiver;
  readonly #beginning = new Map<string, string>();
  isReady = false;
  isStopping = false;

  constructor(around: Surroundings) {
    const { world, server, databaseNow, mutant, checks, length } = around;
    this.#around = around;
    this.process = new Process(world);
    const { process } = this;
    const connect = (isForAll: boolean) => {
      const link = linkOf(process, server, isForAll);
      return createDatabase(mutant.database?.(link, () => this.membership) ?? link);
    };
    const db = connect(true);
    const beats = connect(mutant.sharesConnection ?? false);
    const base = { db, clock: process.clock, log: silent };
    const node = { name: 'node', version: '0' };
    this.membership = new Membership({
      ...base,
      db: beats,
      node,
      onBeat() {},
      changes: { carry: () => this.#changes.carry() },
      url: () => '',
      databaseNow,
    });
    const { membership } = this;
    mutant.membership?.(membership);
    this.#changes = new ChangeFeed(base);
    this.#receiver = new Receiver({
      world,
      process,
      checks,
      quietFrom: length.quietFrom,
      membership,
    });
    this.#leaving = createLeaving({
      ...base,
      db: this.#givingBack(beats),
      membership,
      isBeginning: (id) => this.#beginning.has(id),
      patienceMs: PATIENCE_MS,
    });
    const ownership = mutant.ownership?.(membership) ?? membership;
    this.instances = this.#createInstances({ ...base, ownership });
    this.#engine = createEngine({
      ...base,
      ...SETTINGS,
      destinations: { of: () => ['webhook'], target: (id) => target(this.#addressOf(id)) },
      channels: { webhook: this.#receiver },
      random: world.random,
      ownership,
    });
  }

  #createInstances(
    base: Omit<Parameters<typeof createInstances>[0], 'provider' | 'engine' | 'owns'>,
  ) {
    const { world, platform } = this.#around;
    const { process, membership } = this;
    const provider = simulatedProvider({
      world,
      process,
      platform,
      opened: (id) => publishUntil(this.#engine, { id, process, around: this.#around }),
      isCertain: () => membership.isCertain,
    });
    const owns = (id: string) => this.#owns(id);
    return createInstances({ ...base, provider, engine: () => this.#engine, owns });
  }

  #owns(streamId: string): boolean {
    const { isCertain } = this.membership;
    return isCertain && this.#has(streamId) && !this.#leaving.isClosing(streamId);
  }

  #has(streamId: string): boolean {
    return this.membership.grantOf(streamId) !== null;
  }

  #addressOf(streamId: string): string {
    if (streamId === ACCOUNT) return webhookUrl(0);
    return this.instances.settings.get(streamId)?.webhook.url ?? '';
  }

  /** Sees that nothing is given back of which an attempt is under way that there was time to wait for. */
  #givingBack(db: Database): Pick<Database, 'batch'> {
    const { checks } = this.#around;
    return {
      batch: (statements) => {
        for (const { sql, params } of statements) {
          const isGivenBack = sql.startsWith('update streams set owner = null');
          if (isGivenBack && !this.isStopping && this.#receiver.isAnswering(String(params[0])))
            checks.break('a stream is handed over with an attempt under way');
        }
        return db.batch(statements);
      },
    };
  }

  /** As the product starts; rejects when the database cannot be reached. */
  async start(): Promise<void> {
    const { instances, membership, process } = this;
    const { service, queued, settings, directory } = instances;
    await this.#changes.begin();
    await instances.load();
    await this.#engine.start();
    const all: MovableParts = {
      engine: this.#engine,
      service,
      directory,
      accounts: null,
      live: { feed: { size: 0, committed() {}, keysChanged() {} } },
      tables: [settings, directory],
      queued,
      memories: [],
      outgoing: { nudge() {} },
    };
    const parts = this.#around.mutant.parts?.(all) ?? all;
    const moving = {
      membership,
      changes: this.#changes,
      beginning: this.#beginning,
      returning: new ReturningInstances(process.clock),
    };
    await followStreams(parts, { ...moving, clock: process.clock, log: silent });
    this.#leaving.start(parts);
    this.isReady = true;
  }

  /** As on SIGTERM. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const idle = { stop() {} };
    const others = { brokers: idle, upkeep: idle, proxies: idle, outgoing: idle };
    const { clock } = this.process;
    const parts = { ...others, clock, works: [], mediaStore: null, engine: this.#engine };
    await stopService(
      {
        node: {
          drain: (ms) => this.#leaving.drain(ms),
          leave: () => {
            this.#changes.stop();
            return this.#leaving.leave();
          },
        },
        // What the simulation does not have ends at once.
        parts: { ...parts, service: this.instances.service } as unknown as Parts,
        server: { server: null, stop: async () => {} },
        pruning: idle,
        close: async () => this.kill(),
      },
      GRACE_MS,
    );
  }

  kill(): void {
    this.process.isDead = true;
    this.membership.stop();
    this.#changes.stop();
  }

  /** Whether it answers what it is asked about an instance. */
  answersFor(instanceId: string): boolean {
    return this.#owns(instanceId) && !this.#beginning.has(instanceId);
  }

  /** Moves the webhook of an instance; resolves and rejects as its settings do. */
  changeSettings(instanceId: string, version: number): Promise<void> {
    return this.instances.settings.update(instanceId, { webhook: { url: webhookUrl(version) } });
  }

  /** Changes a record of the account, and publishes that. */
  changeRecord(): void {
    publishChange(this.#engine, this.#around);
  }
}

const SETTINGS = {
  rules: { retryDelayMs: 2_000, maxAttempts: 100 },
  limits: { total: 1_024, perHost: 32 },
  mediaInBodies: true,
  bodyBytesInFlight: 2 ** 27,
  eventHours: 168,
  deliveryHours: 168,
  pid: 1,
  nameOf: () => null,
} as const;
