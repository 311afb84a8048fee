/** Stores new names and pictures of contacts that came without a message. */
import type { Database } from '../../db/client.ts';
import type { CatalogEvent, Payloads, Stream } from '../../events/contract/catalog.ts';
import type { Publisher } from '../../events/publish/publish.ts';
import { digitsOf } from '../../shared/addresses/chat-address.ts';
import { createKeyedMutex } from '../../shared/async/mutex.ts';
import type { Clock } from '../../shared/clock.ts';
import { LimitedMap } from '../../shared/limited-map.ts';
import { forgetInstances } from '../left-instances.ts';
import { findContact } from './find-chats.ts';

type ContactData = Payloads['ContactUpdate']['Contact'];

/** A change of a contact; absent fields stay as they are. */
export interface ContactUpdate {
  /** A JID of a person, group or channel. */
  readonly jid: string;
  /** The name that the contact chose. */
  readonly name?: string;
  readonly picture?: 'changed' | 'removed';
}

/** Returns the data of a contact, with null for what is unknown. `phone` is the address with the phone number. */
export const contactData = (jid: string, lid: string, name: string, phone = jid): ContactData => ({
  jid,
  number: digitsOf(phone),
  lid: lid || null,
  name: name || null,
});

/** Returns the event of a change; `name` or `picture` is null when it has not changed. */
export const contactUpdate = (
  contact: ContactData,
  { name, picture }: { readonly [F in 'name' | 'picture']?: ContactUpdate[F] | undefined },
): CatalogEvent => ({
  type: 'ContactUpdate',
  data: { Contact: contact, Name: name ?? null, Picture: picture ?? null },
});

export interface ContactChangesDeps {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Clock;
  readonly publisher: Pick<Publisher, 'publish'>;
  readonly addresses: ContactAddresses;
}

const UPDATE = `update contacts set name = ?, picture_url = case ? when 1 then '' else picture_url end, updated_at = ?
  where instance_id = ? and jid = ?`;
const PICTURE = `update contacts set picture_url = ?3, updated_at = ?4
  where instance_id = ?1 and jid = ?2 and picture_url <> ?3`;

export class ContactChanges {
  readonly #deps: ContactChangesDeps;
  /** Runs an instance's changes one after the other, because each is compared with the state before it. */
  readonly #turns = createKeyedMutex();

  constructor(deps: ContactChangesDeps) {
    this.#deps = deps;
  }

  /** Stores real changes, each with its ContactUpdate event. A new picture of an unknown contact is only published. */
  update(stream: Stream, all: readonly ContactUpdate[]): Promise<void> {
    return this.#turns.run(stream.id, async () => {
      for (const news of all) await this.#change(stream, news);
    });
  }

  /** Stores the URL of a contact's picture, or null for a contact without a picture or with a hidden one. */
  async pictureFound(instanceId: string, address: string, url: string | null): Promise<void> {
    const { db, clock, addresses } = this.#deps;
    const jid = await addresses.jidOf(instanceId, address);
    await db.query(PICTURE, [instanceId, jid, url ?? '', clock.now()]);
  }

  async #change(stream: Stream, news: ContactUpdate): Promise<void> {
    const { db, clock, publisher, addresses } = this.#deps;
    const jid = await addresses.jidOf(stream.id, news.jid);
    const stored = await findContact(db, stream.id, jid);
    const name = stored && news.name !== stored.name ? news.name : undefined;
    if (name === undefined && news.picture === undefined) return;
    const known = name ?? stored?.name ?? '';
    const person = contactData(jid, stored?.lid ?? '', known, stored?.phone);
    const event = contactUpdate(person, { ...news, name });
    const hasNewPicture = news.picture === undefined ? 0 : 1;
    const params = [known, hasNewPicture, clock.now(), stream.id, jid];
    await publisher.publish(stream, [event], stored ? [{ sql: UPDATE, params }] : []);
  }
}

// Looks up under which of their addresses contacts are stored: a phone number, a LID or a business id.

/** How many addresses are cached for all instances. */
const KNOWN_MAX = 20_000;

const FIND = `select address, jid from contact_addresses
  where instance_id = ? and address in (select value from json_each(?))`;

export class ContactAddresses {
  readonly #db: Pick<Database, 'query'>;
  /** The contact's JID by instance and address; it is the address itself when no other is known. */
  readonly #known = new LimitedMap<string, string>(KNOWN_MAX);

  constructor(db: Pick<Database, 'query'>) {
    this.#db = db;
  }

  /** Returns the JID under which the owner of the address is stored, or the address itself when no other is known. */
  async jidOf(instanceId: string, address: string): Promise<string> {
    await this.lookUp(instanceId, [address]);
    return this.known(instanceId, address);
  }

  /** Like `jidOf`, but uses only the cache: returns an address that has not been looked up unchanged. */
  known(instanceId: string, address: string): string {
    const jid = this.#known.get(keyOf(instanceId, address)) ?? address;
    // The contact may have been merged into another one since.
    return this.#known.get(keyOf(instanceId, jid)) ?? jid;
  }

  /** Looks the addresses up. Returns undefined instead of a promise when all are cached. */
  lookUp(instanceId: string, addresses: readonly string[]): Promise<void> | undefined {
    const unknown = addresses.filter((one) => !this.#known.has(keyOf(instanceId, one)));
    return unknown.length === 0 ? undefined : this.#read(instanceId, unknown);
  }

  /** Caches that `address` belongs to the contact, whose JID is not the address of another contact. */
  note(instanceId: string, address: string, jid: string): void {
    this.#known.set(keyOf(instanceId, address), jid);
    this.#known.set(keyOf(instanceId, jid), jid);
  }

  /** Drops an address from the cache whose contact could not be written. */
  forget(instanceId: string, address: string): void {
    this.#known.delete(keyOf(instanceId, address));
  }

  /** Drops what is cached of instances for which another node may have written. */
  forgetAll(instanceIds: ReadonlySet<string>): void {
    forgetInstances(this.#known, instanceIds);
  }

  async #read(instanceId: string, addresses: readonly string[]): Promise<void> {
    const rows = await this.#db.query(FIND, [instanceId, JSON.stringify(addresses)]);
    const found = new Map(rows.map(([address, jid]) => [String(address), String(jid)]));
    for (const address of addresses) {
      const key = keyOf(instanceId, address);
      // An address that was cached during the query is newer.
      if (!this.#known.has(key)) this.#known.set(key, found.get(address) ?? address);
    }
  }
}

const keyOf = (instanceId: string, address: string): string => `${instanceId}/${address}`;
