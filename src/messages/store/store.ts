/** The message store: what events say of messages, chats and contacts, written with them and read back. */
import type { Database, Statement } from '../../db/client.ts';
import type { CatalogEvent } from '../../events/contract/catalog.ts';
import type { Clock } from '../../shared/clock.ts';
import { conflict } from '../../shared/errors.ts';
import { ContactWriter, namedIn } from './contacts.ts';
import { type ChatQuery, type FoundChat, findChats } from './find-chats.ts';
import { type ContactQuery, type FoundContact, findContacts } from './find-contacts.ts';
import { findMessages, type MessagePage, type MessageQuery } from './find-messages.ts';
import { type FoundTexts, type SearchQuery, searchMessages } from './search.ts';
import { insertStored, readUntil } from './statements.ts';

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

  /** What the events of an instance add. */
  storing(instanceId: string, events: readonly CatalogEvent[]): Storing {
    const { clock, hours } = this.#deps;
    if (hours === 0) return NOTHING;
    const now = clock.now();
    const named = this.#contacts.statements(instanceId, events.flatMap(namedIn), now);
    const said = events.flatMap((event) => statementsOf(instanceId, event, now));
    return { statements: [...said, ...named.statements], written: named.written };
  }

  /** Throws `conflict` while the store is switched off, as do all that read. */
  messages(instanceId: string, query: MessageQuery): Promise<MessagePage> {
    return findMessages(this.#db, instanceId, query);
  }

  /** Messages in which all of the words stand, those that were stored last first. */
  search(instanceId: string, query: SearchQuery): Promise<FoundTexts> {
    return searchMessages(this.#db, instanceId, query);
  }

  /** Those with the newest message first. */
  chats(instanceId: string, query: ChatQuery): Promise<FoundChat[]> {
    return findChats(this.#db, instanceId, query);
  }

  /** Those that were stored last first. */
  contacts(instanceId: string, query: ContactQuery): Promise<FoundContact[]> {
    return findContacts(this.#db, instanceId, query);
  }

  get #db(): Pick<Database, 'query'> {
    if (this.#deps.hours === 0) throw conflict(OFF);
    return this.#deps.db;
  }
}

function statementsOf(instanceId: string, event: CatalogEvent, now: number): Statement[] {
  switch (event.type) {
    case 'Message':
      return [insertStored(instanceId, event.data, 'unknown', now)];
    case 'SendMessage':
      return [insertStored(instanceId, event.data, 'web', now)];
    case 'Receipt':
      return event.state === 'ReadSelf' ? [readUntil(instanceId, event.data)] : [];
    default:
      return [];
  }
}
