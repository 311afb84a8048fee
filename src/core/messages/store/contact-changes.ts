/** Stores new names and pictures of contacts that came without a message. */
import type { Database } from '../../db/client.ts';
import type { CatalogEvent, Stream } from '../../events/contract/catalog.ts';
import type { Publisher } from '../../events/publish/publish.ts';
import type { ContactData } from '../../events/types/chats.ts';
import { digitsOf } from '../../shared/addresses/chat-address.ts';
import { createKeyedMutex } from '../../shared/async/keyed-mutex.ts';
import type { Clock } from '../../shared/clock.ts';
import type { ContactAddresses } from './contact-addresses.ts';
import { findContact } from './find-contacts.ts';

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
