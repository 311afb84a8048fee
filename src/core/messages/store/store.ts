/** The message store: messages, chats and contacts of events, written in the events' commits and read back. */

import type { Database, Statement } from '../../db/client.ts';
import type { CatalogEvent, Stream } from '../../events/contract/catalog.ts';
import type { Publisher } from '../../events/publish/publish.ts';
import type { MessageData } from '../../events/types/message-data.ts';
import { CallerTurns } from '../../shared/async/caller-turns.ts';
import type { Clock } from '../../shared/clock.ts';
import { type AppError, failure } from '../../shared/errors.ts';
import {
  ContactAddresses,
  ContactChanges,
  type ContactUpdate,
  contactData,
  contactUpdate,
} from './contact-changes.ts';
import { ContactWriter, contactsIn } from './contacts.ts';
import { findChats, findContact, findContacts, readChats, readContacts } from './find-chats.ts';
import { findMessages, readMessageFates, readMessages } from './find-messages.ts';
import type { SamePerson } from './merge-statements.ts';
import { Merging, type NumbersOf } from './merging.ts';
import type {
  ChatQuery,
  ChatRow,
  ContactQuery,
  FoundChat,
  FoundContact,
  FoundMessage,
  FoundTexts,
  MessageFate,
  MessagePage,
  MessageQuery,
  SearchQuery,
  SizedRow,
} from './queries.ts';
import { searchMessages } from './search.ts';
import { insertStored, readUntil, removeSent, type StoredTotals, totalsOf } from './statements.ts';

/** Statements for the commit of their events. */
export interface StoreWrite {
  readonly statements: readonly Statement[];
  /** Events about contacts that must be published in the same commit. */
  readonly events: readonly CatalogEvent[];
  /** Must be called once the statements are on disk. */
  readonly written: () => void;
  /** Must be called when they could not be written. */
  readonly failed: () => void;
}

interface StoreDeps {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Clock;
  /** Merging two contacts publishes an event. */
  readonly publisher: Pick<Publisher, 'publish'>;
  /** For how long messages are stored; 0 if they are not. */
  readonly hours: number;
}

const HOUR_MS = 3_600_000;
const NOTHING: StoreWrite = { statements: [], events: [], written() {}, failed() {} };

const busy = (why: string): AppError =>
  failure('stored_messages_busy', { why }, { headers: { 'retry-after': '5' } });

export class MessageStore {
  readonly #deps: StoreDeps;
  readonly #contacts: ContactWriter;
  readonly addresses: ContactAddresses;
  readonly merging: Merging;
  readonly turns: CallerTurns;
  readonly #changes: ContactChanges;

  constructor(deps: StoreDeps) {
    this.#deps = deps;
    this.addresses = new ContactAddresses(deps.db);
    this.turns = new CallerTurns(deps.clock, busy);
    this.merging = new Merging({ ...deps, addresses: this.addresses });
    this.#changes = new ContactChanges({ ...deps, addresses: this.addresses });
    this.#contacts = new ContactWriter(deps.db, (deps.hours * HOUR_MS) / 10);
  }

  /** Drops what is cached of instances for which another node may have written. */
  forget(instanceIds: ReadonlySet<string>): void {
    this.#contacts.forgetAll(instanceIds);
    this.addresses.forgetAll(instanceIds);
  }

  /**
   * Returns the writes for the events of an instance, and for messages of the past without an event. Messages in
   * `events` take the place of the sent messages in `replaced`, by id.
   */
  storing(
    stream: Stream,
    events: readonly CatalogEvent[],
    past: readonly MessageData[],
    replaced: ReadonlySet<string>,
  ): StoreWrite {
    const { clock, hours } = this.#deps;
    if (hours === 0) return NOTHING;
    const { id: instanceId } = stream;
    const now = clock.now();
    const people = events.flatMap(contactsIn);
    for (const { jid, lid } of people)
      if (lid !== '' && lid !== jid) this.addresses.note(instanceId, lid, jid);
    const named = this.#contacts.statements(instanceId, people, now);
    const fromEvents = events.flatMap((event) => statementsOf(instanceId, event, now));
    const origin = { source: 'unknown', isPast: true } as const;
    const fetched = past.map((data) => insertStored(instanceId, data, origin, now));
    const written = () => {
      if (named.hasPairs) this.merging.wake(stream);
    };
    const renamed = named.renamed.map(({ jid, lid, name }) =>
      contactUpdate(contactData(jid, lid, name), { name }),
    );
    const removed = [...replaced].map((id) => removeSent(instanceId, id));
    const statements = [...removed, ...fromEvents, ...fetched, ...named.statements];
    return { statements, events: renamed, written, failed: named.failed };
  }

  /** Reads what `storing` needs, such as owners of LIDs. Returns undefined when all of it is cached. */
  ready(
    instanceId: string,
    events: readonly CatalogEvent[],
    hidden: readonly string[],
  ): Promise<void> | undefined {
    if (this.#deps.hours === 0) return undefined;
    const names = () => {
      const people = events.flatMap(contactsIn).filter(({ name }) => name !== '');
      const jids = people.map(({ jid }) => this.addresses.known(instanceId, jid));
      return this.#contacts.lookUp(instanceId, [...new Set(jids)]);
    };
    const addressed = this.addresses.lookUp(instanceId, hidden);
    return addressed === undefined ? names() : addressed.then(names);
  }

  /** As in `MessageLog`. */
  async updateContacts(stream: Stream, news: readonly ContactUpdate[]): Promise<void> {
    if (this.#deps.hours === 0) return;
    await this.#changes.update(stream, news);
    for (const { jid } of news)
      this.#contacts.forget(stream.id, this.addresses.known(stream.id, jid));
  }

  /** Stores the URL of a contact's picture, or null for a contact without a picture or with a hidden one. */
  async pictureFound(instanceId: string, address: string, url: string | null): Promise<void> {
    if (this.#deps.hours > 0) await this.#changes.pictureFound(instanceId, address, url);
  }

  /** Returns the name that the person chose, or null when it is not stored. */
  async nameOf(instanceId: string, address: string): Promise<string | null> {
    const found = this.#deps.hours === 0 ? null : await this.resolve(instanceId, address);
    return found?.name || null;
  }

  /** As in `MessageLog`. Does nothing while the store is switched off. */
  async mergePeople(stream: Stream, people: readonly SamePerson[]): Promise<void> {
    if (this.#deps.hours > 0) await this.merging.merge(stream, people);
  }

  /** As in `Merging`. Throws `conflict` while the store is switched off. */
  async mergeAgain(stream: Stream, numbersOf: NumbersOf): Promise<number> {
    if (this.#deps.hours === 0) throw failure('message_store_off');
    return this.merging.again(stream, numbersOf);
  }

  /** Returns the statements for messages that the account has read, given by ids for each chat. */
  reading(instanceId: string, read: ReadonlyMap<string, readonly string[]>): Statement[] {
    if (this.#deps.hours === 0) return [];
    return [...read].map(([Chat, ids]) => readUntil(instanceId, { Chat, MessageIDs: [...ids] }));
  }

  /** Returns the contact with this address of any kind, or null. */
  async resolve(instanceId: string, address: string): Promise<FoundContact | null> {
    const jid = await this.#chatOf(instanceId, address);
    return findContact(this.#db, instanceId, jid);
  }

  /** Finds a page for `readMessages`. Like every reading method, throws `conflict` while the store is switched off. */
  async messages(instanceId: string, query: MessageQuery): Promise<MessagePage> {
    const chat = await this.#chatOf(instanceId, query.chat);
    const sender = await this.#chatOf(instanceId, query.sender);
    return findMessages(this.#db, instanceId, { ...query, chat, sender });
  }

  /** Finds the messages that contain all words, those stored last first, for `readMessages`. */
  async search(instanceId: string, query: SearchQuery): Promise<FoundTexts> {
    const chat = await this.#chatOf(instanceId, query.chat);
    return searchMessages(this.#db, instanceId, { ...query, chat });
  }

  /** Finds a page for `readChats`, ordered by the newest message. */
  async chats(instanceId: string, query: ChatQuery): Promise<ChatRow[]> {
    const chat = await this.#chatOf(instanceId, query.chat);
    return findChats(this.#db, instanceId, { ...query, chat });
  }

  /** Finds a page for `readContacts`, those stored last first. */
  async contacts(instanceId: string, query: ContactQuery): Promise<SizedRow[]> {
    const jid = await this.#chatOf(instanceId, query.jid);
    return findContacts(this.#db, instanceId, { ...query, jid });
  }

  /** Returns the messages of a page in the same order; deleted ones are missing. */
  readMessages(rows: readonly SizedRow[]): Promise<FoundMessage[]> {
    return readMessages(this.#db, idsOf(rows));
  }

  /** Like `readMessages`, but returns their fates without the content. */
  readMessageFates(rows: readonly SizedRow[]): Promise<MessageFate[]> {
    return readMessageFates(this.#db, idsOf(rows));
  }

  readChats(rows: readonly ChatRow[]): Promise<FoundChat[]> {
    return readChats(this.#db, rows);
  }

  readContacts(rows: readonly SizedRow[]): Promise<FoundContact[]> {
    return readContacts(this.#db, idsOf(rows));
  }

  /** Returns how much is stored of each instance, or null while the store is switched off. */
  async totals(instanceIds: readonly string[]): Promise<ReadonlyMap<string, StoredTotals> | null> {
    const { db, hours } = this.#deps;
    return hours === 0 ? null : totalsOf(db, instanceIds);
  }

  /** Waits until no messages are being moved, and returns the JID under which the chat with this address is stored. */
  async #chatOf<C extends string | undefined>(instanceId: string, chat: C): Promise<C | string> {
    if (this.#deps.hours === 0) throw failure('message_store_off');
    await this.merging.settled(instanceId);
    return chat === undefined ? chat : this.addresses.jidOf(instanceId, chat);
  }

  get #db(): Pick<Database, 'query'> {
    if (this.#deps.hours === 0) throw failure('message_store_off');
    return this.#deps.db;
  }
}

const idsOf = (rows: readonly SizedRow[]): number[] => rows.map(({ id }) => id);

function statementsOf(instanceId: string, event: CatalogEvent, now: number): Statement[] {
  switch (event.type) {
    case 'Message':
      return [insertStored(instanceId, event.data, { source: 'unknown' }, now)];
    case 'SendMessage':
      return [insertStored(instanceId, event.data, { source: 'web' }, now)];
    case 'Receipt':
      return event.state === 'ReadSelf' ? [readUntil(instanceId, event.data)] : [];
    default:
      return [];
  }
}
