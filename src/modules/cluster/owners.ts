/** Looks up which other node owns a stream and can be asked, at most a second out of date. */
import { DATABASE_NOW, type Database } from '../../core/db/client.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { LimitedMap } from '../../core/shared/limited-map.ts';
import type { Membership } from './membership.ts';

interface OwnersDeps {
  readonly db: Pick<Database, 'query'>;
  readonly membership: Pick<Membership, 'node' | 'recheck'>;
  readonly clock: Pick<Clock, 'steady'>;
}

export interface Owner {
  readonly id: string;
  readonly url: string;
}

export interface Owners {
  /**
   * Returns null when no other living node owns it now, and `gone` when there is neither such a stream nor an instance
   * that gets one with the next beat. Rejects with a DatabaseError.
   */
  of(streamId: string): Promise<Owner | 'gone' | null>;
  forget(streamId: string): void;
}

/** How long an owner is remembered. */
export const OWNER_KNOWN_MS = 1_000;
/** How long the absence of an owner is remembered: all requests that wait for an owner share a look at the table. */
const NONE_KNOWN_MS = 200;
const KNOWN_MAX = 10_000;

const OWNER = `select n.id, n.url from (select owner from streams where id = ?1
    union all select null from instances where id = ?1) s
  left join nodes n on n.id = s.owner and n.until > ${DATABASE_NOW}
  order by n.id is null limit 1`;

interface Look {
  readonly found: Promise<Owner | 'gone' | null>;
  /** In ms of the steady clock; infinite while the database is asked. */
  until: number;
}

export function createOwners({ db, membership, clock }: OwnersDeps): Owners {
  const looks = new LimitedMap<string, Look>(KNOWN_MAX);

  async function find(streamId: string): Promise<Owner | 'gone' | null> {
    const [row] = await db.query(OWNER, [streamId]);
    if (!row) return 'gone';
    if (row[0] === null) return null;
    const owner = { id: String(row[0]), url: String(row[1]) };
    // This node learns it with its next beat.
    const isOwn = owner.id === membership.node;
    if (isOwn) membership.recheck();
    // A node that has just started has no address yet.
    return isOwn || owner.url === '' ? null : owner;
  }

  function look(streamId: string): Promise<Owner | 'gone' | null> {
    const forget = () => {
      if (looks.get(streamId) === one) looks.delete(streamId);
    };
    const one: Look = { found: find(streamId), until: Number.POSITIVE_INFINITY };
    looks.set(streamId, one);
    one.found.then((found) => {
      if (found === 'gone') forget();
      else one.until = clock.steady() + (found === null ? NONE_KNOWN_MS : OWNER_KNOWN_MS);
    }, forget);
    return one.found;
  }

  return {
    async of(streamId) {
      const before = looks.get(streamId);
      if (before === undefined || clock.steady() >= before.until) return look(streamId);
      const found = await before.found;
      if (found !== 'gone') return found;
      // It may have come into being since the database was asked.
      return looks.get(streamId)?.found ?? look(streamId);
    },
    forget(streamId) {
      looks.delete(streamId);
    },
  };
}
