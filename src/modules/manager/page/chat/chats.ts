/** The chats of an instance and the messages of the one that is open: from the message store, then from events. */
import { batch, computed, signal } from '@preact/signals';
import { ApiFailure, type BodyFor, type GatewayApi } from '../api.ts';
import {
  type Entry,
  entryOfEvent,
  entryOfRecord,
  type InstanceEvent,
  mergeEntries,
  messagesOf,
  type SendStatus,
  targetOf,
} from './conversation.ts';
import { type LatestValues, latestValues, remember } from './latest-values.ts';
import { ALL, type Chat, type ChatFilter, chatOf, chatsIn, lastAt } from './one-chat.ts';
import type { People } from './people.ts';

const CHATS_AT_ONCE = 50;
/** The most chats that are listed. */
export const CHATS_MAX = 500;
const ENTRIES_AT_ONCE = 50;
/** When a message further back is looked for. */
const ENTRIES_AT_ONCE_MAX = 500;
/** The most entries of a chat that are shown. */
const ENTRIES_MAX = 3_000;
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
  /** The messages of the open chat, the oldest first. */
  readonly messages = computed(() => messagesOf(this.#entries.value, this.#sendStatuses.value));
  /** Whether the service stores messages. If not, the latest events are all there is. */
  readonly isStored = signal(true);

  readonly #api: GatewayApi;
  readonly #params: { readonly instanceName: string };
  readonly #entries = signal<readonly Entry[]>([]);
  readonly #sendStatuses: LatestValues<SendStatus> = latestValues();
  /** The latest entries of all chats, where messages are not stored. */
  #recent: readonly Entry[] = [];
  /** The sequence of the last event that was read; null before the first reading. */
  #last: number | null = null;
  #wanted = CHATS_AT_ONCE;
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
    const events = await this.#eventsAfter(this.#last ?? 0, isFirst ? 1 : EVENTS_AT_ONCE, stop);
    if (!isFirst && events.length === 0) return;
    await this.readList(stop);
    const missed = isFirst && !this.isStored.value;
    this.take(missed ? await this.#eventsAfter(0, EVENTS_AT_ONCE, stop) : isFirst ? [] : events);
    this.#last = events.at(-1)?.sequence ?? 0;
    if (isFirst || events.length === EVENTS_AT_ONCE) await this.open(this.opened.value);
  }

  /** The latest events after a sequence, in their order. */
  async #eventsAfter(after: number, limit: number, stop?: AbortSignal) {
    const { events } = await this.#api.call('GET', '/event/search/{instanceName}', {
      params: this.#params,
      query: { after, limit },
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
      if (jid !== this.opened.value) this.#entries.value = [];
      this.opened.value = jid;
      this.before.value = null;
      this.isLoading.value = jid !== null;
    });
    // The first reading opens it.
    if (jid === null || this.#last === null) return;
    try {
      if (!this.isStored.value) return this.#show(jid, this.#recent);
      const isListed = this.list.value?.some((one) => one.jid === jid);
      await Promise.all([this.#readStored(jid), isListed || this.readList()]);
    } finally {
      if (this.opened.value === jid) this.isLoading.value = false;
    }
  }

  async #readStored(jid: string): Promise<void> {
    const [{ events }] = await Promise.all([
      this.#api.call('GET', '/event/search/{instanceName}', {
        params: this.#params,
        query: { event: 'Undecryptable', chat: jid, limit: UNREADABLE_MAX },
      }),
      this.#readEntries(jid, Math.max(ENTRIES_AT_ONCE, this.#entries.value.length)),
    ]);
    const oldest = this.before.value === null ? '' : (this.#entries.value[0]?.at ?? '');
    const unreadable = events.map(entryOfEvent).filter((entry) => entry !== null);
    this.#show(
      jid,
      unreadable.filter(({ at }) => at >= oldest),
    );
  }

  async #readEntries(jid: string, count: number): Promise<void> {
    const after = this.before.value;
    const { messages } = await this.#api.call('POST', '/chat/findMessages/{instanceName}', {
      params: this.#params,
      body: {
        where: { remoteJid: jid },
        offset: Math.min(count, ENTRIES_AT_ONCE_MAX),
        ...(after !== null && { after }),
      },
    });
    if (this.opened.value !== jid) return;
    this.#show(jid, messages.records.map(entryOfRecord).toReversed());
    this.before.value = this.#entries.value.length < ENTRIES_MAX ? messages.next : null;
  }

  /** Reads messages before those that are shown. */
  readOlder(count = ENTRIES_AT_ONCE): Promise<void> {
    const jid = this.opened.value;
    if (jid === null || this.before.value === null) return Promise.resolve();
    this.#reading ??= this.#readEntries(jid, count).finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  /** Reads back to a message. Resolves with its key, or with null if it lies too far back. */
  async reach(entry: Entry): Promise<string | null> {
    const key = targetOf(entry);
    const isShown = () => this.messages.value.some((one) => one.key === key);
    while (!isShown() && this.before.value !== null) await this.readOlder(ENTRIES_AT_ONCE_MAX);
    return isShown() ? key : null;
  }

  /** Asks the phone for messages that are older than any that is stored. Resolves with their number. */
  async askPhone(): Promise<number> {
    const jid = this.opened.value ?? '';
    const { messages } = await this.#api.call('POST', '/chat/history/{instanceName}', {
      params: this.#params,
      body: { number: jid },
    });
    this.#entries.value = this.#entries.value.slice(0, ENTRIES_MAX - messages.length);
    if (messages.length > 0) await this.open(jid);
    return messages.length;
  }

  /** Asks why a message was refused, if that is not known. */
  async learnReason({ id, sendStatus }: Entry): Promise<void> {
    if (sendStatus?.status !== 'Error' || sendStatus.reason !== undefined) return;
    const { code, reason } = await this.#api.call(
      'GET',
      '/message/status/{instanceName}/{messageId}',
      { params: { ...this.#params, messageId: id } },
    );
    remember(this.#sendStatuses, [[id, { status: 'Error', code, reason }]]);
  }

  /** Takes in what has happened. */
  take(events: readonly InstanceEvent[]): void {
    for (const event of events) {
      this.people.notice(event);
      if (event.event === 'MessageStatus') remember(this.#sendStatuses, [sendStatusIn(event)]);
    }
    const entries = events.map(entryOfEvent).filter((entry) => entry !== null);
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

function sendStatusIn({ data }: InstanceEvent): [id: string, sendStatus: SendStatus] {
  const { ID, Status, Code, Reason } = data as unknown as StatusData;
  return [ID, { status: Status, code: Code, reason: Reason }];
}

interface StatusData {
  readonly ID: string;
  readonly Status: SendStatus['status'];
  readonly Code: number | null;
  readonly Reason: string | null;
}
