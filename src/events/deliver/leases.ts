/**
 * Which deliveries this process owns, in memory and in the table. Owns: that the two agree. They differ after an
 * answer was lost: what the table alone knows of is released there, and claimed again like any other.
 */
import type { Row, Statement } from '../../db/client.ts';
import type { Clock } from '../../shared/clock.ts';
import type { GroupCommit } from '../publish/group-commit.ts';

export interface Leases {
  /** To be called in the turn in which the commit is known that made the delivery this process's own. */
  begin(deliveryId: string): void;
  /** Likewise for the commit that made it nobody's. */
  end(deliveryId: string): void;
  /**
   * Makes what the table alone knows of wait again; how many. Looks at the rows only when the table holds more than
   * memory, or `thoroughly`.
   */
  release(thoroughly: boolean): Promise<number>;
}

interface LeasesDeps {
  readonly commits: GroupCommit;
  readonly clock: Pick<Clock, 'steady'>;
  readonly owner: string;
}

/** Rows released by one statement. */
const SLICE = 500;

const OURS = "stream_id in (select id from streams) and state = 'sending' and owner = ?";
const LIST = `select id from deliveries where ${OURS} and (select count(*) from deliveries where ${OURS}) > ?`;
const RELEASE = `update deliveries set state = 'waiting', owner = null, next_attempt_at = ?
  where id in (select value from json_each(?)) and state = 'sending' and owner = ?`;

export function createLeases({ commits, clock, owner }: LeasesDeps): Leases {
  const held = new Set<string>();

  /** In a commit's turn, where memory is what the table was after the commit before. */
  const ask = (statement: () => Statement): Promise<Row[]> =>
    new Promise((resolve, reject) =>
      commits.submit({
        mustSucceed: false,
        rows: 1,
        bytes: 256,
        statements: () => [statement()],
        committed: ([rows = []]) => resolve(rows.filter(([id]) => !held.has(String(id)))),
        found: () => resolve([]),
        failed: reject,
      }),
    );

  return {
    begin: (deliveryId) => void held.add(deliveryId),
    end: (deliveryId) => void held.delete(deliveryId),
    async release(thoroughly) {
      const unheld = await ask(() => ({
        sql: LIST,
        params: [owner, owner, thoroughly ? -1 : held.size],
      }));
      const ids = unheld.map(([id]) => String(id));
      for (let from = 0; from < ids.length; from += SLICE) {
        await ask(() => {
          const still = ids.slice(from, from + SLICE).filter((id) => !held.has(id));
          return { sql: RELEASE, params: [clock.steady(), JSON.stringify(still), owner] };
        });
      }
      return ids.length;
    },
  };
}
