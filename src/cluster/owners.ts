/** Looks up which other node owns a stream and can be asked, at most a second out of date. */
import { DATABASE_NOW, type Database } from '../db/client.ts';
import type { Clock } from '../shared/clock.ts';
import type { Membership } from './membership.ts';

interface OwnersDeps {
  readonly db: Pick<Database, 'query'>;
  readonly membership: Pick<Membership, 'node' | 'recheck'>;
  readonly clock: Pick<Clock, 'steady'>;
}

export interface Owner {
  readonly id: string;
  readonly url: string;
  /** In ms of the steady clock. */
  readonly knownAt: number;
}

export interface Owners {
  /**
   * Returns null when no other living node owns it now, and `gone` when there is neither such a stream nor an instance
   * that gets one with the next beat. Rejects with a DatabaseError.
   */
  of(streamId: string): Promise<Owner | 'gone' | null>;
  forget(streamId: string): void;
}

/** How long an answer is cached. */
export const OWNER_KNOWN_MS = 1_000;
const KNOWN_MAX = 10_000;

const OWNER = `select n.id, n.url from (select owner from streams where id = ?1
    union all select null from instances where id = ?1) s
  left join nodes n on n.id = s.owner and n.until > ${DATABASE_NOW}
  order by n.id is null limit 1`;

export function createOwners({ db, membership, clock }: OwnersDeps): Owners {
  const known = new Map<string, Owner>();
  return {
    async of(streamId) {
      const remembered = known.get(streamId);
      if (remembered && clock.steady() - remembered.knownAt < OWNER_KNOWN_MS) return remembered;
      known.delete(streamId);
      const [row] = await db.query(OWNER, [streamId]);
      if (!row) return 'gone';
      if (row[0] === null) return null;
      const owner = { id: String(row[0]), url: String(row[1]), knownAt: clock.steady() };
      if (known.size >= KNOWN_MAX) known.clear();
      // This node learns it with its next beat.
      const isOwn = owner.id === membership.node;
      if (isOwn) membership.recheck();
      // A node that has just started has no address yet.
      if (isOwn || owner.url === '') return null;
      known.set(streamId, owner);
      return owner;
    },
    forget(streamId) {
      known.delete(streamId);
    },
  };
}
