/** Queues what a session writes while no caller waits for it. */
import { faultOf } from '../../core/db/client.ts';
import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
import { ignoredRecord, type MessageRecord } from '../../core/messages/rows.ts';
import type { StatusChange } from '../../core/messages/status.ts';
import type { SamePerson } from '../../core/messages/store/merge-statements.ts';
import type { EventMark } from '../../core/providers/held-messages.ts';
import type { SessionHost } from '../../core/providers/provider.ts';
import type { SessionTasks } from '../../core/providers/session-tasks.ts';
import { createStatusQueue, createWriteQueue } from '../../core/providers/write-queue.ts';
import type { Clock } from '../../core/shared/clock.ts';
import type { Log } from '../../core/shared/log.ts';

export type Publish = (
  event: CatalogEvent,
  message?: MessageRecord,
  mark?: EventMark,
) => Promise<boolean>;

interface QueuedEvent {
  readonly event: CatalogEvent;
  readonly message: MessageRecord | undefined;
  readonly mark: EventMark | undefined;
}

export interface Queues {
  /** Resolves with true once the event is on disk, in one commit with its message and its mark. */
  readonly publish: Publish;
  /** Resolves with true once the status is on disk, with its event. */
  readonly recordStatus: (change: StatusChange) => Promise<boolean>;
  /** Stores addresses that belong to one person. */
  readonly mergePeople: (people: readonly SamePerson[]) => void;
  /** Notes a message that gives no event, for callers who ask what became of it. */
  readonly ignore: (message: MessageRecord) => void;
}

export function createQueues(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  host: SessionHost,
  tasks: SessionTasks,
): Queues {
  const shared = { host, clock, log, ended: tasks.signal };
  const emit = (batch: readonly QueuedEvent[]) =>
    host.emitAll(
      batch.map(({ event }) => event),
      batch.flatMap(({ message }) => message ?? []),
      batch.flatMap(({ mark }) => mark?.statement ?? []),
    );
  const events = createWriteQueue<QueuedEvent>({
    ...shared,
    name: 'events',
    write: (batch) => tasks.run(() => emit(batch).catch((error) => emitUnwritten(batch, error))),
  });
  /** An earlier try may have been committed although its answer was lost. */
  async function emitUnwritten(batch: readonly QueuedEvent[], error: unknown): Promise<void> {
    if (faultOf(error) !== 'constraint') throw error;
    const left: QueuedEvent[] = [];
    for (const one of batch) if (!(await one.mark?.wasWritten?.())) left.push(one);
    if (left.length === batch.length) throw error;
    if (left.length > 0) await emit(left);
  }
  const ignored = createWriteQueue<MessageRecord>({
    ...shared,
    name: 'messages that are ignored',
    write: (batch) => tasks.run(() => host.emitAll([], batch)),
  });
  const people = createWriteQueue<readonly SamePerson[]>({
    ...shared,
    name: 'addresses of people',
    write: (batch) => host.mergePeople(batch.flat()),
  });
  const statuses = createStatusQueue(shared);
  return {
    publish: (event, message, mark) => events.add({ event, message, mark }),
    mergePeople: (pairs) => void people.add(pairs),
    recordStatus: (change) => statuses.add(change),
    ignore: (message) => void ignored.add(ignoredRecord(message)),
  };
}
