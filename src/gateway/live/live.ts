/** How the live feed is put together from what the gateway already has. */
import type { Database } from '../../db/client.ts';
import { selectedTypes } from '../../events/contract/event-names.ts';
import { createEventBodies } from '../../events/log/bodies.ts';
import { createEventLog } from '../../events/log/events.ts';
import { type MemoryBudget, type Reservation, SMALL_BYTES } from '../../http/memory-budget.ts';
import type { Clock } from '../../shared/clock.ts';
import { AppError } from '../../shared/errors.ts';
import type { LimitReport } from '../../shared/limit-report.ts';
import type { Log } from '../../shared/log.ts';
import { perSettings } from '../webhook/destinations.ts';
import type { EventSettingsStore } from '../webhook/settings.ts';
import { Feed } from './feed.ts';
import type { WantedTypes } from './frames.ts';
import type { UnsentMemory } from './shared-memory.ts';
import { createSocketQuota, type SocketLimits, type SocketQuota } from './socket-quota.ts';
import { createTickets, type Tickets } from './tickets.ts';

interface LiveOptions {
  readonly db: Database;
  readonly settings: Pick<EventSettingsStore, 'get'>;
  readonly clock: Clock;
  readonly log: Log;
  /** WEBHOOK_FILES. */
  readonly mediaInBodies: boolean;
  readonly socketLimits: SocketLimits;
  readonly limits: LimitReport;
  readonly memory: MemoryBudget;
}

export interface Live {
  readonly feed: Feed;
  readonly tickets: Tickets;
  readonly socketQuota: SocketQuota;
}

export const createLive = (options: LiveOptions): Live => ({
  tickets: createTickets(options.clock),
  socketQuota: createSocketQuota(options.socketLimits, options.limits),
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
  const typesOf = perSettings((own) => selectedTypes(own.subscribe));
  return (instanceId) => {
    const own = settings.get(instanceId);
    return own?.websocketEnabled ? typesOf(own) : null;
  };
}

interface Held {
  readonly bytes: number;
  readonly reservation: Reservation;
}

/** What is set aside for small bodies is not for sockets, so the least that counts is more than that. */
const counted = (bytes: number): number => Math.max(bytes, SMALL_BYTES + 1);

/** What does not fit ends a reservation; what it held before fits again. */
function resize({ bytes: before, reservation }: Held, bytes: number): void {
  try {
    reservation.resize(counted(bytes));
  } catch (error) {
    reservation.resize(counted(before));
    throw error;
  }
}

/**
 * Of a credential's share an eighth is left to its requests, and of the whole budget half. The largest frame, media of
 * 16 MiB as base64, fits however small the budget is.
 */
export function createUnsentMemory(budget: MemoryBudget, report: LimitReport): UnsentMemory {
  const perHolder = (budget.perCredential / 8) * 7;
  const total = Math.max(budget.total / 2, perHolder);
  /** One reservation for all sockets of a holder. */
  const held = new Map<string, Held>();
  let heldByAll = 0;

  /** Throws `rate_limited` when the budget has no room for it. */
  function set(holder: string, bytes: number): void {
    const own = held.get(holder);
    if (own === undefined) {
      held.set(holder, { bytes, reservation: budget.reserve(holder, counted(bytes)) });
    } else if (bytes === 0) {
      own.reservation.release();
      held.delete(holder);
    } else {
      resize(own, bytes);
      held.set(holder, { ...own, bytes });
    }
    heldByAll += bytes - (own?.bytes ?? 0);
  }

  return {
    take(holder, bytes) {
      const wanted = (held.get(holder)?.bytes ?? 0) + bytes;
      const limit = wanted > perHolder ? 'memory_per_credential' : 'memory';
      if (wanted > perHolder || heldByAll + bytes > total) {
        report.reached(limit, { holder });
        return false;
      }
      try {
        set(holder, wanted);
        return true;
      } catch (error) {
        // The budget has reported it.
        if (error instanceof AppError && error.reason === 'rate_limited') return false;
        throw error;
      }
    },
    release(holder, bytes) {
      set(holder, (held.get(holder)?.bytes ?? 0) - bytes);
    },
    countGarbage: budget.countGarbage,
  };
}
