/**
 * Turns received messages into events that wait on disk for a file, or for an earlier message of their chat: in the
 * order of each chat, also after a restart.
 */
import type { Statement } from '../db/client.ts';
import type { CatalogEvent } from '../events/contract/catalog.ts';
import type { MessageInbox } from '../messages/inbox.ts';
import type { MessageRecord } from '../messages/rows.ts';
import { createKeyedMutex } from '../shared/async/mutex.ts';
import type { Place, Slots } from '../shared/async/semaphore.ts';
import { sleep } from '../shared/clock.ts';
import { messageOf, NotConnected } from '../shared/errors.ts';
import type { RetryDeps } from './write-queue.ts';

export interface HeldMessagesDeps<M> extends RetryDeps {
  readonly inbox: Pick<
    MessageInbox,
    'readWaiting' | 'markDone' | 'publishedStatement' | 'isWaiting'
  >;
  /** Returns a message from its body in the inbox, or null when it is no longer wanted. */
  readonly read: (body: string) => Promise<M | null>;
  /**
   * Returns what to publish, or null when there is nothing. It is called again when it rejects. `before` resolves when
   * the earlier messages of the chat are published.
   */
  readonly prepare: (
    message: M,
    before: Promise<void>,
    slot: FileSlot,
  ) => Promise<PreparedEvent | null>;
  /** Resolves with false when the session has ended before. It is called again when it rejects. */
  readonly publish: (prepared: PreparedEvent, mark: EventMark, message: M) => Promise<boolean>;
  /** Limits the files in memory of all sessions: each counts from when it is fetched until its event is on disk. */
  readonly fileSlots: Slots;
}

export interface PreparedEvent {
  readonly event: CatalogEvent;
  readonly record?: MessageRecord;
}

/** Further writes in the commit of an event. */
export interface EventMark {
  readonly statement: Statement;
  /** Tells whether a commit that failed as `constraint` failed because the event had been committed before. */
  readonly wasWritten?: () => Promise<boolean>;
}

/** How many are announced or being published; others wait on disk. */
const IN_HAND_MAX = 200;
const RETRY_MS = 1_000;

export class HeldMessages<M extends { readonly chat: string }> {
  readonly #deps: HeldMessagesDeps<M>;
  /** Keyed by chat. */
  readonly #preparing = createKeyedMutex();
  /** Keyed by the id of their row. */
  readonly #inHand = new Map<string, Promise<void>>();
  /** The last of those in each chat. */
  readonly #lastOf = new Map<string, Promise<void>>();
  /** Chats of messages that are being written, by id; null for a message that will not wait. */
  readonly #announced = new Map<string, string | null>();
  #nextRoom = Promise.withResolvers<void>();
  #hasBegun = false;
  /** How often messages were left on disk since all were read; the first are those of earlier sessions. */
  #unread = 1;
  #reading: Promise<void> | null = null;

  constructor(deps: HeldMessagesDeps<M>) {
    this.#deps = deps;
  }

  /** Tells whether a message of the chat would overtake another if it were published now. */
  isWaiting(chat: string): boolean {
    const isBehind = this.#lastOf.has(chat) || this.#announced.values().some((one) => one === chat);
    return this.#unread > 0 || isBehind;
  }

  /** Resolves when one more may be announced. */
  async room(): Promise<void> {
    while (this.#inHand.size + this.#announced.size >= IN_HAND_MAX) await this.#nextRoom.promise;
  }

  /** Says that a message is about to be written. Call `add` or `withdraw` afterwards. */
  announce(id: string, chat: string | null): void {
    this.#announced.set(id, chat);
  }

  /** Returns false when the message is not announced. */
  withdraw(id: string): boolean {
    const wasAnnounced = this.#announced.delete(id);
    this.#madeRoom();
    return wasAnnounced;
  }

  /** Publishes a message that is on disk when its turn comes. Call it in the order of arrival. */
  add(id: string, message: M): void {
    this.withdraw(id);
    if (this.#unread === 0 && this.#inHand.size < IN_HAND_MAX) this.#take(id, message);
    else {
      this.#unread++;
      if (this.#hasBegun) this.begin();
    }
  }

  /** Publishes what waits on disk, and from now on what is added. */
  begin(): void {
    this.#hasBegun = true;
    if (this.#unread > 0) this.#reading ??= this.#readAll();
  }

  /** Resolves when everything on disk is published, or the session has ended. */
  async idle(): Promise<void> {
    await this.#reading;
    await Promise.all(this.#inHand.values());
  }

  async #readAll(): Promise<void> {
    try {
      while (this.#unread > 0) {
        const unread = this.#unread;
        await this.#readOnce();
        this.#unread -= unread;
      }
    } catch {
      // The session has ended, and the next one finds the messages on disk.
    } finally {
      this.#reading = null;
    }
  }

  async #readOnce(): Promise<void> {
    for (let last: string | null = null; ; ) {
      // The page shows some of these as waiting that are published when they are reached.
      const inHand = new Set(this.#inHand.keys());
      const page = await this.#persist('read', () => this.#deps.inbox.readWaiting(last));
      if (page.length === 0) return;
      for (const { id, body } of page) if (!inHand.has(id)) await this.#reread(id, body);
      last = page.at(-1)?.id ?? null;
    }
  }

  async #reread(id: string, body: string): Promise<void> {
    await this.room();
    const message = await this.#persist('read', () => this.#deps.read(body));
    if (message === null) await this.#done(id);
    else this.#take(id, message);
  }

  #take(id: string, message: M): void {
    const { chat } = message;
    const before = this.#lastOf.get(chat) ?? Promise.resolve();
    const slot = fileSlot(this.#deps);
    const prepare = () => this.#deps.prepare(message, before, slot);
    // A file that is being fetched delays only its own chat.
    const ready = this.#preparing.run(chat, () => this.#persist('looked up', prepare));
    const published = ready
      .then((prepared) => (prepared ? this.#publish(id, prepared, message) : this.#done(id)))
      // The session has ended, and the next one finds the message on disk.
      .catch(() => {})
      .finally(() => {
        slot.release();
        this.#inHand.delete(id);
        if (this.#lastOf.get(chat) === published) this.#lastOf.delete(chat);
        this.#madeRoom();
      });
    this.#inHand.set(id, published);
    this.#lastOf.set(chat, published);
  }

  async #publish(id: string, prepared: PreparedEvent, message: M): Promise<void> {
    const { inbox, publish } = this.#deps;
    const mark = publishedMark(inbox, id);
    const isPublished = await this.#persist('published', () => publish(prepared, mark, message));
    if (!isPublished) this.#unread++;
  }

  #done(id: string): Promise<void> {
    return this.#persist('marked', () => this.#deps.inbox.markDone([id]));
  }

  #persist<T>(action: string, work: () => Promise<T>): Promise<T> {
    return persist(this.#deps, `received messages could not be ${action}`, work);
  }

  #madeRoom(): void {
    this.#nextRoom.resolve();
    this.#nextRoom = Promise.withResolvers();
  }
}

/** Returns the mark of the event of a message that waits in the inbox. */
export const publishedMark = (
  inbox: Pick<MessageInbox, 'publishedStatement' | 'isWaiting'>,
  id: string,
): EventMark => ({
  statement: inbox.publishedStatement(id),
  wasWritten: async () => !(await inbox.isWaiting(id)),
});

/** Tries every second until it succeeds; rejects when the session has ended before. */
export async function persist<T>(
  { clock, log, host, ended }: RetryDeps,
  problem: string,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    if (ended.aborted) throw new NotConnected();
    try {
      return await work();
    } catch (error) {
      if (ended.aborted) throw error;
      const fields = { instanceName: host.instanceName, reason: messageOf(error) };
      log.warn(`${problem}; trying again`, fields);
      await sleep(clock, RETRY_MS, ended);
    }
  }
}

export type FileSlot = ReturnType<typeof fileSlot>;

/** Returns a place among the files in memory. `aside` gives it up while it runs something. */
function fileSlot({ fileSlots, ended }: Pick<HeldMessagesDeps<never>, 'fileSlots' | 'ended'>) {
  let place: Place | null = null;
  const take = async () => {
    place ??= await fileSlots.acquire(ended);
    if (place === null) throw new NotConnected();
  };
  const release = () => {
    place?.release();
    place = null;
  };
  const aside = async <T>(wait: () => Promise<T>): Promise<T> => {
    release();
    const result = await wait();
    await take();
    return result;
  };
  return { take, release, aside };
}
