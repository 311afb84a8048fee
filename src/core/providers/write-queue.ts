/** Queues what a session writes while no caller waits for it. */
import type { StatusChange } from '../messages/status.ts';
import { type Clock, sleep } from '../shared/clock.ts';
import { messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import type { SessionHost } from './provider.ts';

/** The parts with which a session tries something again until it ends. */
export interface RetryDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly host: Pick<SessionHost, 'instanceName'>;
  /** Aborts when the session ends. */
  readonly ended: AbortSignal;
}

interface WriteQueueDeps<T> extends RetryDeps {
  /** The name of the written things for the log, such as `events`. */
  readonly name: string;
  readonly write: (batch: readonly T[]) => Promise<void>;
  /** How many may wait to be written; 5,000 when absent. */
  readonly waitingMax?: number;
}

export interface WriteQueue<T> {
  /**
   * Resolves with true once it is on disk, or with false when the session ended before or too much was waiting already.
   */
  add(item: T): Promise<boolean>;
  /** Resolves with true once all that waits is on disk, or with false when the session ended before. */
  written(): Promise<boolean>;
}

interface QueuedItem<T> {
  readonly item: T;
  readonly settle: (isWritten: boolean) => void;
}

const TOGETHER_MAX = 100;
const WAITING_MAX = 5_000;
const RETRY_MS = 1_000;

/** Items are written in the order they came, several together, and again every second while that fails. */
export function createWriteQueue<T>(deps: WriteQueueDeps<T>): WriteQueue<T> {
  const { name, clock, log, ended, waitingMax = WAITING_MAX } = deps;
  const { instanceName } = deps.host;
  const waiting: QueuedItem<T>[] = [];
  let isRunning = false;
  let last = Promise.resolve(true);

  const write = async () => {
    const batch = waiting.slice(0, TOGETHER_MAX);
    try {
      await deps.write(batch.map(({ item }) => item));
      for (const { settle } of waiting.splice(0, batch.length)) settle(true);
    } catch (error) {
      if (ended.aborted) return;
      const fields = { instanceName, reason: messageOf(error) };
      log.warn(`${name} could not be written and are tried again`, fields);
      await sleep(clock, RETRY_MS, ended);
    }
  };
  const run = async () => {
    isRunning = true;
    while (waiting.length > 0 && !ended.aborted) await write();
    isRunning = false;
    for (const { settle } of waiting.splice(0)) settle(false);
  };

  return {
    async add(item) {
      if (ended.aborted) return false;
      if (waiting.length >= waitingMax) {
        log.error(`${name} were dropped: too many wait to be written`, { instanceName });
        return false;
      }
      const { promise, resolve: settle } = Promise.withResolvers<boolean>();
      last = promise;
      waiting.push({ item, settle });
      if (!isRunning) void run();
      return promise;
    },
    written: async () => (await last) && !ended.aborted,
  };
}

/** Queues statuses of sent messages beside the session's other work, so that no slow recipient delays them. */
export const createStatusQueue = (
  deps: RetryDeps & { readonly host: Pick<SessionHost, 'recordStatuses'> },
): WriteQueue<StatusChange> =>
  createWriteQueue({
    ...deps,
    name: 'statuses of messages',
    write: (batch) => deps.host.recordStatuses(batch),
  });
