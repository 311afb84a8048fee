/**
 * The memory of the service as WebSocket readers may use it. Owns: how much of it what they leave unread may take.
 * Must never: take what the other requests of the same key, or of other keys, need.
 */

import { type MemoryBudget, type Reservation, SMALL_BYTES } from '../../http/memory-budget.ts';
import { AppError } from '../../shared/errors.ts';
import type { LimitReport } from '../../shared/limit-report.ts';
import type { UnsentMemory } from './shared-memory.ts';

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
    beforeCopying: budget.beforeCopying,
  };
}
