/** One-time tickets for clients that cannot send a header with an upgrade, such as browsers. */

import { DATABASE_NOW, type Database } from '../../../core/db/client.ts';
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

const TICKET_MS = 60_000;
/** Unused tickets of one holder; beyond it the oldest gives way, so that none takes room from others. */
const TICKETS_PER_HOLDER = 5_000;

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

// Tickets for WebSockets that are good at every node of one database server, whichever has issued them.

/** The most expired tickets that a new ticket removes, so that the table has those of about a minute. */
const REMOVED_AT_ONCE = 1_000;
/** The form of `randomSecret`; anything else is not looked up. */
const TICKET = /^[\w-]{43}$/;

/** `databaseNow` returns the SQL for the present; by default that of the database's own clock. */
export function createSharedTickets(
  db: Pick<Database, 'batch' | 'query'>,
  databaseNow: () => string = () => DATABASE_NOW,
): Tickets {
  return {
    async issue(holder) {
      const ticket = randomSecret();
      const name = holderOf(holder);
      const row = [sha256(ticket), name, JSON.stringify(holder), TICKET_MS];
      const [, , inserted = []] = await db.batch([
        { sql: REMOVE_ENDED.replace('$now', databaseNow()), params: [REMOVED_AT_ONCE] },
        { sql: REMOVE_OLDEST, params: [name, TICKETS_PER_HOLDER - 1] },
        { sql: INSERT.replace('$now', databaseNow()), params: row },
      ]);
      return { ticket, expiresAt: Number(inserted[0]?.[0]) };
    },
    async redeem(ticket) {
      if (!TICKET.test(ticket)) return null;
      const [row] = await db.query(USE.replace('$now', databaseNow()), [sha256(ticket)]);
      // Written by `issue`.
      return row ? (JSON.parse(String(row[0])) as GatewayPrincipal) : null;
    },
  };
}

const REMOVE_ENDED = `delete from ws_tickets where hash in
  (select hash from ws_tickets where until <= $now order by until limit ?)`;
const REMOVE_OLDEST = `delete from ws_tickets where hash in
  (select hash from ws_tickets where holder = ? order by until desc, rowid desc limit -1 offset ?)`;
const INSERT = `insert into ws_tickets (hash, holder, principal, until) values (?, ?, ?, $now + ?)
  returning until`;
const USE = 'delete from ws_tickets where hash = ? and until > $now returning principal';
