/** Builds the engine: publishing, committing, sending, recovering and pruning, with one start and one stop. */
import { faultOf, isPassing, type Row, type Statement } from '../db/client.ts';
import { messageOf } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import type { Log } from '../shared/log.ts';
import type { WaitingLane } from './contract/delivery.ts';
import { channelOf } from './contract/endpoint.ts';
import type { HealthRules } from './contract/health.ts';
import { withReplays } from './contract/replay-destinations.ts';
import { isGone } from './contract/routing.ts';
import { JOINABLE_RESULTS } from './deliver/attempt.ts';
import { EndpointHealth, JOINABLE_HEALTH } from './deliver/health.ts';
import { createClaims, createLeases, type Leases } from './deliver/leases.ts';
import { createDiscardReport, joinObservers } from './deliver/observer.ts';
import { createRecovery, Reconciler, type Recovery } from './deliver/recovery.ts';
import type { Refusals } from './deliver/refusals.ts';
import { createReplayRequests, type ReplayRequests } from './deliver/replay-requests.ts';
import { Replays } from './deliver/replays.ts';
import { longestDelayMs } from './deliver/retry-policy.ts';
import { Scheduler } from './deliver/scheduler.ts';
import type { EngineOptions } from './engine-options.ts';
import { createEventBodies } from './log/bodies.ts';
import { createRedeliveries, type Redelivery } from './log/redelivery.ts';
import { createRetention } from './log/retention.ts';
import { ENDLESS_ROOM, StorageLimit, type StorageRoom } from './log/storage-limit.ts';
import { createCommitNumber } from './publish/commit-number.ts';

import { createGroupCommit, type GroupCommit } from './publish/group-commit.ts';
import { type Joinable, type JoinableChanges, joiningOnly, NO_CHANGES } from './publish/joined.ts';
import { publishWithLinks } from './publish/media-links.ts';
import { type Ownership, soleOwnership } from './publish/ownership.ts';
import {
  createPublisher,
  type DeliveryHandoff,
  JOINABLE_INSERTS,
  type Publisher,
} from './publish/publish.ts';
import { createSequences, JOINABLE_COUNTS } from './publish/sequences.ts';
import { tracedPublisher } from './publish/traced.ts';

export interface Engine extends Publisher {
  /** Counts what instances store. Code that stores something beside events reports it here. */
  readonly room: StorageRoom;
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
   * old target; waiting deliveries go to the new one, or are discarded when there is none.
   */
  retarget(streamId: string, endpoint: string): Promise<void>;
  /**
   * Sends to an endpoint again that was disabled for its failures, and resets the number of its failures. Resolves when
   * this is on disk; does nothing if the endpoint's health is good.
   */
  enable(streamId: string, endpoint: string): Promise<void>;
  /** Events of the log that are sent once more to one endpoint. */
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
  /** Runs one pass of the scheduler: claims and starts what is due. */
  tick(): Promise<number>;
  /** How many attempts are running. */
  readonly inFlight: number;
  /** The lanes that wait because their queue or subject refuses everything, and the latest refusals. */
  readonly refusals: Pick<Refusals, 'all' | 'last'>;
}

export function createEngine(given: EngineOptions): RunningEngine {
  const destinations = withReplays(given.destinations, given.limits.perHost);
  const options = { ...given, destinations };
  const { log } = options;
  const { publisher, redelivery, reconciler, requests, ...parts } = wire(options);
  const { scheduler, retention, storageLimit, recovery, health, replays } = parts;

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
      await health.forget(streamId, endpoint);
      await requests.cancelAll(streamId, endpoint, target.gone);
      const count = await redelivery.discardWaiting(streamId, endpoint, target.gone);
      const instanceName = options.nameOf(streamId);
      if (count === 0) return;
      options.observer?.cleared(streamId, endpoint, count);
      log.warn('discarded deliveries', { count, instanceName, endpoint, reason: target.gone });
    },
    replays: requests,
    enable: (streamId, endpoint) => health.enable(streamId, endpoint),
    async start() {
      await retention.wipeExpired();
      await reconciler.start();
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
      await scheduler.stop(graceMs);
      await leave(recovery, log);
    },
    findWaiting: (streamIds) => reconciler.findWaiting(streamIds),
    attemptsEnded: (streamId) => scheduler.attemptsEnded(streamId),
    tick: () => scheduler.tick(),
    refusals: scheduler.refusals,
    get inFlight() {
      return scheduler.inFlight;
    },
  };
}

const NEVER_DEAD: HealthRules = { failures: Infinity, overMs: Infinity };

/** Frees the leases. If the database takes no writes, the stop goes on and the next start frees them. */
async function leave(recovery: Recovery, log: Log): Promise<void> {
  try {
    await recovery.leave();
  } catch (error) {
    if (!isPassing(faultOf(error))) throw error;
    log.warn('deliveries stay leased until the next start', { error: messageOf(error) });
  }
}

/**
 * The order within a commit: changes, which may read the counts as they were; the counts, which also fence the streams;
 * the published rows; the health of endpoints, which is written by the holder of a result; the results.
 */
function joinableWith({ onServer, onFile }: JoinableChanges, isFile: boolean): Joinable {
  const ours = [...JOINABLE_COUNTS, ...JOINABLE_INSERTS, ...JOINABLE_HEALTH, ...JOINABLE_RESULTS];
  const all = new Map([...onServer, ...ours]);
  return isFile ? joiningOnly(all, onFile) : all;
}

function wire(options: EngineOptions) {
  const { db, clock, pid } = options;
  const process = { id: newId(), pid };
  const reconcile = () => void reconciler.reconcile();
  const ownership = options.ownership ?? soleOwnership(process.id);
  const sequences = createSequences(db, ownership, (id) => reconciler.overtaken(id));
  const commits = createGroupCommit({
    ...options,
    sequences,
    ownership,
    // On a local file the answer to a commit is never lost.
    number: ownership.isShared ? createCommitNumber({ db, clock, process }) : null,
    joinable: joinableWith(options.joinableChanges ?? NO_CHANGES, !ownership.isShared),
    outcomeKnown: reconcile,
  });
  const leases = createLeases({ commits, clock, ownership });
  const storageLimit = storageLimitOf(options, ownership);
  const stored = storageLimit?.stored;
  const sending = sendingOf(options, { commits, leases, ownership, stored, reconcile });
  const { scheduler, replays } = sending;
  const retention = retentionOf(options, ownership);
  const publisher = createPublisher({
    ...options,
    commits,
    sequences,
    handoff: handoffTo(scheduler, (streamId) => reconciler.hasFound(streamId)),
    ownership,
    secretStored: retention.secretStored,
    filtered: (...kept) => options.observer?.filtered(...kept),
    stored,
  });
  const resume = (lane: WaitingLane) => scheduler.found(lane);
  const recovery = createRecovery({ db, clock, ownership, longestDelayMs: delaysOf(options) });
  const parts = { ...sending, recovery, leases, ownership, resume };
  const reconciler = new Reconciler({ ...options, ...parts });
  const requests = createReplayRequests({
    ...{ ...options, commits, ownership },
    changed: (streamId) => replays.load([streamId]),
  });

  return {
    ...sending,
    requests,
    retention,
    storageLimit,
    reconciler,
    publisher: {
      ...traced({ ...publisher, publish: withLinks(publisher.publish, options) }, options),
      write: (statements: readonly Statement[]) => commits.write(statements),
    },
    recovery,
    redelivery: createRedeliveries({ db, clock, due: resume }),
  };
}

const handoffTo = (
  scheduler: Scheduler,
  hasFound: (streamId: string) => boolean,
): DeliveryHandoff => ({
  admits: (streamId, endpoint) => hasFound(streamId) && scheduler.admits(streamId, endpoint),
  accept: (delivery) => scheduler.accept(delivery),
  overflowed: (streamId, endpoint) => scheduler.overflowed(streamId, endpoint),
});

const retentionOf = (options: EngineOptions, { node }: Ownership) =>
  createRetention({
    ...options,
    node,
    discarded: (...endpoint) => options.observer?.cleared(...endpoint),
  });

const storageLimitOf = ({ storageLimit, ...options }: EngineOptions, ownership: Ownership) =>
  storageLimit ? new StorageLimit({ ...options, ...storageLimit, ownership }) : null;

const delaysOf =
  ({ destinations, rules }: EngineOptions) =>
  (streamId: string, endpoint: string): number => {
    const target = destinations.target(streamId, endpoint);
    return longestDelayMs(isGone(target) ? { channel: channelOf(endpoint) } : target, rules);
  };

interface SchedulerParts {
  readonly commits: GroupCommit;
  readonly leases: Leases;
  readonly ownership: Ownership;
  readonly stored: StorageRoom['stored'] | undefined;
  readonly reconcile: () => void;
}

/** What sends deliveries and hands on those of replays, and the health of those that they are sent to. */
function sendingOf(options: EngineOptions, parts: SchedulerParts) {
  const health = new EndpointHealth({
    ...options,
    ...parts,
    rules: options.health ?? NEVER_DEAD,
    disabled: (streamId, endpoint) => scheduler.pause(streamId, endpoint),
    enabled: (streamId, endpoint) => scheduler.resume(streamId, endpoint),
  });
  const replays = new Replays({
    ...options,
    ...parts,
    whyDisabled: (streamId, endpoint) => health.whyDisabled(streamId, endpoint),
    handedOn: (streamId, lane) => scheduler.overflowed(streamId, lane),
    paused: (streamId, lane) => scheduler.pause(streamId, lane),
    resumed: (streamId, lane) => scheduler.resume(streamId, lane),
  });
  const scheduler = new Scheduler({
    ...options,
    ...parts,
    health,
    isHeld: (lane) => replays.isHeld(lane),
    bodies: createEventBodies(options.db),
    claims: createClaims(parts),
    observer: joinObservers(createDiscardReport(options), options.observer),
    random: options.random ?? Math.random,
  });
  return { scheduler, health, replays };
}

const traced = (publisher: Publisher, { tracing }: EngineOptions): Publisher =>
  tracing ? tracedPublisher(publisher, tracing) : publisher;

const withLinks = (publish: Publisher['publish'], { mediaLinks, mediaInBodies }: EngineOptions) =>
  mediaLinks ? publishWithLinks(publish, mediaLinks, mediaInBodies) : publish;
