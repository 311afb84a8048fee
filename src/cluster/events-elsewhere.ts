/** Reads the events that other nodes have committed, for readers of all events at this node. */
import type { Database, Row } from '../db/client.ts';
import type { CommittedEvent } from '../events/publish/publish.ts';
import { SharedRun } from '../shared/async/shared-run.ts';
import type { Cancel, Clock } from '../shared/clock.ts';
import { messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import { onceAMinute } from '../shared/once-a-minute.ts';

export interface EventsElsewhereDeps {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Returns whether there is a reader; without one nothing is read. */
  readonly hasReaders: () => boolean;
  /** Called with every event, also those of this node, in the order of the commits. */
  readonly committed: (event: CommittedEvent) => void;
}

const POLL_MS = 250;
/** The last minute is divided into parts, of which the oldest is dropped as a whole. */
const PART_MS = 10_000;
const PARTS = 6;
const PAGE = 500;

/** Rows are in the order in which they came; 0 if there is none. */
const LAST = 'select coalesce(max(rowid), 0) from events';
const AFTER = `select rowid, stream_id, sequence, type, body, media_id from events
  where rowid > ? order by rowid limit ${PAGE}`;

export class EventsElsewhere {
  readonly #deps: EventsElsewhereDeps;
  readonly #mayReport: () => boolean;
  /** The number of the last row that was read. */
  #seen = 0;
  /** The value of `#seen` when each part of the last minute began, the oldest first. */
  #seenBefore: { readonly part: number; readonly row: number }[] = [];
  readonly #looking = new SharedRun(() => (this.#deps.hasReaders() ? this.#read() : this.#skip()));
  #cancel: Cancel = () => {};
  #isStopped = false;

  constructor(deps: EventsElsewhereDeps) {
    this.#deps = deps;
    this.#mayReport = onceAMinute(deps.clock);
  }

  /** Starts: later events are passed on. Rejects with a DatabaseError. */
  async start(): Promise<void> {
    await this.#skip();
    this.#note();
    this.#schedule();
  }

  /** Reads now instead of at the next interval, if there is a reader. Never throws. */
  hurry(): void {
    const isAsked = this.#deps.hasReaders() && !this.#isStopped;
    if (isAsked && !this.#looking.isWaiting) void this.#poll();
  }

  /** Rows above this one came within the last 50 to 60 seconds or since the start; null before the start. */
  get rowAMinuteAgo(): number | null {
    return this.#seenBefore[0]?.row ?? null;
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  /** Skips to the end of the table. Its rows may also all have been deleted, so that numbers begin again. */
  async #skip(): Promise<void> {
    const [row] = await this.#deps.db.query(LAST, []);
    this.#seen = Number(row?.[0] ?? 0);
  }

  async #read(): Promise<void> {
    const [row] = await this.#deps.db.query(LAST, []);
    this.#seen = Math.min(this.#seen, Number(row?.[0] ?? 0));
    for (let count = PAGE; count === PAGE && !this.#isStopped; ) {
      const rows = await this.#deps.db.query(AFTER, [this.#seen]);
      for (const one of rows) this.#deps.committed(toCommitted(one));
      this.#seen = Number(rows.at(-1)?.[0] ?? this.#seen);
      count = rows.length;
    }
  }

  #note(): void {
    const part = Math.floor(this.#deps.clock.steady() / PART_MS);
    if (this.#seenBefore.at(-1)?.part !== part) this.#seenBefore.push({ part, row: this.#seen });
    this.#seenBefore = this.#seenBefore.filter((one) => one.part > part - PARTS);
  }

  #schedule(): void {
    this.#cancel();
    if (!this.#isStopped) this.#cancel = this.#deps.clock.after(POLL_MS, () => void this.#poll());
  }

  async #poll(): Promise<void> {
    try {
      await this.#looking.run();
      this.#note();
    } catch (error) {
      if (this.#mayReport())
        this.#deps.log.warn('reading the events of other nodes failed', {
          error: messageOf(error),
        });
    }
    this.#schedule();
  }
}

function toCommitted([, streamId, sequence, type, body, mediaId]: Row): CommittedEvent {
  return {
    streamId: String(streamId),
    sequence: Number(sequence),
    type: String(type),
    body: String(body),
    mediaId: mediaId == null ? null : String(mediaId),
  };
}
