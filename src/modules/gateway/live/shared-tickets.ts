/** Tickets for WebSockets that are good at every node of one database server, whichever has issued them. */
import { DATABASE_NOW, type Database } from '../../../core/db/client.ts';
import { randomSecret, sha256 } from '../../../core/shared/crypto.ts';
import { type GatewayPrincipal, holderOf } from '../guard.ts';
import { TICKET_MS, TICKETS_PER_HOLDER, type Tickets } from './tickets.ts';

/** The most expired tickets that a new ticket removes, so that the table has those of about a minute. */
const REMOVED_AT_ONCE = 1_000;
/** The form of `randomSecret`; anything else is not looked up. */
const TICKET = /^[\w-]{43}$/;

interface SharedTicketsDeps {
  readonly db: Pick<Database, 'batch' | 'query'>;
  /** SQL for the present; default: the database's own clock. */
  readonly databaseNow?: () => string;
}

export function createSharedTickets({
  db,
  databaseNow = () => DATABASE_NOW,
}: SharedTicketsDeps): Tickets {
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
