/** The queue of a session's events on their way to the event log. */
import type { CatalogEvent } from '../../events/contract/catalog.ts';
import { type Clock, sleep } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import type { SessionHost } from '../provider.ts';

interface EventQueueDeps {
  readonly host: Pick<SessionHost, 'instanceName' | 'emitAll'>;
  /** Runs a piece of work in order among the session's events. */
  readonly inOrder: (work: () => Promise<void>) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborts when the session ends. */
  readonly ended: AbortSignal;
}

export interface EventQueue {
  /** True once it is on disk; false when the session ended before, or when too much was waiting already. */
  publish(event: CatalogEvent): Promise<boolean>;
}

interface Waiting {
  readonly event: CatalogEvent;
  readonly settle: (isPublished: boolean) => void;
}

const TOGETHER_MAX = 100;
const WAITING_MAX = 5_000;
const RETRY_MS = 1_000;

export function createEventQueue(deps: EventQueueDeps): EventQueue {
  const { host, inOrder, clock, log, ended } = deps;
  const waiting: Waiting[] = [];
  let isRunning = false;

  const write = async () => {
    const batch = waiting.slice(0, TOGETHER_MAX);
    try {
      await inOrder(() => host.emitAll(batch.map(({ event }) => event)));
      for (const { settle } of waiting.splice(0, batch.length)) settle(true);
    } catch (error) {
      if (ended.aborted) return;
      const fields = { instanceName: host.instanceName, reason: messageOf(error) };
      log.warn('events could not be written and are tried again', fields);
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
    publish: (event) =>
      new Promise((settle) => {
        if (ended.aborted) return settle(false);
        if (waiting.length >= WAITING_MAX) {
          const fields = { instanceName: host.instanceName, event: event.type };
          log.error('an event was dropped: too many wait to be written', fields);
          return settle(false);
        }
        waiting.push({ event, settle });
        if (!isRunning) void run();
      }),
  };
}
