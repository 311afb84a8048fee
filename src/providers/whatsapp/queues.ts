/** Queues what a session writes while no caller waits for it. */
import type { Statement } from '../../db/client.ts';
import type { CatalogEvent } from '../../events/contract/catalog.ts';
import { ignoredRecord, type MessageRecord } from '../../messages/rows.ts';
import type { StatusChange } from '../../messages/status.ts';
import type { SamePerson } from '../../messages/store/merge-statements.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import type { SessionHost } from '../provider.ts';
import type { SessionTasks } from '../session-tasks.ts';
import { createStatusQueue } from '../status-queue.ts';
import { createWriteQueue } from '../write-queue.ts';

export type Publish = (
  event: CatalogEvent,
  message?: MessageRecord,
  change?: Statement,
) => Promise<boolean>;

export interface Queues {
  /** Resolves with true once the event is on disk, in one commit with its message and `change`. */
  readonly publish: Publish;
  readonly progress: (change: StatusChange) => void;
  /** Stores addresses that belong to one person. */
  readonly identified: (people: readonly SamePerson[]) => void;
  /** Notes a message that gives no event, for callers who ask what became of it. */
  readonly ignore: (message: MessageRecord) => void;
}

export function createQueues(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  host: SessionHost,
  life: SessionTasks,
): Queues {
  const { instanceName } = host;
  const base = { instanceName, clock, log, ended: life.signal };
  const events = createWriteQueue<{
    readonly event: CatalogEvent;
    readonly message: MessageRecord | undefined;
    readonly change: Statement | undefined;
  }>({
    ...base,
    name: 'events',
    write: (batch) =>
      life.run(() =>
        host.emitAll(
          batch.map(({ event }) => event),
          batch.flatMap(({ message }) => message ?? []),
          batch.flatMap(({ change }) => change ?? []),
        ),
      ),
  });
  const ignored = createWriteQueue<MessageRecord>({
    ...base,
    name: 'messages that are ignored',
    write: (batch) => life.run(() => host.emitAll([], batch)),
  });
  const people = createWriteQueue<readonly SamePerson[]>({
    ...base,
    name: 'addresses of people',
    write: (batch) => host.identified(batch.flat()),
  });
  const statuses = createStatusQueue({ host, clock, log, ended: life.signal });
  return {
    publish: (event, message, change) => events.add({ event, message, change }),
    identified: (pairs) => void people.add(pairs),
    progress: (change) => void statuses.add(change),
    ignore: (message) => void ignored.add(ignoredRecord(message)),
  };
}
