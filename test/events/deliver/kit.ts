/** Deliveries in memory, and commits whose answers the test gives. */
import type { Delivery } from '../../../src/events/contract/delivery.ts';
import type { GroupCommit } from '../../../src/events/publish/group-commit.ts';

type QueuedWrite = Parameters<GroupCommit['submit']>[0];

/** The first attempt of a small message, of the sole process's lease, unless said otherwise. */
export const delivery = (sequence: number, other: Partial<Delivery> = {}): Delivery => ({
  id: `delivery-${sequence}`,
  streamId: 'shop',
  endpoint: 'webhook',
  eventId: `event-${sequence}`,
  type: 'Message',
  createdAt: 0,
  sequence,
  chat: `chat-${sequence}`,
  attemptCount: 0,
  roundFrom: 0,
  body: JSON.stringify({ sequence }),
  bodyBytes: 14,
  mediaBytes: 0,
  traceparent: null,
  holder: 'process',
  ...other,
});

/** The health of endpoints that never fail. */
export const HEALTHY = { isDisabled: () => false, after: () => [], settled() {} };

/** Addresses that refuse nothing. */
export const NO_REFUSALS = {
  pauseOf: () => null,
  holds: () => false,
  probe() {},
  forget() {},
  after() {},
};

/** What was submitted waits in `asked` until the test settles it. */
export function heldCommits(): { readonly commits: GroupCommit; readonly asked: QueuedWrite[] } {
  const asked: QueuedWrite[] = [];
  const commits: GroupCommit = {
    submit: (write) => void asked.push(write),
    write: async () => [],
    backlog: 0,
    flush: async () => {
      for (const write of asked.splice(0)) write.committed([]);
    },
  };
  return { commits, asked };
}
