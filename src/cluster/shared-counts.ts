/** What is counted in a minute at all nodes together: each counts by itself, and once a second they compare. */
import type { Database } from '../db/client.ts';
import type { Cancel, Clock } from '../shared/clock.ts';
import { sha256 } from '../shared/crypto.ts';
import { messageOf } from '../shared/errors.ts';
import { LimitedMap } from '../shared/limited-map.ts';
import type { Log } from '../shared/log.ts';
import { onceAMinute } from '../shared/once-a-minute.ts';

interface SharedCountsDeps {
  readonly db: Pick<Database, 'batch'>;
  readonly clock: Clock;
  readonly log: Log;
  /** This node, and the present by the clock of the database, in ms since 1970. */
  readonly member: { readonly node: string; readonly now: number };
  /** How many subjects are counted in a minute; default: 100 000. */
  readonly subjectsMax?: number;
}

interface Count {
  /** What stands in the table for the subject. */
  readonly hash: string;
  /** Counted here. */
  own: number;
  /** Of those the table has so many. */
  written: number;
  /** Counted by the others, as of the last comparison. */
  others: number;
}

const MINUTE_MS = 60_000;
const COMPARED_EVERY_MS = 1_000;
/** Of more subjects those that were counted since the last time come first. */
const COMPARED_AT_ONCE = 5_000;
/** Counted in a minute; beyond them those that came longest ago begin anew. */
const SUBJECTS_MAX = 100_000;

export class SharedCounts {
  readonly #deps: SharedCountsDeps;
  readonly #mayReport: () => boolean;
  /** Minutes since 1970. */
  #minute = 0;
  /** Of this minute, by kind and subject. */
  readonly #counts: Map<string, Count>;
  #isPlanned = false;
  #isStopped = false;
  #cancel: Cancel = () => {};

  constructor(deps: SharedCountsDeps) {
    this.#deps = deps;
    this.#counts = new LimitedMap(deps.subjectsMax ?? SUBJECTS_MAX);
    this.#mayReport = onceAMinute(deps.clock);
  }

  /** Counts of one kind, which have nothing to do with those of another. */
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
    // Those who come most often are the last to make room.
    this.#counts.set(name, count);
    this.#plan();
    return { used: count.own + count.others, leftMs: (this.#minute + 1) * MINUTE_MS - now };
  }

  /** What is known of the database's time may go back a little with each beat: not into the minute before. */
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
        this.#deps.log.warn('what other nodes have counted could not be read', {
          error: messageOf(error),
        });
    }
    this.#isPlanned = false;
    // As long as the minute lasts: others may count what nobody asks for here just now.
    this.#plan();
  }

  /** A node writes its whole count each time, so that a lost answer does not matter. */
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
