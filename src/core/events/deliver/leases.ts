/**
 * The leases of this process, in memory and in the table. They differ after a lost answer: leases that only the table
 * knows are released there and claimed again like any other.
 */
import type { Row, Statement } from '../../db/client.ts';
import { Mutex } from '../../shared/async/mutex.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Delivery } from '../contract/channel.ts';
import type { GroupCommit } from '../publish/group-commit.ts';
import type { Ownership } from '../publish/ownership.ts';

export interface Leases {
  /** Must be called in the same turn of the event loop in which the commit is known that leased the delivery. */
  begin(delivery: Delivery): void;
  /** Must be called likewise for the commit that released it, or when another process has it. */
  end(delivery: Delivery): void;
  /**
   * Releases the leases that only the table knows. Returns how many. Reads the rows only when the table has more leases
   * than memory, or `isThorough`.
   */
  release(isThorough: boolean): Promise<number>;
}

/** How many rows one statement releases. */
const SLICE = 500;

/** The leases that the table has of a process. Its parameters are those of `holdersOf`. */
export const OURS =
  "stream_id in (select id from streams) and state = 'sending' and holder >= ? and holder < ?";
const LIST = `select id, holder from deliveries where ${OURS} and (select count(*) from deliveries where ${OURS}) > ?`;
const RELEASE = `update deliveries set state = 'waiting', holder = null, next_attempt_at = ?
  where state = 'sending' and (id, holder) in (select value ->> 0, value ->> 1 from json_each(?))`;

export function createLeases(
  commits: GroupCommit,
  clock: Pick<Clock, 'steady'>,
  ownership: Pick<Ownership, 'holderPrefix'>,
): Leases {
  /** The holder of each delivery; a stream that was lost and came back has another one. */
  const held = new Map<string, string>();
  const isHeld = ([id, holder]: Row): boolean => held.get(String(id)) === holder;

  /** Builds the statement within the commit, when memory is as the table was after the previous commit. */
  const ask = (statement: () => Statement): Promise<Row[]> =>
    new Promise((resolve, reject) =>
      commits.submit({
        mustSucceed: false,
        rows: 1,
        bytes: 256,
        statements: () => [statement()],
        onCommitted: ([rows = []]) => resolve(rows.filter((row) => !isHeld(row))),
        onCommittedWithoutRows: () => resolve([]),
        onFailed: reject,
      }),
    );

  const release = async (isThorough: boolean): Promise<number> => {
    const ours = holdersOf(ownership.holderPrefix);
    const unheld = await ask(() => ({
      sql: LIST,
      params: [...ours, ...ours, isThorough ? -1 : held.size],
    }));
    for (let from = 0; from < unheld.length; from += SLICE) {
      await ask(() => {
        const still = unheld.slice(from, from + SLICE).filter((row) => !isHeld(row));
        return { sql: RELEASE, params: [clock.steady(), JSON.stringify(still)] };
      });
    }
    return unheld.length;
  };

  /**
   * One at a time: what one has released may be claimed again, under the same holder, in the commit in which another
   * would release it.
   */
  const releases = new Mutex();
  return {
    begin: ({ id, holder }) => void held.set(id, holder),
    end({ id, holder }) {
      if (held.get(id) === holder) held.delete(id);
    },
    release: (isThorough) => releases.run(() => release(isThorough)),
  };
}

/** Returns the first holder with `prefix`, and a text that sorts after all of them. */
export const holdersOf = (prefix: string): [from: string, before: string] => [
  prefix,
  `${prefix}\u{10ffff}`,
];
