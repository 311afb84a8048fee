/** The engine: publishing, committing, sending, recovering and pruning put together, with one start and one stop. */
import { type Database, faultOf, isPassing, type Row, type Statement } from '../db/client.ts';
import type { Clock } from '../shared/clock.ts';
import { messageOf } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import type { Log } from '../shared/log.ts';
import type { Channel } from './contract/channel.ts';
import type { WaitingLane } from './contract/delivery.ts';
import { type Destinations, isGone } from './contract/routing.ts';
import { JOINABLE_RESULTS, longestDelayMs, type RetryRules } from './deliver/attempt.ts';
import { createClaims, createLeases, type Leases } from './deliver/leases.ts';
import { createDiscardReport, joinObservers, type Observer } from './deliver/observer.ts';
import { createRecovery, Reconciler, type Recovery } from './deliver/recovery.ts';
import { Scheduler } from './deliver/scheduler.ts';
import type { SlotLimits } from './deliver/slots.ts';
import { createEventBodies } from './log/bodies.ts';
import { createRedeliveries, type Redelivery } from './log/redelivery.ts';
import { createRetention } from './log/retention.ts';
import {
  ENDLESS_ROOM,
  StorageLimit,
  type StorageLimitOptions,
  type StorageRoom,
} from './log/storage-limit.ts';
import { createCommitNumber } from './publish/commit-number.ts';

import { createGroupCommit, type GroupCommit } from './publish/group-commit.ts';
import type { Joinable } from './publish/joined.ts';
import { type MediaLinks, publishWithLinks } from './publish/media-links.ts';
import { type Ownership, soleOwnership } from './publish/ownership.ts';
import {
  type CommittedEvent,
  createPublisher,
  JOINABLE_INSERTS,
  type Publisher,
} from './publish/publish.ts';
import { createSequences, JOINABLE_COUNTS } from './publish/sequences.ts';

interface EngineOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly destinations: Destinations;
  readonly channels: Readonly<Record<string, Channel>>;
  readonly rules: RetryRules;
  readonly limits: SlotLimits;
  /** WEBHOOK_FILES. */
  readonly mediaInBodies: boolean;
  /** Bytes of bodies above 64 KiB that may be under way at once; of one receiver three eighths of them. */
  readonly bodyBytesInFlight: number;
  /** With it, media goes by link and never inside a body. */
  readonly mediaLinks?: MediaLinks | null;
  readonly eventHours: number;
  readonly deliveryHours: number;
  /** How much each instance may store; null: no limit, and nothing is counted. */
  readonly storageLimit?: StorageLimitOptions | null;
  /** Where several processes write to the database; default: this one owns every stream. */
  readonly ownership?: Ownership;
  /** What callers write beside their events, for `joinStatements`; default: none of it is joined. */
  readonly joinableChanges?: Joinable;
  readonly pid: number;
  /** The name of a stream, for log lines. */
  readonly nameOf: (streamId: string) => string | null;
  /** Watches attempts, for metrics. */
  readonly observer?: Observer;
  /** Called with every event once it is on disk, each stream's in order; must be quick and never throw. */
  readonly onCommitted?: (event: CommittedEvent) => void;
  /** In [0, 1). */
  readonly random?: () => number;
}

export interface Engine extends Publisher {
  /** What instances may store; whoever stores something of one beside its events says so here. */
  readonly room: StorageRoom;
  /**
   * Runs the statements in one transaction, in order, or none of them; writes that arrive together share it, each
   * of them still whole or not at all. Resolves once they are on disk, with the rows of each statement, or without
   * rows when the answer of the database was lost and they were found there. Rejects with a DatabaseError.
   */
  write(statements: readonly Statement[]): Promise<Row[][]>;
  /** Replaces the codes and links in a stream's QRCode and PasskeyRequest events by empty texts. */
  wipeCodes(streamId: string): Promise<void>;
  /**
   * To be called after an endpoint's settings changed, before the change is acknowledged: attempts under way
   * to the old target are broken off, and waiting deliveries go to the new one, or are discarded when it is gone.
   */
  retarget(streamId: string, endpoint: string): Promise<void>;
  /** Makes finished or waiting deliveries due at once, with a new round of attempts; how many. */
  redeliver(streamId: string, selection: Redelivery): Promise<number>;
}

export interface RunningEngine extends Engine {
  /** Takes over what a dead process left, then sends. Events may be published before, and wait. */
  start(): Promise<void>;
  /**
   * Lets attempts under way end for `graceMs`. When it resolves, everything else is back in the table, unless the
   * database takes no writes: then the next start puts it there.
   */
  stop(graceMs: number): Promise<void>;
  /** To be called for streams that have become this process's own: finds what waits in the table, and sends it. */
  findWaiting(streamIds: readonly string[]): Promise<void>;
  /** Resolves when no attempt of the stream is under way, and their results are on disk if the database takes them. */
  attemptsEnded(streamId: string): Promise<void>;
  /** One look at the table, as the loop takes it: claims and starts what is due. */
  tick(): Promise<number>;
  /** Attempts under way. */
  readonly inFlight: number;
}

export function createEngine(options: EngineOptions): RunningEngine {
  const { log, destinations } = options;
  const { publisher, scheduler, retention, storageLimit, recovery, redelivery, reconciler } =
    wire(options);

  return {
    ...publisher,
    room: storageLimit ?? ENDLESS_ROOM,
    wipeCodes: retention.wipeStream,
    redeliver: (streamId, selection) =>
      reconciler.trackingOutcome(redelivery.redeliver(streamId, selection)),
    async retarget(streamId, endpoint) {
      await scheduler.retarget(streamId, endpoint);
      const target = destinations.target(streamId, endpoint);
      if (!isGone(target)) return;
      const count = await redelivery.discardWaiting(streamId, endpoint, target.gone);
      const instanceName = options.nameOf(streamId);
      if (count === 0) return;
      options.observer?.cleared(endpoint, count);
      log.warn('deliveries discarded', { count, instanceName, endpoint, reason: target.gone });
    },
    async start() {
      await retention.wipeExpired();
      await reconciler.start();
      scheduler.start();
      retention.start();
      storageLimit?.start();
    },
    async stop(graceMs) {
      reconciler.stop();
      retention.stop();
      storageLimit?.stop();
      await scheduler.stop(graceMs);
      await leave(recovery, log);
    },
    findWaiting: (streamIds) => reconciler.findWaiting(streamIds),
    attemptsEnded: (streamId) => scheduler.attemptsEnded(streamId),
    tick: () => scheduler.tick(),
    get inFlight() {
      return scheduler.inFlight;
    },
  };
}

/** A database that takes no writes does not prevent the stop: the next start frees what is still leased. */
async function leave(recovery: Recovery, log: Log): Promise<void> {
  try {
    await recovery.leave();
  } catch (error) {
    if (!isPassing(faultOf(error))) throw error;
    log.warn('deliveries stay leased until the next start', { error: messageOf(error) });
  }
}

/**
 * In this order within a commit: changes, which may read the counts as they were, the counts, which also fence the
 * streams, what is published, and results.
 */
const joinableWith = (changes: Joinable = new Map()): Joinable =>
  new Map([...changes, ...JOINABLE_COUNTS, ...JOINABLE_INSERTS, ...JOINABLE_RESULTS]);

function wire(options: EngineOptions) {
  const { db, clock, rules, pid } = options;
  const process = { id: newId(), pid };
  const ownership = options.ownership ?? soleOwnership(process.id);
  const sequences = createSequences(db, ownership, (id) => reconciler.overtaken(id));
  const commits = createGroupCommit({
    ...options,
    sequences,
    ownership,
    // In a file of this machine no answer is lost.
    number: ownership.isShared ? createCommitNumber({ db, clock, process }) : null,
    joinable: ownership.isShared ? joinableWith(options.joinableChanges) : null,
    outcomeKnown: () => void reconciler.reconcile(),
  });
  const leases = createLeases({ commits, clock, ownership });
  const scheduler = schedulerOf(options, { commits, leases, ownership });
  const retention = createRetention({ ...options, node: ownership.node });
  const storageLimit = options.storageLimit
    ? new StorageLimit({ ...options, ...options.storageLimit, ownership })
    : null;
  const publisher = createPublisher({
    ...options,
    commits,
    sequences,
    handoff: {
      admits: (streamId, endpoint) =>
        reconciler.hasFound(streamId) && scheduler.admits(streamId, endpoint),
      accept: (delivery) => scheduler.accept(delivery),
      overflowed: (streamId, endpoint) => scheduler.overflowed(streamId, endpoint),
    },
    ownership,
    secretStored: retention.secretStored,
    stored: storageLimit?.stored,
  });
  /** The table holds work of this lane. */
  function resume({ streamId, endpoint, retryDueAt }: WaitingLane): void {
    if (retryDueAt === null) scheduler.overflowed(streamId, endpoint);
    else scheduler.expectRetry(streamId, endpoint, retryDueAt);
  }

  const recovery = createRecovery({ db, clock, ownership });
  const pace = { longestDelayMs: longestDelayMs(rules) };
  const reconciler = new Reconciler({ ...options, ...pace, recovery, leases, ownership, resume });

  return {
    scheduler,
    retention,
    storageLimit,
    reconciler,
    publisher: {
      ...publisher,
      publish: withLinks(publisher.publish, options),
      write: (statements: readonly Statement[]) => commits.write(statements),
    },
    recovery,
    redelivery: createRedeliveries({ db, clock, rules, due: resume }),
  };
}

interface SchedulerParts {
  readonly commits: GroupCommit;
  readonly leases: Leases;
  readonly ownership: Ownership;
}

function schedulerOf(options: EngineOptions, parts: SchedulerParts): Scheduler {
  return new Scheduler({
    ...options,
    ...parts,
    bodies: createEventBodies(options.db),
    claims: createClaims(parts),
    observer: joinObservers(createDiscardReport(options), options.observer),
    random: options.random ?? Math.random,
  });
}

const withLinks = (publish: Publisher['publish'], { mediaLinks, mediaInBodies }: EngineOptions) =>
  mediaLinks ? publishWithLinks(publish, mediaLinks, mediaInBodies) : publish;
