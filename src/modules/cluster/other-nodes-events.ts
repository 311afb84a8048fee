/** Reads the events that other nodes have committed, for readers of all events at this node. */
import type { Database, Row } from '../../core/db/client.ts';
import type { CommittedEvent } from '../../core/events/publish/publish.ts';
import type { Cancel, Clock } from '../../core/shared/clock.ts';
import { messageOf } from '../../core/shared/errors.ts';
import type { Log } from '../../core/shared/log.ts';
import { onceAMinute } from '../../core/shared/once-a-minute.ts';
import { SharedRun } from './changes.ts';

export interface OtherNodesEventsDeps {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Returns whether there is a reader; without one nothing is read. */
  readonly hasReaders: () => boolean;
  /** Called with every event, also those of this node, in the order of the commits. */
  readonly onEvent: (event: CommittedEvent) => void;
}

const POLL_MS = 250;
/** The last minute is divided into parts, of which the oldest is dropped as a whole. */
const PART_MS = 10_000;
const PARTS = 6;
const PAGE = 500;

/** Rows are in the order in which the events came; after them comes one with the number of the last event, or 0. */
const AFTER = `select number, stream_id, sequence, type, body, media_id
  from (select rowid as number, stream_id, sequence, type, body, media_id from events
    where rowid > ? order by rowid limit ${PAGE})
  union all select coalesce(max(rowid), 0), null, null, null, null, null from events`;
const LAST = 'select coalesce(max(rowid), 0) from events';

export class OtherNodesEvents {
  readonly #deps: OtherNodesEventsDeps;
  readonly #mayReport: () => boolean;
  /** The number of the last row that was read. */
  #seen = 0;
  /** The value of `#seen` when each part of the last minute began, the oldest first. */
  #seenBefore: { readonly part: number; readonly row: number }[] = [];
  readonly #reading = new SharedRun(() => this.#read());
  #cancel: Cancel = () => {};
  #isStopped = false;

  constructor(deps: OtherNodesEventsDeps) {
    this.#deps = deps;
    this.#mayReport = onceAMinute(deps.clock);
  }

  /** Starts: later events are passed on. Rejects with a DatabaseError. */
  async start(): Promise<void> {
    const [row] = await this.#deps.db.query(LAST, []);
    this.skipTo(Number(row?.[0] ?? 0));
    this.#schedule();
  }

  /** Must be called with the number of the last row as of now, or 0: without a reader no other row is read. */
  skipTo(row: number): void {
    if (!this.#deps.hasReaders()) this.#seen = row;
    this.#note();
  }

  /** Reads now instead of at the next interval, if there is a reader. Never throws. */
  hurry(): void {
    if (!this.#isStopped && !this.#reading.isWaiting) void this.#poll();
  }

  /** Rows above this one came within the last 50 to 60 seconds or since the start; null before the start. */
  get rowAMinuteAgo(): number | null {
    return this.#seenBefore[0]?.row ?? null;
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  async #read(): Promise<void> {
    for (let count = PAGE; count === PAGE && !this.#isStopped; ) {
      const found = await this.#deps.db.query(AFTER, [this.#seen]);
      const rows = found.slice(0, -1);
      for (const one of rows) this.#deps.onEvent(toCommitted(one));
      // All rows may have been deleted, so that their numbers begin again.
      const last = Number(found.at(-1)?.[0] ?? 0);
      this.#seen = Number(rows.at(-1)?.[0] ?? Math.min(this.#seen, last));
      count = rows.length;
    }
    this.#note();
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
      if (this.#deps.hasReaders()) await this.#reading.run();
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
