/** Deliveries in memory, and commits whose answers the test gives. */
import type { Delivery, Target } from '../../../../src/core/events/contract/channel.ts';
import type { MissingTarget } from '../../../../src/core/events/contract/routing.ts';
import { Deliveries, type DeliveriesDeps } from '../../../../src/core/events/deliver/deliveries.ts';
import { Lanes } from '../../../../src/core/events/deliver/lanes.ts';
import type { OwnedDelivery } from '../../../../src/core/events/deliver/owned-delivery.ts';
import { Pauses } from '../../../../src/core/events/deliver/pauses.ts';
import { Scheduler } from '../../../../src/core/events/deliver/scheduler.ts';
import type { GroupCommit } from '../../../../src/core/events/publish/group-commit.ts';
import { soleOwnership } from '../../../../src/core/events/publish/ownership.ts';
import { createLog } from '../../../../src/core/shared/log.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { scriptedChannel } from '../../../doubles/scripted-channel.ts';
import { target } from '../../../helpers/engine.ts';

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
export const HEALTHY = { after: () => [], settle() {} };

/** Addresses that refuse nothing. */
export const NO_REFUSALS = {
  pauseOf: () => null,
  holds: () => false,
  probe() {},
  forget() {},
  after: () => null,
};

/** What was submitted waits in `asked` until the test settles it. */
export function heldCommits(): { readonly commits: GroupCommit; readonly asked: QueuedWrite[] } {
  const asked: QueuedWrite[] = [];
  const commits: GroupCommit = {
    submit: (write) => void asked.push(write),
    write: async () => [],
    backlog: 0,
    flush: async () => {
      for (const write of asked.splice(0)) write.onCommitted([]);
    },
  };
  return { commits, asked };
}

/** Says what becomes of each delivery, in the order in which it happens. */
class ToldLanes extends Lanes {
  readonly told: string[] = [];

  override remove(owned: OwnedDelivery): readonly OwnedDelivery[] {
    this.told.push(`released ${owned.delivery.sequence}`);
    return super.remove(owned);
  }
}

/** Deliveries and their loop with a scripted channel, over commits and claims that the test answers. */
export function sendingBench(slots = 10) {
  const clock = manualClock();
  const log = createLog('error', clock.now, () => {});
  const up: (() => void)[] = [];
  const certain: (() => void)[] = [];
  const { commits, asked } = heldCommits();
  const state = {
    ...{ isCertain: true, holder: 'process', goes: target() as Target | MissingTarget },
    /** Whether targets, and the channel, fail when they are asked something. */
    isFaulty: false,
  };
  const orFault = <T>(value: T): T => {
    if (state.isFaulty) throw new Error('a fault of a test');
    return value;
  };
  const channel = Object.assign(scriptedChannel(), {
    whenUp: (run: () => void) => void up.push(run),
    isDown: (): boolean => orFault(false),
  });
  const channels = { webhook: channel };
  const table: { fresh: Delivery[]; broughtForward: number } = { fresh: [], broughtForward: 0 };
  const leased = new Set<string>();
  const claims = {
    async fresh(lane: { hasMoreInTable: boolean }, limit: number) {
      const taken = table.fresh.splice(0, limit);
      lane.hasMoreInTable = taken.length === limit;
      return taken;
    },
    async retries(lane: { retryDueAt: number | null }) {
      lane.retryDueAt = null;
      return [delivery(9, { attemptCount: 1 })];
    },
    async bringForward() {
      table.broughtForward++;
    },
  };
  const ownership = {
    ...soleOwnership('process'),
    get isCertain() {
      return state.isCertain;
    },
    grantToSend: () => ({ node: 'process', term: 0, holder: state.holder }),
    whenCertain: (run: () => void) => void certain.push(run),
  };
  const pauses = new Pauses();
  const made = { clock, log, claims, ownership, channels, pauses, refusals: NO_REFUSALS };
  const lanes = new ToldLanes(made);
  const { told } = lanes;
  const attempted: Parameters<DeliveriesDeps['observer']['onAttempt']>[0][] = [];
  const deliveries = new Deliveries({
    ...{ ...made, commits, lanes, health: HEALTHY },
    leases: {
      begin: ({ id }) => void leased.add(id),
      end({ id, sequence }) {
        leased.delete(id);
        told.push(`ended ${sequence}`);
      },
    },
    reconciler: {
      hasFound: () => true,
      reconcile: async () => void told.push('left in the table'),
    },
    db: { query: async () => [] },
    bodies: { sizeOf: async () => 0, with: async ({ body }) => body, without: ({ body }) => body },
    destinations: { of: () => ['webhook'], target: () => orFault(state.goes) },
    observer: {
      onAttempt: (one) => void attempted.push(one),
      onDrop: ({ sequence }, reason) => void told.push(`dropped ${sequence}: ${reason}`),
    },
    rules: { retryDelayMs: 30_000, maxAttempts: 3 },
    random: () => 0,
    limits: { total: slots, perHost: slots },
    mediaInBodies: false,
    bodyBytesInFlight: 1_000_000,
  });
  const scheduler = new Scheduler({ ...made, deliveries, lanes });
  const accept = (...all: Delivery[]) => {
    for (const one of all) deliveries.accept(one, target());
    deliveries.pump();
  };
  const sequences = () => channel.sent.map(({ body }) => body.sequence);
  return {
    ...{ deliveries, scheduler, lanes, pauses, clock, channel, asked, certain, state, table },
    ...{ leased, told, attempted, accept, sequences, up },
  };
}
