/** Builds the engine: publishing, committing, sending, recovering and pruning, with one start and one stop. */
import { faultOf, isPassing, type Row, type Statement } from '../db/client.ts';
import { messageOf } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import type { Log } from '../shared/log.ts';
import type { HealthRules } from './contract/health.ts';
import type { Redelivery } from './contract/replay.ts';
import { isGone, withReplays } from './contract/routing.ts';
import { JOINABLE_RESULTS } from './deliver/attempt.ts';
import { createClaims } from './deliver/claims.ts';
import { Deliveries } from './deliver/deliveries.ts';
import { createDiscardReport } from './deliver/discard-report.ts';
import { EndpointHealth, JOINABLE_HEALTH } from './deliver/health.ts';
import { Lanes } from './deliver/lanes.ts';
import { createLeases } from './deliver/leases.ts';
import { joinObservers } from './deliver/observer.ts';
import { Pauses } from './deliver/pauses.ts';
import { Reconciler } from './deliver/reconciler.ts';
import { Refusals } from './deliver/refusals.ts';
import { createReplayRequests, type ReplayRequests } from './deliver/replay-requests.ts';
import { Replays } from './deliver/replays.ts';
import { Scheduler } from './deliver/scheduler.ts';
import { createStartupSweep, type StartupSweep } from './deliver/startup-sweep.ts';
import type { EngineOptions } from './engine-options.ts';
import { createEventBodies } from './log/bodies.ts';
import { createRedeliveries } from './log/redelivery.ts';
import { createRetention } from './log/retention.ts';
import { createRetentionTime } from './log/retention-time.ts';
import { StorageLimit, type StorageQuota, UNLIMITED_QUOTA } from './log/storage-limit.ts';
import { createCommitNumber } from './publish/commit-number.ts';

import { createGroupCommit, type GroupCommit } from './publish/group-commit.ts';
import {
  type JoinableChanges,
  type JoinableStatements,
  joiningOnly,
  NO_CHANGES,
} from './publish/joined-statements.ts';
import { publishWithLinks } from './publish/media-links.ts';
import { type Ownership, soleOwnership } from './publish/ownership.ts';
import { createPublisher, JOINABLE_INSERTS, type Publisher } from './publish/publish.ts';
import { createSequences, JOINABLE_COUNTS } from './publish/sequences.ts';
import { tracedPublisher } from './publish/tracing-publisher.ts';

export interface Engine extends Publisher {
  /** Counts what instances store. Code that stores something beside events reports it here. */
  readonly quota: StorageQuota;
  /**
   * Runs the statements in one transaction, in order, or none of them. Writes that arrive together share a transaction,
   * but each is still written whole or not at all. Resolves once they are on disk, with the rows of each statement, or
   * without rows when the database's answer was lost and the writes were found there. Rejects with a DatabaseError.
   */
  write(statements: readonly Statement[]): Promise<Row[][]>;
  /** Replaces the codes and links in a stream's QRCode and PasskeyRequest events by empty texts. */
  wipeCodes(streamId: string): Promise<void>;
  /**
   * Must be called after an endpoint's settings changed and before the change is acknowledged. Aborts attempts to the
   * old target. Waiting deliveries go to the new target, or are discarded if the endpoint has no target.
   */
  retarget(streamId: string, endpoint: string): Promise<void>;
  /**
   * Sends to an endpoint again that was disabled for its failures, and resets the number of its failures. Resolves when
   * this is on disk; does nothing if the endpoint's health is good.
   */
  enable(streamId: string, endpoint: string): Promise<void>;
  /** Sends events of the log again to one endpoint. */
  readonly replays: Pick<ReplayRequests, 'begin' | 'act'>;
  /** Makes finished or waiting deliveries due at once, with a new round of attempts. Returns how many. */
  redeliver(streamId: string, selection: Redelivery): Promise<number>;
}

export interface RunningEngine extends Engine {
  /** Takes over what a dead process left, then starts sending. Events published before wait until then. */
  start(): Promise<void>;
  /**
   * Waits up to `graceMs` for running attempts. When it resolves, everything else is back in the table; if the database
   * takes no writes, the next start puts it there.
   */
  stop(graceMs: number): Promise<void>;
  /** Must be called for streams that this process has just taken: finds what waits in the table, and sends it. */
  findWaiting(streamIds: readonly string[]): Promise<void>;
  /** Resolves when no attempt of the stream runs and their results are on disk, if the database takes writes. */
  attemptsEnded(streamId: string): Promise<void>;
  /** As `createRetentionTime`, for messages, which are kept for `keptMs`. */
  messageTime(keptMs: number): () => Promise<number>;
  /** Runs one pass of the scheduler: claims and starts what is due. */
  tick(): Promise<number>;
  /** How many attempts are running. */
  readonly inFlight: number;
  /** The lanes that wait because their queue or subject refuses everything, and the latest refusals. */
  readonly refusals: Pick<Refusals, 'all' | 'last'>;
}

export function createEngine(requested: EngineOptions): RunningEngine {
  const destinations = withReplays(requested.destinations, requested.limits.perHost);
  const options = { ...requested, destinations };
  const { log } = options;
  const { publisher, redelivery, reconciler, requests, deliveries, ...parts } = wire(options);
  const { scheduler, retention, storageLimit, startupSweep, leases, lanes, health, replays } =
    parts;

  return {
    ...publisher,
    quota: storageLimit ?? UNLIMITED_QUOTA,
    wipeCodes: retention.wipeStream,
    redeliver: (streamId, selection) =>
      reconciler.trackingOutcome(redelivery.redeliver(streamId, selection)),
    async retarget(streamId, endpoint) {
      await deliveries.retarget(streamId, endpoint);
      const target = destinations.target(streamId, endpoint);
      if (!isGone(target)) return;
      await health.forget(streamId, endpoint);
      await requests.cancelAll(streamId, endpoint, target.gone);
      const count = await redelivery.discardWaiting(streamId, endpoint, target.gone);
      const instanceName = options.nameOf(streamId);
      if (count === 0) return;
      options.observer?.onClear(streamId, endpoint, count);
      log.warn('discarded deliveries', { count, instanceName, endpoint, reason: target.gone });
    },
    replays: requests,
    enable: (streamId, endpoint) => health.enable(streamId, endpoint),
    async start() {
      await retention.wipeExpired();
      await reconciler.start({ startupSweep, leases, lanes, health, replays });
      deliveries.start();
      scheduler.start();
      retention.start();
      storageLimit?.start();
    },
    async stop(graceMs) {
      reconciler.stop();
      replays.stop();
      health.stop();
      retention.stop();
      storageLimit?.stop();
      scheduler.stop();
      await deliveries.stop(graceMs);
      parts.discards.stop();
      await leave(startupSweep, log);
    },
    findWaiting: (streamIds) => reconciler.findWaiting(streamIds),
    attemptsEnded: (streamId) => deliveries.attemptsEnded(streamId),
    messageTime: (keptMs) => messageTimeOf(options, keptMs),
    tick: () => scheduler.tick(),
    refusals: parts.refusals,
    get inFlight() {
      return deliveries.inFlight;
    },
  };
}

const messageTimeOf = ({ db, clock }: EngineOptions, keptMs: number) =>
  createRetentionTime(db, clock, keptMs, 'retention_lag_of_messages');

const NEVER_DEAD: HealthRules = { failures: Infinity, overMs: Infinity };

/** Frees the leases. If the database takes no writes, the stop goes on and the next start frees them. */
async function leave(startupSweep: StartupSweep, log: Log): Promise<void> {
  try {
    await startupSweep.leave();
  } catch (error) {
    if (!isPassing(faultOf(error))) throw error;
    log.warn('deliveries stay leased until the next start', { error: messageOf(error) });
  }
}

/**
 * The order within a commit: changes, which may read the counts as they were; the counts, which also fence the streams;
 * the published rows; the health of endpoints, which is written by the holder of a result; the results.
 */
function joinableWith({ onServer, onFile }: JoinableChanges, isFile: boolean): JoinableStatements {
  const ours = [...JOINABLE_COUNTS, ...JOINABLE_INSERTS, ...JOINABLE_HEALTH, ...JOINABLE_RESULTS];
  const all = new Map([...onServer, ...ours]);
  return isFile ? joiningOnly(all, onFile) : all;
}

/** Each part gets those that were made before it. */
function wire(options: EngineOptions) {
  const { db, clock, log, pid } = options;
  const process = { id: newId(), pid };
  const ownership = options.ownership ?? soleOwnership(process.id);
  const reconciler = new Reconciler(clock, log, ownership);
  const sequences = createSequences(db, ownership, (id) => reconciler.overtaken(id));
  const commits = createGroupCommit({
    ...options,
    sequences,
    ownership,
    // On a local file the answer to a commit is never lost.
    number: ownership.isShared ? createCommitNumber(db, clock, process) : null,
    joinable: joinableWith(options.joinableChanges ?? NO_CHANGES, !ownership.isShared),
    outcomeKnown: () => void reconciler.reconcile(),
  });
  const storageLimit = storageLimitOf(options, ownership);
  const stored = storageLimit?.recordStored;
  const sending = sendingOf(options, { commits, ownership, reconciler, stored });
  const { deliveries, lanes, replays } = sending;
  const retention = retentionOf(options, ownership);
  const publisher = createPublisher({
    ...options,
    commits,
    sequences,
    handoff: deliveries,
    ownership,
    secretStored: retention.secretStored,
    onFilter: (...kept) => options.observer?.onFilter(...kept),
    stored,
  });

  return {
    ...sending,
    reconciler,
    requests: createReplayRequests({ ...options, commits, ownership, replays }),
    retention,
    storageLimit,
    publisher: {
      ...withTracing({ ...publisher, publish: withLinks(publisher.publish, options) }, options),
      write: (statements: readonly Statement[]) => commits.write(statements),
    },
    startupSweep: createStartupSweep({ ...options, ownership }),
    redelivery: createRedeliveries(db, clock, lanes),
  };
}

const retentionOf = (options: EngineOptions, { node }: Ownership) =>
  createRetention({
    ...options,
    node,
    onDiscard: (...endpoint) => options.observer?.onClear(...endpoint),
  });

const storageLimitOf = ({ storageLimit, ...options }: EngineOptions, ownership: Ownership) =>
  storageLimit ? new StorageLimit({ ...options, ...storageLimit, ownership }) : null;

interface SendingParts {
  readonly commits: GroupCommit;
  readonly ownership: Ownership;
  readonly reconciler: Reconciler;
  readonly stored: StorageQuota['recordStored'] | undefined;
}

/** Makes the parts that send deliveries and those that hand on the events of replays. */
function sendingOf(options: EngineOptions, parts: SendingParts) {
  const { clock, log, db } = options;
  const pauses = new Pauses();
  const refusals = new Refusals(clock, log);
  const health = new EndpointHealth({
    ...options,
    ...parts,
    pauses,
    rules: options.health ?? NEVER_DEAD,
  });
  const leases = createLeases(parts.commits, clock, parts.ownership);
  const claims = createClaims({ ...parts, leases });
  const lanes = new Lanes({ ...options, ...parts, claims, pauses, refusals });
  const replays = new Replays({ ...options, ...parts, health, lanes, pauses });
  const discards = createDiscardReport(options);
  const deliveries = new Deliveries({
    ...options,
    ...parts,
    health,
    lanes,
    leases,
    refusals,
    bodies: createEventBodies(db),
    observer: joinObservers(discards, options.observer),
    random: options.random ?? Math.random,
  });
  const scheduler = new Scheduler({ ...options, claims, deliveries, lanes, pauses });
  return { scheduler, deliveries, lanes, leases, refusals, health, replays, discards };
}

const withTracing = (publisher: Publisher, { tracing }: EngineOptions): Publisher =>
  tracing ? tracedPublisher(publisher, tracing) : publisher;

const withLinks = (publish: Publisher['publish'], { mediaLinks, mediaInBodies }: EngineOptions) =>
  mediaLinks ? publishWithLinks(publish, mediaLinks, mediaInBodies) : publish;
