/**
 * Reads the events of a replay from the log, or from the archive if the log has removed them, and reads which of them
 * the endpoint already got.
 */
import type { Database } from '../../db/client.ts';
import type { ArchiveReader, EventArchive } from '../contract/archive.ts';
import type { Replay } from '../contract/replay.ts';
import { CLOCK_SLACK_MS } from './delivery-search.ts';
import { type EventWindow, nextStored, readReceived, readWindow } from './replay-window.ts';

interface ReplaySourceDeps {
  readonly db: Pick<Database, 'query'>;
  readonly archive?: EventArchive | null;
}

export class ReplaySource {
  readonly #deps: ReplaySourceDeps;
  readonly #replay: Replay;
  /** Null until something was not in the log. */
  #reader: ArchiveReader | null = null;
  /** Says which events its endpoint was sent; null until that was read, or if all are wanted. */
  #received: ((sequence: number) => boolean) | null = null;

  constructor(deps: ReplaySourceDeps, replay: Replay) {
    this.#deps = deps;
    this.#replay = replay;
  }

  /** Returns the next events after the cursor. Rejects with a DatabaseError, or the Error of the archive. */
  async next(cursor: number, withBodies: boolean): Promise<EventWindow> {
    const { db } = this.#deps;
    const { streamId, endpoint, first, last, onlyFailed } = this.#replay;
    if (onlyFailed) this.#received ??= await readReceived(db, streamId, endpoint, [first, last]);
    const archived = await this.#fromArchive(cursor);
    return archived ?? readWindow(db, streamId, [cursor, last], withBodies);
  }

  /** Returns whether the endpoint was sent an event, or will be, if that matters. */
  wasReceived(sequence: number): boolean {
    return this.#received?.(sequence) ?? false;
  }

  /** Returns null if the log has the next event, or the archive has none before it. */
  async #fromArchive(cursor: number): Promise<EventWindow | null> {
    const { db, archive } = this.#deps;
    const { streamId, since, last } = this.#replay;
    if (!archive) return null;
    const next = (await nextStored(db, streamId, cursor)) ?? last + 1;
    if (next === cursor + 1) return null;
    this.#reader ??= archive.open(streamId, since - CLOCK_SLACK_MS);
    const events = await this.#reader.read(cursor, Math.min(next, last + 1));
    return events.length === 0 ? null : { events, isWhole: false, isArchived: true };
  }
}
