/** What is heard of contacts beside their messages: that they call themselves otherwise, or have another picture. */
import type { Database } from '../../db/client.ts';
import type { CatalogEvent, Stream } from '../../events/contract/catalog.ts';
import type { Publisher } from '../../events/publish/publish.ts';
import type { ContactData } from '../../events/types/chats.ts';
import { createKeyedMutex } from '../../shared/async/keyed-mutex.ts';
import type { Clock } from '../../shared/clock.ts';
import { type ContactAddresses, digitsOf } from './contact-addresses.ts';
import { findContact } from './find-contacts.ts';

/** What is absent stays. */
export interface ContactNews {
  /** A JID of a person, group or channel. */
  readonly jid: string;
  /** As they call themselves. */
  readonly name?: string;
  readonly picture?: 'changed' | 'removed';
}

/** What is known of a person, null where it is not. `phone`: their address by number, if they have one. */
export const contactData = (jid: string, lid: string, name: string, phone = jid): ContactData => ({
  jid,
  number: digitsOf(phone),
  lid: lid || null,
  name: name || null,
});

/** `name` or `picture` null: that has not changed. */
export const contactUpdate = (
  contact: ContactData,
  { name, picture }: { readonly [F in 'name' | 'picture']?: ContactNews[F] | undefined },
): CatalogEvent => ({
  type: 'ContactUpdate',
  data: { Contact: contact, Name: name ?? null, Picture: picture ?? null },
});

interface ContactChangesDeps {
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
  /** By instance: a change is compared with what the one before it left. */
  readonly #turns = createKeyedMutex();

  constructor(deps: ContactChangesDeps) {
    this.#deps = deps;
  }

  /** Writes what is news, with its ContactUpdate event. Of contacts that are not stored new pictures are published alone. */
  changed(stream: Stream, all: readonly ContactNews[]): Promise<void> {
    return this.#turns.run(stream.id, async () => {
      for (const news of all) await this.#change(stream, news);
    });
  }

  /** Where the picture of a contact is found; null: there is none, or it may not be seen. */
  async pictureFound(instanceId: string, address: string, url: string | null): Promise<void> {
    const { db, clock, addresses } = this.#deps;
    const jid = await addresses.jidOf(instanceId, address);
    await db.query(PICTURE, [instanceId, jid, url ?? '', clock.now()]);
  }

  async #change(stream: Stream, news: ContactNews): Promise<void> {
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
