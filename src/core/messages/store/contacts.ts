/** Stores the people, groups and channels that events name, each under one JID. */
import type { Database, Statement } from '../../db/client.ts';
import type { CatalogEvent } from '../../events/contract/catalog.ts';
import type { MessageInfo } from '../../events/types/message-data.ts';
import { isLid } from '../../shared/addresses/chat-address.ts';
import { isBusinessId } from '../../shared/addresses/username.ts';
import { LimitedMap } from '../../shared/limited-map.ts';
import { forgetInstances } from '../left-instances.ts';

/** The names of a contact in an event; a field is '' if the event does not have it. */
export interface NamedContact {
  readonly jid: string;
  readonly lid: string;
  readonly name: string;
  readonly username?: string;
}

const isPerson = (jid: string): boolean =>
  /@(s\.whatsapp\.net|lid)$/.test(jid) || isBusinessId(jid);
const isPlace = (jid: string): boolean => /@(g\.us|newsletter)$/.test(jid);

/** Returns the writers and chats that the event names. */
export function contactsIn(event: CatalogEvent): NamedContact[] {
  switch (event.type) {
    case 'Message':
    case 'SendMessage':
      return contactsInMessage(event.data.Info);
    case 'JoinedGroup':
      return [{ jid: event.data.JID, lid: '', name: event.data.Name }];
    case 'GroupInfo': {
      const { JID, Name } = event.data;
      return Name === null ? [] : [{ jid: JID, lid: '', name: Name.Name }];
    }
    case 'NewsletterJoin':
      return [{ jid: event.data.id, lid: '', name: event.data.thread_metadata.name.text }];
    default:
      return [];
  }
}

function contactsInMessage(info: MessageInfo): NamedContact[] {
  const { Chat, Sender, SenderAlt, SenderIds, IsFromMe, IsGroup, PushName } = info;
  // A person with several ids is stored under the id of their chat.
  const jid = SenderIds && !IsGroup && isPerson(Chat) ? Chat : Sender;
  const lid = isLid(SenderAlt) ? SenderAlt : '';
  const author = { jid, lid, name: PushName, username: SenderIds?.username ?? '' };
  const found = IsFromMe || !isPerson(Sender) ? [] : [author];
  const isElsewhere = isPlace(Chat) || (IsFromMe && isPerson(Chat));
  return isElsewhere ? [...found, { jid: Chat, lid: '', name: '' }] : found;
}

const UPSERT = `insert into contacts (instance_id, jid, lid, name, username, created_at, updated_at, seen_at)
  values (?1, ?2, ?3, ?4, ?6, ?5, ?5, ?5)
  on conflict (instance_id, jid) do update set
    updated_at = case
      when excluded.lid not in ('', lid) or excluded.name not in ('', name)
        or excluded.username not in ('', username) then excluded.updated_at
      else updated_at end,
    lid = case excluded.lid when '' then lid else excluded.lid end,
    name = case excluded.name when '' then name else excluded.name end,
    username = case excluded.username when '' then username else excluded.username end,
    seen_at = excluded.seen_at`;

/** How many contacts are cached for all instances; most messages name contacts that were written lately. */
const KNOWN_MAX = 20_000;

interface KnownContact {
  readonly lid: string;
  readonly name: string;
  readonly username: string;
  readonly seenAt: number;
}

interface NameWrite {
  readonly statements: Statement[];
  /** Whether a contact's second address may be written. */
  readonly hasPairs: boolean;
  /** Contacts whose name differs from the stored one. */
  readonly renamed: readonly NamedContact[];
  /** Must be called when the statements could not be written. */
  readonly failed: () => void;
}

const FIND = `select jid, lid, name, seen_at, username from contacts
  where instance_id = ? and jid in (select value from json_each(?))`;
const NOBODY: KnownContact = { lid: '', name: '', username: '', seenAt: 0 };

export class ContactWriter {
  readonly #known = new LimitedMap<string, KnownContact>(KNOWN_MAX);
  readonly #db: Pick<Database, 'query'>;
  readonly #seenEveryMs: number;

  /** `seenEveryMs` is the shortest time between two writes of when a contact was last seen. */
  constructor(db: Pick<Database, 'query'>, seenEveryMs: number) {
    this.#db = db;
    this.#seenEveryMs = seenEveryMs;
  }

  /** Reads the stored names of these contacts. Returns undefined instead of a promise when all are cached. */
  lookUp(instanceId: string, jids: readonly string[]): Promise<void> | undefined {
    const unknown = jids.filter((jid) => !this.#known.has(keyOf(instanceId, jid)));
    return unknown.length === 0 ? undefined : this.#read(instanceId, unknown);
  }

  /** Drops a contact from the cache after other code has changed its row. */
  forget(instanceId: string, jid: string): void {
    this.#known.delete(keyOf(instanceId, jid));
  }

  /** Drops what is cached of instances for which another node may have written. */
  forgetAll(instanceIds: ReadonlySet<string>): void {
    forgetInstances(this.#known, instanceIds);
  }

  /** Returns what has to be written of these contacts at `now` (ms since 1970). */
  statements(instanceId: string, all: readonly NamedContact[], now: number): NameWrite {
    const renamed: NamedContact[] = [];
    const news: NamedContact[] = [];
    for (const one of all) {
      const known = this.#known.get(keyOf(instanceId, one.jid));
      if (isRenamed(one, known?.name ?? ''))
        renamed.push({ ...one, lid: one.lid || (known?.lid ?? '') });
      if (!this.#isNews(instanceId, one, now)) continue;
      news.push(one);
      this.#note(instanceId, one, now);
    }
    return {
      hasPairs: news.some(({ lid }) => lid !== ''),
      statements: news.map(({ jid, lid, name, username = '' }) => ({
        sql: UPSERT,
        params: [instanceId, jid, lid, name, now, username],
      })),
      renamed,
      failed: () => {
        for (const { jid } of news) this.forget(instanceId, jid);
      },
    };
  }

  async #read(instanceId: string, jids: readonly string[]): Promise<void> {
    const rows = await this.#db.query(FIND, [instanceId, JSON.stringify(jids)]);
    const found = new Map(
      rows.map(([jid, lid, name, seenAt, username]) => [
        String(jid),
        {
          lid: String(lid),
          name: String(name),
          username: String(username),
          seenAt: Number(seenAt),
        },
      ]),
    );
    for (const jid of jids) {
      const key = keyOf(instanceId, jid);
      // A contact that was cached during the query is newer.
      if (!this.#known.has(key)) this.#known.set(key, found.get(jid) ?? NOBODY);
    }
  }

  #isNews(instanceId: string, one: NamedContact, now: number): boolean {
    const known = this.#known.get(keyOf(instanceId, one.jid));
    if (known === undefined || now - known.seenAt >= this.#seenEveryMs) return true;
    return FIELDS.some((field) => (one[field] ?? '') !== '' && one[field] !== known[field]);
  }

  #note(instanceId: string, { jid, lid, name, username }: NamedContact, seenAt: number): void {
    const key = keyOf(instanceId, jid);
    const before = this.#known.get(key);
    this.#known.set(key, {
      lid: lid || (before?.lid ?? ''),
      name: name || (before?.name ?? ''),
      username: username || (before?.username ?? ''),
      seenAt,
    });
  }
}

const FIELDS = ['lid', 'name', 'username'] as const;

const isRenamed = ({ jid, name }: NamedContact, known: string): boolean =>
  isPerson(jid) && name !== '' && known !== '' && name !== known;

const keyOf = (instanceId: string, jid: string): string => `${instanceId}/${jid}`;
