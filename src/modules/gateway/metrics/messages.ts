/** Metrics of messages: those that came and went, the statuses of those sent, and those that wait in the queue. */
import Counter from 'prom-client/lib/counter.js';
import type Registry from 'prom-client/lib/registry.js';
import type { CommittedEvent } from '../../../core/events/publish/publish.ts';
import type { QueuedMessages } from '../../../core/messages/queued.ts';
import { MESSAGE_STATUSES } from '../../../core/messages/status.ts';
import { MESSAGE_EVENTS } from '../figures/counting-observer.ts';
import { showGauge } from './read.ts';

/** The number of messages that wait to be sent now, and that wait for a later time. */
export interface QueueLength {
  readonly due: number;
  readonly scheduled: number;
}

/** Statuses that an event reports: a message begins as `Queued` or `Pending`. */
const LATER_STATUSES = MESSAGE_STATUSES.filter((one) => one !== 'Queued' && one !== 'Pending');

type EventOnDisk = Pick<CommittedEvent, 'streamId' | 'type' | 'body'>;

/** Returns the function that must be called with every event that is on disk. */
export function messageCounters(
  registers: Registry[],
  instances: { count(streamId: string, what: 'received' | 'sent'): void },
): (event: EventOnDisk) => void {
  const messages = new Counter({
    name: 'gatehouse_messages_total',
    help: 'Messages that came or were written on the phone of the account (in), and that were sent through the API (out).',
    labelNames: ['direction'],
    registers,
  });
  const statuses = new Counter({
    name: 'gatehouse_message_statuses_total',
    help: 'Statuses that sent messages came to.',
    labelNames: ['status'],
    registers,
  });
  const merges = new Counter({
    name: 'gatehouse_contacts_merged_total',
    help: 'Pairs of contacts or chats that turned out to be one person and became one.',
    registers,
  });
  for (const direction of ['in', 'out']) messages.inc({ direction }, 0);
  for (const status of LATER_STATUSES) statuses.inc({ status }, 0);
  return ({ streamId, type, body }) => {
    const message = MESSAGE_EVENTS.get(type);
    if (message !== undefined) {
      messages.inc({ direction: message === 'received' ? 'in' : 'out' });
      instances.count(streamId, message);
    } else if (type === 'MessageStatus') {
      const status = statusIn(body);
      if (status !== undefined) statuses.inc({ status });
    } else if (type === 'ContactMerged') merges.inc();
  };
}

/** A text within the body cannot look like the field: its quotation marks are escaped. */
const statusIn = (body: string) => {
  const [, word] = /"Status":"(\w+)"/.exec(body) ?? [];
  return LATER_STATUSES.find((status) => status === word);
};

export function lengthOf(
  queued: Pick<QueuedMessages, 'instances' | 'lines'>,
  now: number,
): QueueLength {
  const times = queued
    .instances()
    .flatMap((id) => [...queued.lines(id)].flatMap((line) => line.map(({ entersAt }) => entersAt)));
  const due = times.filter((entersAt) => entersAt <= now).length;
  return { due, scheduled: times.length - due };
}

export function showQueue(registers: Registry[], length: () => QueueLength): void {
  showGauge(registers, {
    name: 'gatehouse_messages_queued',
    help: 'Messages in the queue of those to be sent: due, or scheduled for later.',
    label: 'state',
    read: () => ({ ...length() }),
  });
}
