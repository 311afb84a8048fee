/** Counts per minute over all nodes: each node counts for itself, and they exchange their counts once a second. */
import type { Database } from '../../core/db/client.ts';
import type { Cancel, Clock } from '../../core/shared/clock.ts';
import { sha256 } from '../../core/shared/crypto.ts';
import { messageOf } from '../../core/shared/errors.ts';
import { LimitedMap } from '../../core/shared/limited-map.ts';
import type { Log } from '../../core/shared/log.ts';
import { onceAMinute } from '../../core/shared/once-a-minute.ts';

interface SharedCountsDeps {
  readonly db: Pick<Database, 'batch'>;
  readonly clock: Clock;
  readonly log: Log;
  /** The id of this node, and the database's time in ms since 1970. */
  readonly member: { readonly node: string; readonly now: number };
  /** How many subjects are counted in a minute; defaults to 100 000. */
  readonly subjectsMax?: number;
}

interface Count {
  /** The key of the subject in the table. */
  readonly hash: string;
  /** The count of this node. */
  own: number;
  /** How much of `own` is in the table. */
  written: number;
  /** The count of the other nodes at the last exchange. */
  others: number;
}

const MINUTE_MS = 60_000;
const COMPARED_EVERY_MS = 1_000;
/** The most subjects in one exchange; those that changed since the last one come first. */
const COMPARED_AT_ONCE = 5_000;
/** The most subjects in a minute; beyond it those that came longest ago start again from 0. */
const SUBJECTS_MAX = 100_000;

export class SharedCounts {
  readonly #deps: SharedCountsDeps;
  readonly #mayReport: () => boolean;
  /** In minutes since 1970. */
  #minute = 0;
  /** The counts of this minute, by kind and subject. */
  readonly #counts: Map<string, Count>;
  #isPlanned = false;
  #isStopped = false;
  #cancel: Cancel = () => {};

  constructor(deps: SharedCountsDeps) {
    this.#deps = deps;
    this.#counts = new LimitedMap(deps.subjectsMax ?? SUBJECTS_MAX);
    this.#mayReport = onceAMinute(deps.clock);
  }

  /** Returns the counter of one kind; kinds are independent of each other. */
  of(kind: string): { count(subject: string): { used: number; leftMs: number } } {
    return { count: (subject) => this.#count(`${kind} ${subject}`) };
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  #count(name: string): { used: number; leftMs: number } {
    const { now } = this.#deps.member;
    this.#turn();
    const count = this.#counts.get(name) ?? newCount(name);
    count.own++;
    // Setting it again keeps the most frequent subjects longest.
    this.#counts.set(name, count);
    this.#plan();
    return { used: count.own + count.others, leftMs: (this.#minute + 1) * MINUTE_MS - now };
  }

  /**
   * The known time of the database may go back a little with each beat; the counts do not return to the minute before.
   */
  #turn(): void {
    const minute = Math.floor(this.#deps.member.now / MINUTE_MS);
    if (minute === this.#minute || minute === this.#minute - 1) return;
    this.#minute = minute;
    this.#counts.clear();
  }

  #plan(): void {
    if (this.#isPlanned || this.#isStopped) return;
    this.#isPlanned = true;
    this.#cancel = this.#deps.clock.after(COMPARED_EVERY_MS, () => void this.#compare());
  }

  async #compare(): Promise<void> {
    this.#turn();
    if (this.#counts.size === 0) {
      this.#isPlanned = false;
      return;
    }
    try {
      await this.#exchange();
    } catch (error) {
      if (this.#mayReport())
        this.#deps.log.warn('exchanging counts with the other nodes failed', {
          error: messageOf(error),
        });
    }
    this.#isPlanned = false;
    // The exchange repeats during the whole minute, because others may count what this node does not.
    this.#plan();
  }

  /** A node writes its whole count each time, so a lost answer does no harm. */
  async #exchange(): Promise<void> {
    const { db, member } = this.#deps;
    const minute = this.#minute;
    const all = [...this.#counts.values()].map((count) => ({ count, used: count.own }));
    const isNew = ({ count, used }: { count: Count; used: number }) => used > count.written;
    const ordered = [...all.filter(isNew), ...all.filter((one) => !isNew(one))];
    const some = ordered.slice(0, COMPARED_AT_ONCE);
    const own = JSON.stringify(some.map(({ count, used }) => [count.hash, used]));
    const [, others = []] = await db.batch([
      { sql: WRITE, params: [minute, member.node, own] },
      { sql: OTHERS, params: [minute, member.node, own] },
      { sql: REMOVE_ENDED, params: [minute - 1, minute + 1, COMPARED_AT_ONCE] },
    ]);
    const found = new Map(others.map(([hash, used]) => [String(hash), Number(used)]));
    for (const { count, used } of some) {
      count.written = used;
      count.others = found.get(count.hash) ?? 0;
    }
  }
}

const newCount = (name: string): Count => ({
  hash: sha256(name),
  own: 0,
  written: 0,
  others: 0,
});

const WRITE = `insert into rate_counts (minute, subject, node, used)
  select ?1, value ->> 0, ?2, value ->> 1 from json_each(?3) where true
  on conflict (minute, subject, node) do update set used = excluded.used
    where used <> excluded.used`;
const OTHERS = `select subject, sum(used) from rate_counts where minute = ?1 and node <> ?2
    and subject in (select value ->> 0 from json_each(?3))
  group by subject`;
const REMOVE_ENDED = `delete from rate_counts where rowid in
  (select rowid from rate_counts where minute < ? or minute > ? limit ?)`;
