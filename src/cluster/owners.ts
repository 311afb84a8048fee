/** Which other node owns a stream and can be asked, as the table said within the last second. */
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
  /** Steady ms. */
  readonly knownAt: number;
}

export interface Owners {
  /**
   * Null: no other living node has it at the moment; `gone`: there is no such stream, nor an instance that gets one with
   * the next beat. Rejects with a DatabaseError.
   */
  of(streamId: string): Promise<Owner | 'gone' | null>;
  forget(streamId: string): void;
}

/** How long an answer to the question who owns a stream is good. */
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
      // This node hears of it with its next beat.
      const isOwn = owner.id === membership.node;
      if (isOwn) membership.recheck();
      // One that has just started has no address yet.
      if (isOwn || owner.url === '') return null;
      known.set(streamId, owner);
      return owner;
    },
    forget(streamId) {
      known.delete(streamId);
    },
  };
}
