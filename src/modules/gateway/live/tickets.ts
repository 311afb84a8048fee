/** One-time tickets for clients that cannot send a header with an upgrade, such as browsers. */
import type { Clock } from '../../../core/shared/clock.ts';
import { randomSecret, sha256 } from '../../../core/shared/crypto.ts';
import { type GatewayPrincipal, holderOf } from '../guard.ts';

/** Tickets that are stored in a database reject as the database does. */
export interface Tickets {
  /** A ticket for the holder of a key. `expiresAt` is ms since 1970. */
  issue(holder: GatewayPrincipal): Promise<IssuedTicket>;
  /** Returns whom it was issued to; null if it is unknown, used or expired. */
  redeem(ticket: string): Promise<GatewayPrincipal | null>;
}

interface IssuedTicket {
  readonly ticket: string;
  readonly expiresAt: number;
}

export const TICKET_MS = 60_000;
/** Unused tickets of one holder; beyond it the oldest gives way, so that none takes room from others. */
export const TICKETS_PER_HOLDER = 5_000;

interface TicketEntry {
  readonly holder: GatewayPrincipal;
  /** Steady ms. */
  readonly until: number;
}

/** Keeps tickets in memory, so they are only valid in this process. */
export function createTickets(clock: Pick<Clock, 'now' | 'steady'>): Tickets {
  const issued = new Map<string, TicketEntry>();
  /** The tickets by holder, the oldest first. */
  const byHolder = new Map<string, Set<string>>();

  function drop(hash: string): TicketEntry | undefined {
    const ticket = issued.get(hash);
    if (!ticket) return undefined;
    issued.delete(hash);
    const name = holderOf(ticket.holder);
    const own = byHolder.get(name);
    own?.delete(hash);
    if (own?.size === 0) byHolder.delete(name);
    return ticket;
  }

  /** All tickets live equally long, so the first valid one ends the search. */
  function dropExpired(now: number): void {
    for (const [hash, { until }] of issued) {
      if (until > now) return;
      drop(hash);
    }
  }

  return {
    async issue(holder) {
      const now = clock.steady();
      dropExpired(now);
      const own = byHolder.get(holderOf(holder)) ?? new Set();
      const [oldest] = own;
      if (oldest !== undefined && own.size >= TICKETS_PER_HOLDER) drop(oldest);
      const ticket = randomSecret();
      const hash = sha256(ticket);
      issued.set(hash, { holder, until: now + TICKET_MS });
      byHolder.set(holderOf(holder), own.add(hash));
      return { ticket, expiresAt: clock.now() + TICKET_MS };
    },
    async redeem(ticket) {
      const found = drop(sha256(ticket));
      return found && found.until > clock.steady() ? found.holder : null;
    },
  };
}
