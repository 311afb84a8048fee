/** Builds the live feed from parts of the gateway. */
import type { Database } from '../../../core/db/client.ts';
import { selectedTypes } from '../../../core/events/contract/event-names.ts';
import { createEventBodies } from '../../../core/events/log/bodies.ts';
import { createEventLog } from '../../../core/events/log/events.ts';
import {
  type MemoryBudget,
  type Reservation,
  SMALL_BYTES,
} from '../../../core/http/memory-budget.ts';
import type { Clock } from '../../../core/shared/clock.ts';
import { AppError } from '../../../core/shared/errors.ts';
import type { LimitReport } from '../../../core/shared/limit-report.ts';
import type { Log } from '../../../core/shared/log.ts';
import { Quota, type QuotaShare } from '../../../core/shared/quota.ts';
import { memoizePerObject } from '../../../core/webhooks/destinations.ts';
import type { EventSettings } from '../../../core/webhooks/event-settings.ts';
import type { FormatFacts } from '../../../core/webhooks/format/formats.ts';
import type { EventSettingsStore } from '../../../core/webhooks/settings-store.ts';
import { Feed } from './feed.ts';
import { createShapes, type ShapeFor, type WantedTypes } from './frames.ts';
import type { UnsentMemory } from './shared-memory.ts';
import { createSocketQuota, type SocketLimits, type SocketQuota } from './sockets.ts';
import { createSharedTickets, createTickets, type Tickets } from './tickets.ts';

interface LiveOptions {
  readonly db: Database;
  readonly settings: Pick<EventSettingsStore, 'get'>;
  readonly facts: FormatFacts;
  readonly clock: Clock;
  readonly log: Log;
  /** WEBHOOK_FILES. */
  readonly mediaInBodies: boolean;
  readonly socketLimits: SocketLimits;
  readonly limits: LimitReport;
  readonly memory: MemoryBudget;
  /**
   * The node on a shared database server, where a ticket is valid at every node; absent or null if the process is
   * alone.
   */
  readonly node?: object | null;
}

export interface LiveEvents {
  readonly feed: Feed;
  readonly tickets: Tickets;
  readonly socketQuota: SocketQuota;
  readonly shapeFor: ShapeFor;
}

export const createLive = (options: LiveOptions): LiveEvents => ({
  tickets: options.node ? createSharedTickets(options.db) : createTickets(options.clock),
  socketQuota: createSocketQuota(options.socketLimits, options.limits),
  shapeFor: createShapes(options.facts, wantedTypes(options.settings)),
  feed: new Feed({
    clock: options.clock,
    log: options.log,
    mediaInBodies: options.mediaInBodies,
    events: createEventLog(options.db.orm),
    bodies: createEventBodies(options.db),
    wanted: wantedTypes(options.settings),
    memory: createUnsentMemory(options.memory, options.limits),
  }),
});

function wantedTypes(settings: Pick<EventSettingsStore, 'get'>): WantedTypes {
  const typesOf = memoizePerObject(({ webhook }: EventSettings) => selectedTypes(webhook.events));
  return (instanceId) => {
    const own = settings.get(instanceId);
    return own?.websocketEnabled ? typesOf(own) : null;
  };
}

/** The unsent data of one holder, counted in the whole memory budget and in its part for sockets. */
interface UnsentReservation {
  readonly reservation: Reservation;
  readonly share: QuotaShare;
}

/** Sockets may not use what is reserved for small bodies, so every size counts as a large one. */
const counted = (bytes: number): number => Math.max(bytes, SMALL_BYTES + 1);

/**
 * An eighth of a credential's share stays for its requests, and half of the whole budget. The largest frame, media of
 * 16 MiB as base64, fits with the smallest budget.
 */
export function createUnsentMemory(budget: MemoryBudget, report: LimitReport): UnsentMemory {
  const perHolder = (budget.perCredential / 8) * 7;
  const unsent = new Quota(Math.max(budget.total / 2, perHolder), perHolder);
  /** All sockets of a holder share one. */
  const held = new Map<string, UnsentReservation>();

  /** Throws `rate_limited` when the budget has no room for it. */
  function resize(holder: string, bytes: number): void {
    const own = held.get(holder);
    if (own === undefined) {
      const reservation = budget.reserve(holder, counted(bytes));
      held.set(holder, { reservation, share: unsent.hold(holder, bytes) });
    } else if (bytes === 0) {
      own.reservation.release();
      own.share.release();
      held.delete(holder);
    } else {
      try {
        own.reservation.resize(counted(bytes));
        own.share.resize(bytes);
      } catch (error) {
        // A resize that does not fit ends a reservation; its earlier size fits again.
        own.reservation.resize(counted(own.share.amount));
        throw error;
      }
    }
  }

  return {
    take(holder, bytes) {
      const isOwnFull = !unsent.hasRoomFor(holder, bytes);
      if (isOwnFull || !unsent.hasRoom(bytes)) {
        report.reached(isOwnFull ? 'memory_per_credential' : 'memory', { holder });
        return false;
      }
      try {
        resize(holder, unsent.heldBy(holder) + bytes);
        return true;
      } catch (error) {
        // The budget has reported it.
        if (error instanceof AppError && error.reason === 'rate_limited') return false;
        throw error;
      }
    },
    release(holder, bytes) {
      resize(holder, unsent.heldBy(holder) - bytes);
    },
    noteAllocation: budget.noteAllocation,
  };
}
