/**
 * The beat by which a process stays alive for the others. Owns: that memory agrees with the table again after an
 * answer was lost. Must never: send.
 */
import { isOutcomeUnknown } from '../../db/client.ts';
import type { Clock } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import type { WaitingLane } from '../contract/delivery.ts';
import type { Leases } from './leases.ts';
import { HEARTBEAT_MS, type Recovery } from './recovery.ts';

interface HeartbeatDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly recovery: Pick<Recovery, 'beat' | 'findWaiting'>;
  readonly leases: Pick<Leases, 'release'>;
  /** Called for each lane that has work in the table. */
  readonly resume: (lane: WaitingLane) => void;
  /** The longest delay that a rule allows between two attempts. */
  readonly longestDelayMs: number;
  /** No other process can have the database open, and no answer gets lost on the way. */
  readonly isAlone: boolean;
}

interface Heartbeat {
  /** Resolves after the first beat; the next ones come by themselves. */
  start(): Promise<void>;
  stop(): void;
  /** Resumes every lane that has work in the table. */
  findWaiting(): Promise<void>;
  /** Releases what only the table says this process owns, and finds what waits; if need be with the next beat. */
  agree(): Promise<void>;
  /** Passes on what `work` comes to; when its answer is lost, the next beat makes memory agree. */
  trackingOutcome<T>(work: Promise<T>): Promise<T>;
}

export function createHeartbeat(deps: HeartbeatDeps): Heartbeat {
  const { clock, log, recovery, leases, resume } = deps;
  let cancel = () => {};
  let isStopped = false;
  /** The table may hold what memory does not know of. */
  let isInDoubt = false;

  async function findWaiting(): Promise<void> {
    for (const lane of await recovery.findWaiting(deps.longestDelayMs)) resume(lane);
  }

  async function agree(): Promise<void> {
    isInDoubt = false;
    try {
      const count = await leases.release(true);
      await findWaiting();
      if (count > 0) log.info('deliveries that nobody was sending wait again', { count });
    } catch (error) {
      isInDoubt = true;
      log.warn('waiting deliveries could not be looked for', { error: messageOf(error) });
    }
  }

  async function trackingOutcome<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (isOutcomeUnknown(error)) isInDoubt = true;
      throw error;
    }
  }

  async function beat(): Promise<void> {
    try {
      for (const lane of await trackingOutcome(recovery.beat())) resume(lane);
      if (isInDoubt) await agree();
      else if (!deps.isAlone && (await leases.release(false)) > 0) await findWaiting();
    } catch (error) {
      log.warn('the process could not be marked alive', { error: messageOf(error) });
    }
    if (!isStopped) cancel = clock.after(HEARTBEAT_MS, () => void beat());
  }

  return {
    start: beat,
    stop() {
      isStopped = true;
      cancel();
    },
    findWaiting,
    agree,
    trackingOutcome,
  };
}
