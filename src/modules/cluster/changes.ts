/**
 * Follows what other nodes change of the data that this one has in memory, by reading the table of changes several
 * times a second.
 */
import type { Database, Row, Statement } from '../../core/db/client.ts';
import type { Cancel, Clock } from '../../core/shared/clock.ts';
import { messageOf } from '../../core/shared/errors.ts';
import type { Log } from '../../core/shared/log.ts';
import { onceAMinute } from '../../core/shared/once-a-minute.ts';

/** Reloads what has changed, which may have been deleted. Must reject only on a real failure. */
export interface ChangeReaders {
  readonly instance: (instanceId: string) => Promise<void>;
  /** Reloads the webhooks of an account. */
  readonly webhooks: (accountId: string) => Promise<void>;
  /** Called with a stream for which a node other than its owner has written something to send. */
  readonly waiting: (streamId: string) => Promise<void>;
  /** Called with the number of the last row of events, or 0, whenever changes are read: it costs no request more. */
  readonly lastEvent: (row: number) => void;
}

interface ChangeFeedDeps {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** With the beat every 3 s, which carries a look, an idle node asks less than twice a second. */
const POLL_MS = 600;
const PAGE = 1_000;

const LAST = "select coalesce((select seq from sqlite_sequence where name = 'changes'), 0)";
const AFTER = `select seq, kind, key from (select seq, kind, key from changes where seq > ? order by seq limit ${PAGE})
  union all select null, null, (select coalesce(max(rowid), 0) from events)`;

/** A look that a request of something else carries, so that none of its own is due for a while. */
export interface CarriedLook {
  readonly statement: Statement;
  /** Must be called with the rows of the statement, unless the request fails. Never throws. */
  readonly answered: (rows: readonly Row[]) => void;
}

/** The first page of a look. */
interface FirstPage {
  readonly rows: readonly Row[];
  /** When it was asked for, in ms of the steady clock. */
  readonly from: number;
}

export class ChangeFeed {
  readonly #deps: ChangeFeedDeps;
  readonly #mayReport: () => boolean;
  #readers: ChangeReaders | null = null;
  /** The number of the last change that this node has read. */
  #seen = 0;
  /** Everything committed before this time (ms of the steady clock) has been read. */
  #readAt: number;
  readonly #reading = new SharedRun(() => this.#read());
  /** How often reading has begun. */
  #reads = 0;
  /** Rows that another request has read for the next reading. */
  #carried: FirstPage | null = null;
  #cancel: Cancel = () => {};
  #isStopped = false;

  constructor(deps: ChangeFeedDeps) {
    this.#deps = deps;
    this.#mayReport = onceAMinute(deps.clock);
    this.#readAt = deps.clock.steady();
  }

  /** Returns for how many ms the changes of other nodes have not been read completely. */
  get lagMs(): number {
    return this.#deps.clock.steady() - this.#readAt;
  }

  /** Must be called before the tables are read: later changes are then followed. Rejects with a DatabaseError. */
  async begin(): Promise<void> {
    const [row] = await this.#deps.db.query(LAST, []);
    this.#seen = Number(row?.[0] ?? 0);
  }

  /** Starts passing on changes in order, each only once for each page however often something changed in it. */
  follow(readers: ChangeReaders): void {
    this.#readers = readers;
    this.#schedule();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  /**
   * Resolves when every earlier change has been passed on. Rejects as the database or a reader does; the same changes
   * are then read again.
   */
  read(): Promise<void> {
    return this.#reading.run();
  }

  /** Reads now instead of at the next interval. Never throws. */
  hurry(): void {
    if (this.#isFollowed && !this.#reading.isWaiting) void this.#poll();
  }

  /** The next look at the interval is postponed once the answer is there, not before: it may be late. */
  carry(): CarriedLook {
    const from = this.#deps.clock.steady();
    const reads = this.#reading.isRunning ? null : this.#reads;
    return {
      statement: { sql: AFTER, params: [this.#seen] },
      answered: (rows) => {
        // Otherwise it was read since then, or is being read.
        if (reads !== this.#reads || !this.#isFollowed) return;
        this.#carried = { rows, from };
        void this.#poll();
      },
    };
  }

  get #isFollowed(): boolean {
    return this.#readers !== null && !this.#isStopped;
  }

  async #read(): Promise<void> {
    this.#reads++;
    let page = this.#carried;
    this.#carried = null;
    const from = page?.from ?? this.#deps.clock.steady();
    for (let count = PAGE; count === PAGE && !this.#isStopped; page = null) {
      const found = page?.rows ?? (await this.#deps.db.query(AFTER, [this.#seen]));
      const rows = found.slice(0, -1);
      count = rows.length;
      this.#readers?.lastEvent(Number(found.at(-1)?.[2] ?? 0));
      // Only triggers and publishing write this column.
      const changed = new Map(rows.map(([, kind, key]) => [`${kind} ${key}`, { kind, key }]));
      for (const { kind, key } of changed.values()) {
        await this.#readers?.[kind as Exclude<keyof ChangeReaders, 'lastEvent'>](String(key));
      }
      this.#seen = Number(rows.at(-1)?.[0] ?? this.#seen);
    }
    this.#readAt = from;
  }

  #schedule(): void {
    this.#cancel();
    if (!this.#isStopped) this.#cancel = this.#deps.clock.after(POLL_MS, () => void this.#poll());
  }

  async #poll(): Promise<void> {
    try {
      await this.read();
    } catch (error) {
      if (this.#mayReport())
        this.#deps.log.warn('reading the changes of other nodes failed', {
          error: messageOf(error),
        });
    }
    this.#schedule();
  }
}

/** Runs work that reads the current state: each caller gets a run that starts after its call, shared with others. */
export class SharedRun {
  readonly #work: () => Promise<void>;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Whether a run will start when the current one ends. */
  get isWaiting(): boolean {
    return this.#next !== null;
  }

  /** Settles as the first run that starts after this call; only one runs at a time. */
  run(): Promise<void> {
    if (this.#running === null) return this.#begin();
    const begin = () => {
      this.#next = null;
      return this.#begin();
    };
    this.#next ??= this.#running.then(begin, begin);
    return this.#next;
  }

  #begin(): Promise<void> {
    this.#running = this.#work().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }
}
