/**
 * Holds messages on disk whose events wait for a file, or for an earlier message of their chat. They become events in
 * the order of each chat, also after a restart.
 */
import { type Database, faultOf, type Statement } from '../../db/client.ts';
import type { CatalogEvent } from '../../events/contract/catalog.ts';
import type { MessageInbox } from '../../messages/inbox.ts';
import type { MessageRecord } from '../../messages/rows.ts';
import type { Slots } from '../../shared/async/semaphore.ts';
import { type Clock, sleep } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import type { FetchedFile } from './files.ts';
import { recordOf } from './message-record.ts';
import type { StoredFile } from './stored-content.ts';
import { type Incoming, withFileLength } from './translate/message.ts';
import type { ReceivedMessage } from './webhook-items.ts';

/** A message as it waits on disk: with its chat and sender as receivers know them. */
export interface HeldMessage extends ReceivedMessage {
  readonly chat: string;
  readonly sender: string;
}

export interface HeldMessagesDeps {
  readonly db: Pick<Database, 'batch'>;
  readonly inbox: MessageInbox;
  readonly clock: Clock;
  readonly log: Log;
  readonly instanceName: string;
  /** Aborts when the session ends. */
  readonly ended: AbortSignal;
  /** Returns what to publish now, or null when there is nothing. */
  readonly translated: (held: HeldMessage) => Promise<Incoming | null>;
  /** Publishes all or nothing; resolves when they are on disk. */
  readonly publish: (
    event: CatalogEvent,
    message: MessageRecord,
    published: Statement,
  ) => Promise<void>;
  /** Stores who sent a published message. */
  readonly enter: (held: HeldMessage) => Promise<void>;
  readonly wantsFiles: () => boolean;
  /** Resolves with the file, or with the reason why there is none. Never rejects. */
  readonly fetchMedia: (file: StoredFile, messageId: string) => Promise<FetchedFile>;
  /** Limits the files in memory of all sessions: each counts from when it is fetched until its event is on disk. */
  readonly fileSlots: Slots;
}

/** How many are read from disk and not yet published; others wait on disk. */
const IN_HAND_MAX = 200;
const RETRY_MS = 1_000;
const PRUNE_EVERY_MS = 3_600_000;

/** Call `hold` one at a time. */
export class HeldMessages {
  readonly #deps: HeldMessagesDeps;
  /** Keyed by the id of their row. */
  readonly #inHand = new Map<string, Promise<void>>();
  /** The last one in hand of each chat. */
  readonly #lastOf = new Map<string, Promise<void>>();
  /** The row that was taken in hand last; later rows are still to be read. */
  #last: string | null = null;
  #hasMore = true;
  /** Whether some were written since the disk was last read. */
  #wasMissed = false;
  #reading: Promise<void> | null = null;
  #room = Promise.withResolvers<void>();
  #prunedAt = Number.NEGATIVE_INFINITY;

  constructor(deps: HeldMessagesDeps) {
    this.#deps = deps;
  }

  /** Tells whether a message of the chat would overtake another if it were published now. */
  isWaiting(chat: string): boolean {
    return this.#hasMore || this.#lastOf.has(chat);
  }

  /** Resolves once they are on disk; a repeated message is stored once. Publishes earlier ones too. */
  async hold(messages: readonly HeldMessage[]): Promise<void> {
    const { db, inbox } = this.#deps;
    const rows = messages.map((held) => ({
      held,
      ...inbox.arrival(String(held.message.id), JSON.stringify(held)),
    }));
    const news = await inbox.store(rows, (some) =>
      db.batch(some.map(({ statement }) => statement)),
    );
    for (const { id, held } of news) {
      if (!this.#hasMore && this.#inHand.size < IN_HAND_MAX) this.#take(id, held);
      else {
        this.#hasMore = true;
        this.#wasMissed = true;
      }
    }
    this.begin();
  }

  /** Publishes what waits on disk; call it whenever something may. */
  begin(): void {
    this.#prune();
    if (!this.#hasMore || this.#reading !== null || this.#deps.ended.aborted) return;
    this.#reading = this.#readOn().finally(() => {
      this.#reading = null;
    });
  }

  /** Resolves when nothing is in hand any more. */
  async idle(): Promise<void> {
    await this.#reading;
    await Promise.all(this.#inHand.values());
  }

  async #readOn(): Promise<void> {
    const { inbox, ended } = this.#deps;
    while (this.#hasMore && !ended.aborted) {
      this.#wasMissed = false;
      const page = await this.#persist(() => inbox.waiting(this.#last));
      if (page === null) return;
      this.#hasMore = page.length > 0 || this.#wasMissed;
      for (const { id, body } of page) {
        while (this.#inHand.size >= IN_HAND_MAX) await this.#room.promise;
        // Only `hold` writes this.
        this.#take(id, JSON.parse(body) as HeldMessage);
      }
    }
  }

  #take(id: string, held: HeldMessage): void {
    const { chat } = held;
    this.#last = id;
    const before = this.#lastOf.get(chat) ?? Promise.resolve();
    const published = before
      .then(() => this.#published(id, held))
      .finally(() => {
        this.#inHand.delete(id);
        if (this.#lastOf.get(chat) === published) this.#lastOf.delete(chat);
        this.#room.resolve();
        this.#room = Promise.withResolvers();
      });
    this.#inHand.set(id, published);
    this.#lastOf.set(chat, published);
  }

  /** Never rejects; what the end of the session prevents, the next session finds on disk. */
  async #published(id: string, held: HeldMessage): Promise<void> {
    const { translated, publish, enter, inbox } = this.#deps;
    const { fileSlots, fetchMedia, wantsFiles, ended } = this.#deps;
    const found = await this.#persist(async () => ({ incoming: await translated(held) }));
    if (found === null) return;
    const { incoming } = found;
    if (incoming === null) return void (await this.#persist(() => inbox.done([id])));
    const { media: file } = incoming;
    const isFetched = file !== null && wantsFiles();
    if (isFetched && !(await fileSlots.acquire(ended))) return;
    try {
      const fetched = isFetched ? await fetchMedia(file, incoming.data.Info.ID) : null;
      const { event, stored } = published(incoming, fetched);
      await this.#persist(async () => {
        try {
          await publish(event, stored, inbox.publishing(id));
        } catch (error) {
          // An earlier try may have been committed although its answer was lost.
          if (faultOf(error) !== 'constraint' || (await inbox.isWaiting(id))) throw error;
        }
      });
    } finally {
      if (isFetched) fileSlots.release();
    }
    await this.#persist(() => enter(held));
  }

  /** Tries until it succeeds; resolves with null when the session has ended before. */
  async #persist<T>(work: () => Promise<T>): Promise<T | null> {
    const { clock, log, ended, instanceName } = this.#deps;
    while (!ended.aborted) {
      try {
        return await work();
      } catch (error) {
        if (ended.aborted) return null;
        const fields = { instanceName, reason: messageOf(error) };
        log.warn('received messages could not be written; trying again', fields);
        await sleep(clock, RETRY_MS, ended);
      }
    }
    return null;
  }

  #prune(): void {
    const { clock, log, inbox } = this.#deps;
    const now = clock.steady();
    if (now - this.#prunedAt < PRUNE_EVERY_MS) return;
    this.#prunedAt = now;
    inbox.prune().catch((error) => {
      log.warn('old received messages could not be deleted', { reason: messageOf(error) });
    });
  }
}

/**
 * Returns the event of a message and what is stored of it, with its file (null when it was not fetched) and the file's
 * size.
 */
function published(incoming: Incoming, file: FetchedFile | null) {
  if (file === null) return { event: eventOf(incoming), stored: recordOf(incoming) };
  const { size, ...media } = file;
  const bytes = 'bytes' in media ? media.bytes.byteLength : size;
  const sized = bytes === undefined ? incoming : withFileLength(incoming, bytes);
  return { event: { ...eventOf(sized), media }, stored: recordOf(sized) };
}

const eventOf = ({ data }: Incoming): Extract<CatalogEvent, { type: 'Message' }> => ({
  type: 'Message',
  data,
});
