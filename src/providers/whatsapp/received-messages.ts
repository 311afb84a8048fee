/** Stores received messages first and then publishes their events, in each chat in the order of arrival. */
import type { WAMessage } from '@whiskeysockets/baileys';
import type { CatalogEvent, MediaContent } from '../../events/contract/catalog.ts';
import type { MessageInbox } from '../../messages/inbox.ts';
import type { MessageRecord } from '../../messages/rows.ts';
import { createKeyedMutex } from '../../shared/async/keyed-mutex.ts';
import type { Slots } from '../../shared/async/semaphore.ts';
import { type Clock, sleep } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import { LimitedMap } from '../../shared/limited-map.ts';
import type { Log } from '../../shared/log.ts';
import { type AboutStored, isAboutStored } from './about-stored.ts';
import type { Client } from './client.ts';
import type { Aside } from './files.ts';
import { type KnownMessages, keyOf } from './known-messages.ts';
import type { ArrivingMessage, MessageCommit, Publication } from './message-commit.ts';
import { recordOf, waitingBody, waitingMessage } from './message-record.ts';
import { type Publish, publishedMark } from './queues.ts';
import type { Self } from './translate/jids.ts';
import type { MediaReference } from './translate/media-reference.ts';
import { type IncomingMessage, messageEvent } from './translate/message.ts';
import { undecryptable } from './translate/undecryptable.ts';

interface ReceivedMessagesDeps {
  readonly client: Client;
  readonly inbox: Omit<MessageInbox, 'store' | 'known' | 'noting'>;
  readonly commit: MessageCommit;
  /** The library reports most messages again once they have been deciphered; this prevents storing them again. */
  readonly known: KnownMessages;
  readonly publish: Publish;
  readonly log: Log;
  readonly clock: Clock;
  /** Aborts when the session ends. */
  readonly ended: AbortSignal;
  /** Resolves with the account's own addresses, once every address in `message` that can be resolved is. */
  readonly selfFor: (message: WAMessage) => Promise<Self>;
  /** Called with each message that comes, whether it is wanted or not. */
  readonly onMessage: (message: WAMessage) => void;
  readonly isIgnored: (chat: string) => boolean;
  /** Notes that a message came that is ignored. */
  readonly ignore: (message: MessageRecord) => void;
  /** Tells whether any receiver gets files. */
  readonly wantsFiles: () => boolean;
  /** `aside` runs what takes long without a file in memory. */
  readonly fetchMedia: (
    reference: MediaReference,
    message: WAMessage,
    aside: Aside,
  ) => Promise<MediaContent>;
  /** Resolves with null when what the message says about another one is not allowed. */
  readonly resolve: AboutStored['resolve'];
  /** Limits the files in memory of all sessions: each counts from when it is fetched until its event is on disk. */
  readonly fileSlots: Slots;
}

/** A place among the files in memory. `aside` gives it up while it runs something. */
interface FileSlot {
  readonly take: () => Promise<void>;
  readonly release: () => void;
  readonly aside: Aside;
}

/** When more messages are in hand, the next waits before it is stored, and its acknowledgement with it. */
const IN_HAND_MAX = 200;
const RETRY_MS = 1_000;
/** How many ids of rows are remembered that were published while the inbox was being read. */
const PUBLISHED_MAX = 500;

export class ReceivedMessages {
  readonly #deps: ReceivedMessagesDeps;
  /** Keyed by chat. */
  readonly #preparing = createKeyedMutex();
  /** Messages that are stored and not yet published, by id. */
  readonly #inHand = new Map<string, Promise<void>>();
  /** The last of those messages in each chat. */
  readonly #lastInHand = new Map<string, Promise<void>>();
  /** Chats of messages that are being written, by id; null when the message will not wait in the inbox. */
  readonly #arriving = new Map<string, string | null>();
  /** Resolves when there is more room in either map. */
  #nextRoom = Promise.withResolvers<void>();
  /** Ids published last: the inbox is read meanwhile and may still show them as waiting. */
  readonly #published = new LimitedMap<string, true>(PUBLISHED_MAX);
  #isPublishing = false;
  /** True once nothing waits from before. */
  #isCaughtUp = false;

  constructor(deps: ReceivedMessagesDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves once the message is on disk, or when it is one that is not published. Storing is tried
   * again until it succeeds: until then the message is not acknowledged, and WhatsApp still has it.
   */
  async store(message: WAMessage): Promise<void> {
    if (this.#deps.known.has(keyOf(message))) return;
    const arriving = await this.arriving(message, false);
    if (arriving === null) return;
    const store = () => this.#deps.commit([arriving], []);
    try {
      await this.#persist('a message could not be stored', store);
    } catch (error) {
      arriving.dropped();
      throw error;
    }
  }

  /**
   * Returns the message for a commit, or null when it gives no event; with `isWhole` only its key is stored then, so
   * that it is recognised when it comes again. It counts as stored at once, but nobody may be told so before the
   * commit. The commit publishes its event unless the event has to wait.
   */
  async arriving(message: WAMessage, isWhole: boolean): Promise<ArrivingMessage | null> {
    this.#deps.onMessage(message);
    const incoming = await this.#translated(message);
    if (incoming === null && !isWhole) return null;
    await this.#untilRoom();
    const { client, inbox, known } = this.#deps;
    const key = keyOf(message);
    const publication = incoming && this.#publicationNow(message, incoming);
    const waiting = publication === null ? incoming : null;
    const arrival = inbox.arrival(key, waiting && waitingBody(client, message));
    const { id } = arrival;
    known.add(key);
    this.#arriving.set(id, waiting?.data.Info.Chat ?? null);
    return {
      ...arrival,
      publication,
      written: (isNew) => {
        this.#arriving.delete(id);
        if (isNew && waiting !== null && this.#isPublishing) this.#publish(id, message, waiting);
        else this.#madeRoom();
      },
      dropped: () => {
        // It may be called more than once.
        if (!this.#arriving.delete(id)) return;
        known.forget(key);
        this.#madeRoom();
      },
    };
  }

  /**
   * Publishes from now on what is stored, beginning with what waited from before. Call it on every
   * connection. Resolves when all that is there once `deciphered` has resolved was published, or
   * could not be. `isHandedOver` tells whether WhatsApp has sent all that waited.
   */
  async begin(deciphered: () => Promise<void>, isHandedOver: boolean): Promise<void> {
    await this.#publishWaiting();
    if (!this.#isPublishing) {
      this.#isPublishing = true;
      // This publishes what was stored while the last page was being published, which may be older
      // than what arrived since.
      await this.#publishWaiting();
    }
    this.#isCaughtUp = true;
    await deciphered();
    await Promise.all(this.#inHand.values());
    // It is not pruned earlier: what waited may have been stored long ago and not been acknowledged.
    if (isHandedOver) await this.#deps.inbox.prune();
  }

  async #publishWaiting(): Promise<void> {
    let last: string | null = null;
    for (;;) {
      const page = await this.#deps.inbox.waiting(last);
      if (page.length === 0) return;
      for (const { id, body } of page) {
        last = id;
        if (this.#inHand.has(id) || this.#published.has(id)) continue;
        await this.#untilRoom();
        const message = waitingMessage(this.#deps.client, body);
        const incoming = await this.#translated(message);
        if (incoming !== null) this.#publish(id, message, incoming);
        // It is not wanted any more: the settings for ignored chats may have changed since.
        else await this.#deps.inbox.done([id]);
      }
    }
  }

  async #translated(message: WAMessage): Promise<IncomingMessage | null> {
    const { client, selfFor, clock, known, isIgnored, ignore } = this.#deps;
    const incoming = messageEvent(message, await selfFor(message), clock.now());
    if (incoming === null || !isIgnored(incoming.data.Info.Chat)) return incoming;
    const key = keyOf(message);
    if (!known.has(key)) ignore(recordOf(client, message, incoming.data));
    known.add(key);
    return null;
  }

  /** Returns null when the event has to wait for a file, another message or its turn. */
  #publicationNow(message: WAMessage, incoming: IncomingMessage): Publication | null {
    const { client, wantsFiles } = this.#deps;
    const { data, media } = incoming;
    const { Chat } = data.Info;
    const isBehind =
      this.#lastInHand.has(Chat) || this.#arriving.values().some((one) => one === Chat);
    if (!this.#isCaughtUp || isBehind || isAboutStored(incoming)) return null;
    if (media !== null && wantsFiles()) return null;
    return { event: { type: 'Message', data }, record: recordOf(client, message, data) };
  }

  #publish(id: string, message: WAMessage, incoming: IncomingMessage): void {
    const chat = incoming.data.Info.Chat;
    const slot = this.#fileSlot();
    const before = this.#lastInHand.get(chat);
    // A file that is being fetched delays only its own chat.
    const ready = this.#preparing.run(chat, () => this.#toEvent(message, incoming, before, slot));
    const published = ready
      .then(async (prepared) => {
        const { publish, inbox } = this.#deps;
        if (prepared === null) await this.#done(id);
        else if (await publish(prepared.event, prepared.record, publishedMark(inbox, id)))
          this.#published.set(id, true);
      })
      // The session has ended, and the next one finds the message in the inbox.
      .catch(() => {})
      .finally(() => {
        slot.release();
        this.#inHand.delete(id);
        if (this.#lastInHand.get(chat) === published) this.#lastInHand.delete(chat);
        this.#madeRoom();
      });
    this.#inHand.set(id, published);
    this.#lastInHand.set(chat, published);
  }

  /** Resolves with null when there is nothing to publish, after `before`: the earlier messages of the chat. */
  async #toEvent(
    message: WAMessage,
    incoming: IncomingMessage,
    before: Promise<void> | undefined,
    slot: FileSlot,
  ): Promise<{ event: CatalogEvent; record?: MessageRecord } | null> {
    const { client, fetchMedia, wantsFiles } = this.#deps;
    if (incoming.about) await before;
    const resolve = () => this.#deps.resolve(message, incoming);
    const resolved = await this.#persist('a message could not be looked up', resolve);
    if (resolved === null) return null;
    if ('reason' in resolved) return { event: undecryptable(incoming.data.Info, resolved) };
    const { data, media: reference, vote = null } = resolved;
    const record = { ...recordOf(client, resolved.message, data), vote };
    if (reference === null || !wantsFiles()) return { event: { type: 'Message', data }, record };
    await slot.take();
    const failed = (error: unknown) => ({ error: messageOf(error) });
    const media = await fetchMedia(reference, resolved.message, slot.aside).catch(failed);
    return { event: { type: 'Message', data, media }, record };
  }

  #fileSlot(): FileSlot {
    const { fileSlots, ended } = this.#deps;
    let isTaken = false;
    const take = async () => {
      isTaken = await fileSlots.acquire(ended);
    };
    const release = () => {
      if (isTaken) fileSlots.release();
      isTaken = false;
    };
    const aside: Aside = async (wait) => {
      release();
      const result = await wait();
      await take();
      return result;
    };
    return { take, release, aside };
  }

  /** If the session ends before this is written, the message is looked at again later. */
  async #done(id: string): Promise<void> {
    const mark = () => this.#deps.inbox.done([id]);
    await this.#persist('a message without an event could not be marked', mark).catch(() => {});
  }

  /** Tries until the write succeeds or the session has ended. */
  async #persist<T>(problem: string, write: () => Promise<T>): Promise<T> {
    const { clock, ended, log } = this.#deps;
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (ended.aborted) throw error;
        log.warn(`${problem}; trying again`, { reason: messageOf(error) });
        await sleep(clock, RETRY_MS, ended);
      }
    }
  }

  async #untilRoom(): Promise<void> {
    while (this.#inHand.size + this.#arriving.size >= IN_HAND_MAX) await this.#nextRoom.promise;
  }

  #madeRoom(): void {
    this.#nextRoom.resolve();
    this.#nextRoom = Promise.withResolvers();
  }
}
