/** The chats of an instance and the messages of the one that is open: from the message store, then from events. */
import { batch, computed, signal } from '@preact/signals';
import { ApiFailure, type BodyFor, type GatewayApi } from '../api.ts';
import {
  type Entry,
  entriesOf,
  entryOfRecord,
  type InstanceEvent,
  type Message,
  mergeEntries,
  messagesOf,
  type SendStatus,
  sendStatusIn,
  targetOf,
} from './conversation.ts';
import { type LatestValues, latestValues, remember } from './latest-values.ts';
import { ALL, type Chat, type ChatFilter, chatOf, chatsIn, lastAt } from './one-chat.ts';
import type { People } from './people.ts';

const CHATS_AT_ONCE = 50;
/** The most chats that are listed. */
export const CHATS_MAX = 500;
const ENTRIES_AT_ONCE = 50;
/** When more than what comes into sight next is looked for. */
const ENTRIES_AT_ONCE_MAX = 500;
/** The most entries of a chat that the page holds. */
export const ENTRIES_MAX = 50_000;
const EVENTS_AT_ONCE = 500;
const UNREADABLE_MAX = 20;

export class Chats {
  /** Null until the list is read. */
  readonly list = signal<readonly Chat[] | null>(null);
  readonly hasMore = signal(false);
  readonly filter = signal(ALL);
  /** The JID of the chat that is open. */
  readonly opened = signal<string | null>(null);
  /** False once the messages of the open chat are read. */
  readonly isLoading = signal(false);
  /** The cursor of the messages before the shown ones; null if there are no earlier messages. */
  readonly before = signal<string | null>(null);
  /** Whether the page holds as many messages of the open chat as it may. */
  readonly isFull = computed(() => this.#entries.value.length >= ENTRIES_MAX);
  /** The messages of the open chat, the oldest first. */
  readonly messages = computed(() => messagesOf(this.#entries.value, this.#sendStatuses.value));
  /** Whether the service stores messages. If not, the latest events are all there is. */
  readonly isStored = signal(true);

  readonly #api: GatewayApi;
  readonly #params: { readonly instanceName: string };
  readonly #entries = signal<readonly Entry[]>([]);
  readonly #sendStatuses: LatestValues<SendStatus> = latestValues();
  /** Whether stored messages of the open chat were read. */
  #isRead = false;
  /** Whether the last reading of the open chat failed: the next look for what is new reads it again. */
  #hasFailed = false;
  /** The latest entries of all chats, where messages are not stored. */
  #recent: readonly Entry[] = [];
  /** The sequence of the last event that was read; null before the first reading. */
  #last: number | null = null;
  #wanted = CHATS_AT_ONCE;
  /** The reading of older messages of the open chat. */
  #reading: Promise<void> | null = null;

  constructor(
    api: GatewayApi,
    instanceName: string,
    readonly people: People,
  ) {
    this.#api = api;
    this.#params = { instanceName };
  }

  /** Looks for what is new. */
  async readNew(stop?: AbortSignal): Promise<void> {
    const isFirst = this.#last === null;
    const limit = isFirst ? 1 : EVENTS_AT_ONCE;
    const events = await this.#events({ after: this.#last ?? 0, limit }, stop);
    if (this.#hasFailed) await this.open(this.opened.value);
    if (!isFirst && events.length === 0) return;
    await this.readList(stop);
    // Ahead of what these events tell: between it and what was shown there may be more.
    if (events.length === EVENTS_AT_ONCE) await this.open(this.opened.value);
    const missed = isFirst && !this.isStored.value;
    this.take(missed ? await this.#events({ limit: EVENTS_AT_ONCE }, stop) : isFirst ? [] : events);
    this.#last = events.at(-1)?.sequence ?? 0;
    if (isFirst) await this.open(this.opened.value);
  }

  /** The latest events of a query, in their order. */
  async #events(
    query: { limit: number; after?: number; event?: 'Undecryptable'; chat?: string },
    stop?: AbortSignal,
  ) {
    const { events } = await this.#api.call('GET', '/event/search/{instanceName}', {
      params: this.#params,
      query,
      ...(stop && { signal: stop }),
    });
    return events.toReversed();
  }

  /** Reads the list again. */
  async readList(stop?: AbortSignal): Promise<void> {
    if (!this.isStored.value) return;
    try {
      const filter = this.filter.value;
      const found = await this.find({ where: filter, take: this.#wanted }, stop);
      const list = await this.#withOpened(found, stop);
      if (filter !== this.filter.value) return;
      this.list.value = list;
      this.hasMore.value = found.length === this.#wanted && this.#wanted < CHATS_MAX;
    } catch (error) {
      // MESSAGE_STORE_HOURS is 0.
      if (!(error instanceof ApiFailure && error.status === 409)) throw error;
      this.isStored.value = false;
    }
  }

  /** Adds the open chat at its place, if it is not among the newest or not of the filter. */
  async #withOpened(found: readonly Chat[], stop?: AbortSignal): Promise<readonly Chat[]> {
    const jid = this.opened.value;
    if (jid === null || found.some((one) => one.jid === jid)) return found;
    const [opened] = await this.find({ where: { remoteJid: jid }, take: 1 }, stop);
    if (opened === undefined) return found;
    const place = found.findIndex((one) => lastAt(one) < lastAt(opened));
    return found.toSpliced(place < 0 ? found.length : place, 0, opened);
  }

  /** Resolves with stored chats, those with the newest message first. */
  async find(
    body: BodyFor<'POST', '/chat/findChats/{instanceName}'> = { take: CHATS_MAX },
    stop?: AbortSignal,
  ): Promise<Chat[]> {
    const records = await this.#api.call('POST', '/chat/findChats/{instanceName}', {
      params: this.#params,
      body,
      ...(stop && { signal: stop }),
    });
    this.people.learn(records.map(({ remoteJid, pushName }) => [remoteJid, pushName]));
    return records.map(chatOf);
  }

  showMoreChats(): Promise<void> {
    this.#wanted = Math.min(this.#wanted + 2 * CHATS_AT_ONCE, CHATS_MAX);
    return this.readList();
  }

  /** Lists other chats. */
  show(filter: ChatFilter): Promise<void> {
    this.filter.value = filter;
    this.#wanted = CHATS_AT_ONCE;
    return this.readList();
  }

  /** Opens a chat, or reads the open one again. */
  async open(jid: string | null): Promise<void> {
    batch(() => {
      if (jid !== this.opened.value) {
        this.#entries.value = [];
        this.#isRead = false;
        this.#reading = null;
        this.before.value = null;
      }
      this.opened.value = jid;
      this.isLoading.value = jid !== null;
    });
    this.#hasFailed = false;
    // The first reading opens it.
    if (jid === null || this.#last === null) return;
    try {
      const isListed = this.list.value?.some((one) => one.jid === jid);
      if (this.isStored.value)
        await Promise.all([this.#readStored(jid), isListed || this.readList()]);
      else this.#show(jid, this.#recent);
      if (this.opened.value === jid) this.isLoading.value = false;
    } catch (error) {
      if (this.opened.value === jid) this.#hasFailed = true;
      throw error;
    }
  }

  async #readStored(jid: string): Promise<void> {
    const [events] = await Promise.all([
      this.#events({ event: 'Undecryptable', chat: jid, limit: UNREADABLE_MAX }),
      this.#readNewest(jid),
    ]);
    const oldest = this.before.value === null ? '' : (this.#entries.value[0]?.at ?? '');
    this.#show(
      jid,
      entriesOf(events).filter(({ at }) => at >= oldest),
    );
  }

  /** Reads the latest messages of a chat, or all that came since it was read last. */
  async #readNewest(jid: string): Promise<void> {
    const isFirst = !this.#isRead;
    const count = isFirst ? ENTRIES_AT_ONCE : ENTRIES_AT_ONCE_MAX;
    const known = new Set(isFirst ? [] : this.#entries.value.map(({ key }) => key));
    const entries: Entry[] = [];
    let after: string | null = null;
    let met = -1;
    do {
      const page = await this.#readPage(jid, count, after);
      met = page.entries.findIndex(({ key }) => known.has(key));
      entries.unshift(...page.entries.slice(Math.max(0, met)));
      after = page.next;
    } while (!isFirst && met < 0 && after !== null && entries.length < ENTRIES_MAX);
    if (this.opened.value !== jid) return;
    this.#show(jid, entries);
    this.#isRead = true;
    if (isFirst) this.before.value = after;
  }

  /** Reads messages before the cursor or, without one, before the oldest that is shown. */
  async #readBefore(jid: string, count: number): Promise<void> {
    const after = this.before.value;
    const oldest = after === null ? this.#entries.value[0]?.at : undefined;
    const { entries, next } = await this.#readPage(jid, count, after, oldest);
    if (this.opened.value !== jid) return;
    // Those of a page come first: within a second, the order in which they were read is all there is.
    this.#entries.value = mergeEntries(entries, this.#entries.value);
    this.before.value = this.isFull.value ? null : next;
    this.people.learnAuthors(entries);
  }

  /** Resolves with messages of a chat, the oldest first: those before the cursor `after`, or the latest up to `lte`. */
  async #readPage(jid: string, offset: number, after: string | null, lte?: string) {
    const where = { remoteJid: jid, ...(lte && { messageTimestamp: { lte } }) };
    const { messages } = await this.#api.call('POST', '/chat/findMessages/{instanceName}', {
      params: this.#params,
      body: { where, offset, ...(after !== null && { after }) },
    });
    return { entries: messages.records.map(entryOfRecord).toReversed(), next: messages.next };
  }

  /** Reads messages before those that are shown. */
  readOlder(count = ENTRIES_AT_ONCE): Promise<void> {
    const jid = this.opened.value;
    if (jid === null || this.before.value === null) return Promise.resolve();
    if (this.#reading !== null) return this.#reading;
    const reading = this.#readBefore(jid, count).finally(() => {
      if (this.#reading === reading) this.#reading = null;
    });
    this.#reading = reading;
    return reading;
  }

  /** Reads back to a message of the open chat. Resolves with undefined if it lies too far back, or the chat is left. */
  async reach(entry: Entry): Promise<Message | undefined> {
    const key = targetOf(entry);
    const jid = this.opened.value;
    const found = () => this.messages.value.find((one) => one.key === key);
    while (!found() && this.before.value !== null && this.opened.value === jid)
      await this.readOlder(ENTRIES_AT_ONCE_MAX);
    return found();
  }

  /** Asks the phone for messages that are older than any that is stored. Resolves with their number. */
  async askPhone(): Promise<number> {
    const jid = this.opened.value ?? '';
    const { messages } = await this.#api.call('POST', '/chat/history/{instanceName}', {
      params: this.#params,
      body: { number: jid },
    });
    if (messages.length > 0 && this.opened.value === jid)
      await this.#readBefore(jid, ENTRIES_AT_ONCE);
    return messages.length;
  }

  /** Asks why a message was refused, if that is not known. */
  async learnReason({ id, sendStatus }: Entry): Promise<void> {
    if (sendStatus?.status !== 'Error' || sendStatus.reason !== undefined) return;
    const params = { ...this.#params, messageId: id };
    const path = '/message/status/{instanceName}/{messageId}';
    const { code, reason } = await this.#api.call('GET', path, { params });
    remember(this.#sendStatuses, [[id, { status: 'Error', code, reason }]]);
  }

  /** Takes in what has happened. */
  take(events: readonly InstanceEvent[]): void {
    for (const event of events) {
      this.people.notice(event);
      if (event.event === 'MessageStatus') remember(this.#sendStatuses, [sendStatusIn(event)]);
    }
    const entries = entriesOf(events);
    this.people.hear(entries);
    this.#show(this.opened.value, entries);
    if (this.isStored.value) return;
    this.#recent = mergeEntries(this.#recent, entries).slice(-EVENTS_AT_ONCE);
    this.list.value = chatsIn(this.#recent);
  }

  #show(jid: string | null, entries: readonly Entry[]): void {
    const own = entries.filter(({ chat }) => chat === jid);
    if (own.length === 0 || jid !== this.opened.value) return;
    this.#entries.value = mergeEntries(this.#entries.value, own);
    this.people.learnAuthors(own);
  }
}
