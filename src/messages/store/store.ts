/** The message store: what events say of messages, chats and contacts, written with them and read back. */
import type { Database, Statement } from '../../db/client.ts';
import type { CatalogEvent, MessageData } from '../../events/contract/catalog.ts';
import type { Clock } from '../../shared/clock.ts';
import { conflict } from '../../shared/errors.ts';
import { ContactWriter, namedIn } from './contacts.ts';
import { type ChatQuery, type FoundChat, findChats } from './find-chats.ts';
import { type ContactQuery, type FoundContact, findContacts } from './find-contacts.ts';
import { findMessages, type MessagePage, type MessageQuery } from './find-messages.ts';
import { type FoundTexts, type SearchQuery, searchMessages } from './search.ts';
import { insertStored, readUntil } from './statements.ts';
import { type StoredTotals, totalsOf } from './totals.ts';

/** Statements for the commit of the events they are about. */
export interface Storing {
  readonly statements: readonly Statement[];
  /** To be called once they are on disk. */
  readonly written: () => void;
}

interface StoreDeps {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Clock;
  /** For how long messages are stored; 0: not at all. */
  readonly hours: number;
}

const HOUR_MS = 3_600_000;
const NOTHING: Storing = { statements: [], written() {} };

const OFF =
  'the message store is switched off: set MESSAGE_STORE_HOURS to the number of hours for which messages are to be kept';

export class MessageStore {
  readonly #deps: StoreDeps;
  readonly #contacts: ContactWriter;

  constructor(deps: StoreDeps) {
    this.#deps = deps;
    this.#contacts = new ContactWriter((deps.hours * HOUR_MS) / 10);
  }

  /** What events of an instance add, and messages of the past that give none. */
  storing(
    instanceId: string,
    events: readonly CatalogEvent[],
    past: readonly MessageData[] = [],
  ): Storing {
    const { clock, hours } = this.#deps;
    if (hours === 0) return NOTHING;
    const now = clock.now();
    const named = this.#contacts.statements(instanceId, events.flatMap(namedIn), now);
    const said = events.flatMap((event) => statementsOf(instanceId, event, now));
    const origin = { source: 'unknown', isPast: true } as const;
    const fetched = past.map((data) => insertStored(instanceId, data, origin, now));
    return { statements: [...said, ...fetched, ...named.statements], written: named.written };
  }

  /** What is written when the account has read messages, those of each chat by their ids. */
  reading(instanceId: string, read: ReadonlyMap<string, readonly string[]>): Statement[] {
    if (this.#deps.hours === 0) return [];
    return [...read].map(([Chat, ids]) => readUntil(instanceId, { Chat, MessageIDs: [...ids] }));
  }

  /** Who has the address, a JID of either kind; null: nobody who is stored. */
  async resolve(instanceId: string, address: string): Promise<FoundContact | null> {
    const page = { offset: 0, limit: 1 };
    const byLid = isLid(address)
      ? await findContacts(this.#db, instanceId, { lid: address, ...page })
      : [];
    const [found] =
      byLid.length > 0
        ? byLid
        : await findContacts(this.#db, instanceId, { jid: address, ...page });
    return found ?? null;
  }

  /** Throws `conflict` while the store is switched off, as do all that read. */
  async messages(instanceId: string, query: MessageQuery): Promise<MessagePage> {
    const chat = await this.#chatOf(instanceId, query.chat);
    return findMessages(this.#db, instanceId, { ...query, chat });
  }

  /** Messages in which all of the words stand, those that were stored last first. */
  async search(instanceId: string, query: SearchQuery): Promise<FoundTexts> {
    const chat = await this.#chatOf(instanceId, query.chat);
    return searchMessages(this.#db, instanceId, { ...query, chat });
  }

  /** Those with the newest message first. */
  async chats(instanceId: string, query: ChatQuery): Promise<FoundChat[]> {
    const chat = await this.#chatOf(instanceId, query.chat);
    return findChats(this.#db, instanceId, { ...query, chat });
  }

  /** Those that were stored last first. */
  contacts(instanceId: string, query: ContactQuery): Promise<FoundContact[]> {
    return findContacts(this.#db, instanceId, query);
  }

  /** How much is stored of each instance; null while the store is switched off. */
  async totals(instanceIds: readonly string[]): Promise<ReadonlyMap<string, StoredTotals> | null> {
    const { db, hours } = this.#deps;
    return hours === 0 ? null : totalsOf(db, instanceIds);
  }

  /** The JID under which a chat is stored that is named by either address of its person. */
  async #chatOf(instanceId: string, chat: string | undefined): Promise<string | undefined> {
    if (chat === undefined || !isLid(chat)) return chat;
    return (await this.resolve(instanceId, chat))?.jid ?? chat;
  }

  get #db(): Pick<Database, 'query'> {
    if (this.#deps.hours === 0) throw conflict(OFF);
    return this.#deps.db;
  }
}

const isLid = (jid: string): boolean => jid.endsWith('@lid');

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
