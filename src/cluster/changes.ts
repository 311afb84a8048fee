/** What other nodes have changed of what this one has in memory: read from the table of changes, several times a second. */
import type { Database } from '../db/client.ts';
import { SharedRun } from '../shared/async/shared-run.ts';
import type { Cancel, Clock } from '../shared/clock.ts';
import { messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import { onceAMinute } from '../shared/once-a-minute.ts';

/** Reads again what it is given, which may be gone; must not reject for what is in order. */
export interface ChangeReaders {
  readonly instance: (instanceId: string) => Promise<void>;
  /** The webhooks of an account. */
  readonly webhooks: (accountId: string) => Promise<void>;
  /** A stream for which another node than its owner has written something to send. */
  readonly waiting: (streamId: string) => Promise<void>;
}

interface ChangeFeedDeps {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Clock;
  readonly log: Log;
}

const POLL_MS = 500;
const PAGE = 1_000;

const LAST = "select coalesce((select seq from sqlite_sequence where name = 'changes'), 0)";
const AFTER = `select seq, kind, key from changes where seq > ? order by seq limit ${PAGE}`;

export class ChangeFeed {
  readonly #deps: ChangeFeedDeps;
  readonly #mayReport: () => boolean;
  #readers: ChangeReaders | null = null;
  /** The last change that this node has. */
  #seen = 0;
  /** Steady ms; what was committed before is read. */
  #readAt: number;
  readonly #reading = new SharedRun(() => this.#read());
  #cancel: Cancel = () => {};
  #isStopped = false;

  constructor(deps: ChangeFeedDeps) {
    this.#deps = deps;
    this.#mayReport = onceAMinute(deps.clock);
    this.#readAt = deps.clock.steady();
  }

  /** For how long what other nodes have changed has not been read to its end, in ms. */
  get lagMs(): number {
    return this.#deps.clock.steady() - this.#readAt;
  }

  /** To be called before the tables are read: what is changed from then on is heard. Rejects with a DatabaseError. */
  async begin(): Promise<void> {
    const [row] = await this.#deps.db.query(LAST, []);
    this.#seen = Number(row?.[0] ?? 0);
  }

  /** From here on changes are passed on, in their order, once for each page however often something was changed in it. */
  follow(readers: ChangeReaders): void {
    this.#readers = readers;
    this.#later();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  /**
   * Resolves when all is passed on that was committed before. Rejects as the database or a reader does; the same is
   * then read again.
   */
  read(): Promise<void> {
    return this.#reading.run();
  }

  /** Reads now, as it does at intervals anyway. Never throws. */
  hurry(): void {
    const isFollowed = this.#readers !== null && !this.#isStopped;
    if (isFollowed && !this.#reading.isWaiting) void this.#poll();
  }

  async #read(): Promise<void> {
    const from = this.#deps.clock.steady();
    for (let count = PAGE; count === PAGE && !this.#isStopped; ) {
      const rows = await this.#deps.db.query(AFTER, [this.#seen]);
      count = rows.length;
      // Only triggers and publishing write the kinds.
      const changed = new Map(rows.map(([, kind, key]) => [`${kind} ${key}`, { kind, key }]));
      for (const { kind, key } of changed.values()) {
        await this.#readers?.[kind as keyof ChangeReaders](String(key));
      }
      this.#seen = Number(rows.at(-1)?.[0] ?? this.#seen);
    }
    this.#readAt = from;
  }

  #later(): void {
    this.#cancel();
    if (!this.#isStopped) this.#cancel = this.#deps.clock.after(POLL_MS, () => void this.#poll());
  }

  async #poll(): Promise<void> {
    try {
      await this.read();
    } catch (error) {
      if (this.#mayReport())
        this.#deps.log.warn('what other nodes have changed could not be read', {
          error: messageOf(error),
        });
    }
    this.#later();
  }
}
