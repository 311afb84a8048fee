/** Messages on disk: each is stored before it is sent, and each change of its status is written with its event. */
import type { Database, Statement } from '../db/client.ts';
import type { CatalogEvent, Stream } from '../events/contract/catalog.ts';
import type { Publisher } from '../events/publish/publish.ts';
import { createCallOrder } from '../shared/async/caller-turns.ts';
import { ChatStates } from './chat-states.ts';
import { type Fallback, Fallbacks } from './fallbacks.ts';
import { Fates, findSent, type SentMessages, withSentIds } from './fates.ts';
import { type FindMessage, readMessage, readNewest, readOldest, readOwnIds } from './find.ts';
import { Callbacks, leaveQueue, type QueueParts } from './leave-queue.ts';
import { NewChatLimits } from './new-chats.ts';
import { type PollResults, readPoll } from './polls.ts';
import type { NewQueuedMessage, QueuedMessage } from './queued-message.ts';
import type { QueuedMessages } from './queued-messages.ts';
import { hiddenIn, resolveEventAddresses, resolveMessageAddresses } from './resolve-addresses.ts';
import {
  historyOf,
  insertsOf,
  insertUnsent,
  type KeyedMessage,
  type MessageRecord,
  type StoredMessage,
  undecryptableRecord,
} from './rows.ts';
import type { Fate, StatusChange } from './status.ts';
import { StatusChanges, statusEvent } from './status-changes.ts';
import type { ContactUpdate } from './store/contact-changes.ts';
import type { SamePerson } from './store/merge-statements.ts';
import type { MessageStore } from './store/store.ts';
import { type ChatWindow, readWindow } from './windows.ts';

export interface MessageLog {
  /** Publishes events, stores the messages they are about and writes `change`, all or nothing. */
  publish(
    stream: Stream,
    events: readonly CatalogEvent[],
    messages: readonly MessageRecord[],
    change?: readonly Statement[],
  ): Promise<void>;
  /**
   * Writes changes of status, each with its MessageStatus event. Ignores ids that were not sent through the instance,
   * and changes that would go back, except what they say of the price.
   */
  recordStatuses(stream: Stream, changes: readonly StatusChange[]): Promise<void>;
  /**
   * Notes what is to be sent under the id of a message when the platform refuses the form of its choices: it is queued
   * in the commit of the refusal, and the message goes on. Must be called before the message is sent.
   */
  expectFallback(instanceId: string, id: string, fallback: Fallback): void;
  /** Notes what the statuses of a message repeat. Must be called before the message is sent. */
  expectCallback(instanceId: string, id: string, callback: string): void;
  /** Stores the platform's id of a message that was sent under our id; either finds it afterwards. */
  recordPlatformId(instanceId: string, id: string, platformId: string): Promise<void>;
  /** Moves a stored message that the platform has not taken back into the queue. 429 when that is full. */
  requeue(stream: Stream, message: NewQueuedMessage): Promise<void>;
  /** Stores that a queued message could not be sent, with its MessageStatus event. `reason` is a sentence. */
  recordUnsent(stream: Stream, queued: QueuedMessage, reason: string, at: number): Promise<void>;
  /**
   * Stores that the addresses of each pair are one person's, who is stored under `to` from then on. If something is
   * stored under `from`, it moves there with a ContactMerged event. The pairs are on disk when this resolves; messages
   * may still be moving.
   */
  mergePeople(stream: Stream, people: readonly SamePerson[]): Promise<void>;
  /** Stores that the account has read messages that it received. */
  markRead(stream: Stream, messages: readonly KeyedMessage[]): Promise<void>;
  /** Returns the fate of a sent or queued message by our id or the platform's, or null when it is not stored. */
  fateOf(instanceId: string, id: string): Promise<Fate | null>;
  /** Returns a sent or received message by our id or the platform's, or null when none is stored. */
  find(instanceId: string, ...asked: Parameters<FindMessage>): ReturnType<FindMessage>;
  /** Returns the oldest stored message of a chat (a JID) before which history can be fetched, or null. */
  oldestIn(instanceId: string, chat: string): Promise<StoredMessage | null>;
  /** Returns the newest message of the chat, ignoring reactions, edits and deletions, or null. */
  newestIn(instanceId: string, chat: string): Promise<StoredMessage | null>;
  /** Returns since when a chat (a JID) may be written to freely, or null when its person is not known to have written. */
  windowOf(instanceId: string, chat: string): Promise<ChatWindow | null>;
  /** Stores changes of contacts that came without a message, with a ContactUpdate event for each real change. */
  updateContacts(stream: Stream, news: readonly ContactUpdate[]): Promise<void>;
  readonly chatStates: Pick<ChatStates, 'update' | 'clear'>;
  readonly newChats: Pick<NewChatLimits, 'of'>;
  /** Returns everybody's last vote; null when no such poll is stored, or not in `chat` (any of its addresses). */
  pollOf(instanceId: string, id: string, chat?: string): Promise<PollResults | null>;
}

type Store = Pick<
  MessageStore,
  'addresses' | 'forget' | 'ready' | 'storing' | 'reading' | 'mergePeople' | 'updateContacts'
>;
type Queue = Pick<QueuedMessages, 'find' | 'read' | 'removal' | 'left' | 'reasonOf' | 'reserve'>;

export class Messages implements MessageLog {
  readonly newChats: NewChatLimits;
  readonly chatStates: ChatStates;
  readonly #db: Pick<Database, 'query'>;
  readonly #publisher: Pick<Publisher, 'publish'>;
  readonly #queue: Queue | null;
  readonly #store: Store | null;
  /** Keeps the order of messages while addresses are looked up. */
  readonly #order = createCallOrder();
  readonly #fates: Fates;
  readonly #fallbacks = new Fallbacks();
  readonly #callbacks = new Callbacks();
  readonly #expected: QueueParts;
  readonly #changes: StatusChanges;

  /**
   * Without a queue every message is sent at once; without a store none can be read back. `own` is used for writing.
   */
  constructor(
    db: Pick<Database, 'query'>,
    publisher: Pick<Publisher, 'publish'>,
    queue: Queue | null = null,
    store: Store | null = null,
    own: (instanceId: string) => Pick<Database, 'query'> = () => db,
  ) {
    this.#db = db;
    this.#queue = queue;
    this.#store = store;
    this.newChats = new NewChatLimits(db, own);
    const jidOf = (instanceId: string, chat: string) => this.#chatOf(instanceId, chat);
    this.chatStates = new ChatStates({ db, own, publisher, jidOf });
    this.#publisher = publisher;
    this.#expected = { queue, fallbacks: this.#fallbacks, callbacks: this.#callbacks };
    this.#fates = new Fates(db);
    this.#changes = new StatusChanges({
      publisher,
      queue,
      fates: this.#fates,
      fallbacks: this.#fallbacks,
      jidOf: this.#jidOf,
    });
  }

  /** Drops what is cached of instances for which another node may have written. */
  forget(instanceIds: ReadonlySet<string>): void {
    this.newChats.forget(instanceIds);
    this.#fates.forget(instanceIds);
    this.#fallbacks.forget(instanceIds);
    this.#callbacks.forget(instanceIds);
    this.#store?.forget(instanceIds);
  }

  async publish(
    stream: Stream,
    events: readonly CatalogEvent[],
    messages: readonly MessageRecord[],
    change: readonly Statement[] = [],
  ): Promise<void> {
    const unread = events.filter((event) => event.type === 'Undecryptable');
    const all = [...messages, ...unread.flatMap(({ data }) => undecryptableRecord(data))];
    const hidden = this.#store === null ? [] : hiddenIn(events, all);
    const sent: SentMessages = new Map();
    const ready = this.#store?.ready(stream.id, events, hidden);
    const found = findSent(this.#fates, stream.id, events, { sent, ready });
    await this.#order.run<unknown, void>(stream.id, found, () => {
      const jidOf = this.#jidOf(stream.id);
      const addressed = withSentIds(events, sent).map((one) => resolveEventAddresses(one, jidOf));
      const stored = all.map((one) => resolveMessageAddresses(one, jidOf));
      return this.#write(stream, addressed, stored, change);
    });
  }

  async #write(
    stream: Stream,
    events: readonly CatalogEvent[],
    messages: readonly MessageRecord[],
    also: readonly Statement[],
  ): Promise<void> {
    const { stored, leaving } = leaveQueue(this.#expected, stream.id, messages);
    const inserts = stored.flatMap((message) => insertsOf(stream.id, message));
    const removals = leaving.flatMap((queued) => this.#queue?.removal(queued) ?? []);
    const past = messages.flatMap(({ shown }) => shown ?? []);
    const replaced = new Set(leaving.flatMap((queued) => (queued.replaces ? queued.id : [])));
    const storing = this.#store?.storing(stream, events, past, replaced);
    const change = [...inserts, ...removals, ...(storing?.statements ?? []), ...also];
    // Receivers know a message whose form was refused; its status tells as what it went on.
    const isNew = ({ type, data }: CatalogEvent) =>
      type !== 'SendMessage' || !replaced.has(data.Info.ID);
    const published = [...events.filter(isNew), ...(storing?.events ?? [])];
    await this.#publisher.publish(stream, published, change).catch((error) => {
      storing?.failed();
      throw error;
    });
    storing?.written();
    for (const queued of leaving) this.#queue?.left(queued);
    for (const message of stored) {
      const { id, chat, status } = message;
      this.#callbacks.settled(stream.id, id);
      if (status !== 'Pending' || message.replaces) continue;
      const history = historyOf(message) ?? [];
      this.#fates.remember(stream.id, id, { chat, status, code: null, reason: null, history });
    }
  }

  requeue(stream: Stream, message: NewQueuedMessage): Promise<void> {
    return this.#changes.requeue(stream, message);
  }

  async recordUnsent(stream: Stream, queued: QueuedMessage, reason: string, at: number) {
    const { id, chat, createdAt: queuedAt } = queued;
    const change: StatusChange = { id, status: 'Error', code: null, reason, at };
    const removals = this.#queue ? [this.#queue.removal(queued)] : [];
    if (queued.replaces) await this.#changes.write(stream, [change], removals);
    else {
      const callback = this.#callbacks.of(stream.id, id);
      const unsent = { id, chat, queuedAt, at, reason, ...(callback && { callback }) };
      const { fate, statements } = insertUnsent(stream.id, unsent);
      const events = [statusEvent(chat, change, fate.history)];
      await this.#publisher.publish(stream, events, [...statements, ...removals]);
      this.#fates.remember(stream.id, id, fate);
    }
    this.#queue?.left(queued);
    this.#callbacks.settled(stream.id, id);
  }

  async mergePeople(stream: Stream, people: readonly SamePerson[]): Promise<void> {
    await this.#store?.mergePeople(stream, people);
  }

  async updateContacts(stream: Stream, news: readonly ContactUpdate[]): Promise<void> {
    await this.#store?.updateContacts(stream, news);
  }

  async markRead(stream: Stream, messages: readonly KeyedMessage[]): Promise<void> {
    const read = Map.groupBy(
      messages.filter(({ isFromMe }) => !isFromMe),
      ({ chat }) => this.#jidOf(stream.id)(chat),
    );
    const ids = new Map([...read].map(([chat, all]) => [chat, all.map(({ id }) => id)]));
    await this.#publisher.publish(stream, [], this.#store?.reading(stream.id, ids));
    const changes = [...read.keys()].map((chat) => ({ chat, isMarkedUnread: false }));
    await this.chatStates.update(stream, changes);
  }

  recordStatuses(stream: Stream, changes: readonly StatusChange[]): Promise<void> {
    return this.#changes.write(stream, changes);
  }

  expectFallback(instanceId: string, id: string, fallback: Fallback): void {
    this.#fallbacks.expect(instanceId, id, fallback);
  }

  expectCallback(instanceId: string, id: string, callback: string): void {
    this.#callbacks.expect(instanceId, id, callback);
  }

  recordPlatformId(instanceId: string, id: string, platformId: string): Promise<void> {
    return this.#fates.recordPlatformId(instanceId, id, platformId);
  }

  async fateOf(instanceId: string, id: string): Promise<Fate | null> {
    const fate = await this.#fates.find(instanceId, id, this.#queue);
    if (fate) return fate;
    const own = (await readOwnIds(this.#db, instanceId, [id])).get(id);
    return own === undefined ? null : this.fateOf(instanceId, own);
  }

  find(instanceId: string, ...asked: Parameters<FindMessage>): ReturnType<FindMessage> {
    return readMessage(this.#db, instanceId, ...asked);
  }

  async oldestIn(instanceId: string, chat: string): Promise<StoredMessage | null> {
    return readOldest(this.#db, instanceId, await this.#chatOf(instanceId, chat));
  }

  async newestIn(instanceId: string, chat: string): Promise<StoredMessage | null> {
    return readNewest(this.#db, instanceId, await this.#chatOf(instanceId, chat));
  }

  async windowOf(instanceId: string, chat: string): Promise<ChatWindow | null> {
    return readWindow(this.#db, instanceId, await this.#chatOf(instanceId, chat));
  }

  async pollOf(instanceId: string, id: string, chat?: string): Promise<PollResults | null> {
    const wanted = chat === undefined ? '' : await this.#chatOf(instanceId, chat);
    const found = await readPoll(this.#db, instanceId, id, wanted);
    if (found === null) return null;
    const poll = { ...found, chat: await this.#chatOf(instanceId, found.chat) };
    return chat === undefined || poll.chat === wanted ? poll : null;
  }

  /** Returns the address under which a chat is stored, among those that have been looked up. */
  readonly #jidOf = (instanceId: string) => (address: string) =>
    this.#store?.addresses.known(instanceId, address) ?? address;

  async #chatOf(instanceId: string, chat: string): Promise<string> {
    return (await this.#store?.addresses.jidOf(instanceId, chat)) ?? chat;
  }
}
