/** Queues the statuses of messages that were sent through a session. */
import type { StatusChange } from '../messages/status.ts';
import type { Clock } from '../shared/clock.ts';
import type { Log } from '../shared/log.ts';
import type { SessionHost } from './provider.ts';
import { createWriteQueue, type WriteQueue } from './write-queue.ts';

interface StatusQueueDeps {
  readonly host: Pick<SessionHost, 'instanceName' | 'recordStatuses'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborts when the session ends. */
  readonly ended: AbortSignal;
}

/** It runs beside the session's other work, so that no slow recipient delays statuses. */
export const createStatusQueue = (deps: StatusQueueDeps): WriteQueue<StatusChange> =>
  createWriteQueue<StatusChange>({
    ...deps,
    name: 'statuses of messages',
    write: (batch) => deps.host.recordStatuses(batch),
  });
