/**
 * Messages as receivers of events know them, with their chats and contacts, to be read back. Triggers count the messages
 * of each chat, and all of an instance in `list_totals`. What a deleted instance leaves is pruned in small pieces.
 */
import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { times } from './columns.ts';

/** The fields of a message in which it may hold what people have written. */
const WRITTEN = ['text', 'caption', 'title', 'fileName', 'name', 'address', 'displayName'];
const written = WRITTEN.map((field) => `coalesce(content -> kind ->> '${field}', '')`).join(
  ` || ' ' || `,
);
const allWritten = `trim(coalesce(content ->> 'conversation', '') || ' ' || ${written})`;

export const storedMessages = sqliteTable(
  'stored_messages',
  {
    /** Grows in the order in which they were stored. */
    place: integer('place').primaryKey(),
    instanceId: text('instance_id').notNull(),
    /** The platform's id. */
    id: text('id').notNull(),
    chat: text('chat').notNull(),
    isFromMe: integer('is_from_me', { mode: 'boolean' }).notNull(),
    sender: text('sender').notNull(),
    pushName: text('push_name').notNull(),
    /** The field of `content` that holds it: `conversation`, `imageMessage` … */
    kind: text('kind').notNull(),
    /** `web`: sent through the instance; `unknown`: by any other device, or received. */
    source: text('source', { enum: ['web', 'unknown'] }).notNull(),
    /** `Message` of its event as JSON, without the bytes of files. */
    content: text('content').notNull(),
    /** Whether it makes its chat unread: received, and more than a reaction or a vote. */
    isNews: integer('is_news', { mode: 'boolean' }).notNull(),
    /** Ms since 1970, in whole seconds. */
    sentAt: integer('sent_at').notNull(),
    storedAt: integer('stored_at').notNull(),
    /** What is searched, by way of the full-text table `stored_texts`, which triggers keep; '': nothing. */
    text: text('text').generatedAlwaysAs(sql.raw(allWritten), { mode: 'virtual' }),
  },
  (t) => [
    uniqueIndex('stored_messages_id').on(t.instanceId, t.id, t.isFromMe, t.chat),
    index('stored_messages_of_chat').on(t.instanceId, t.chat, t.sentAt),
    index('stored_messages_of_instance').on(t.instanceId, t.sentAt),
  ],
);

export const chats = sqliteTable(
  'chats',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    instanceId: text('instance_id').notNull(),
    chat: text('chat').notNull(),
    /** Messages of it that are stored. */
    messages: integer('messages').notNull(),
    /** Of those, news since `readUntil`. */
    unread: integer('unread').notNull(),
    /** Ms since 1970; what was sent until then has been read on one of the account's devices. */
    readUntil: integer('read_until').notNull().default(0),
    /** Ms since 1970 when its newest message was sent. */
    lastAt: integer('last_at').notNull(),
    ...times(),
  },
  (t) => [
    uniqueIndex('chats_chat').on(t.instanceId, t.chat),
    index('chats_by_time').on(t.instanceId, t.lastAt),
  ],
);

export const contacts = sqliteTable(
  'contacts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    instanceId: text('instance_id').notNull(),
    /** Of a person by phone number where it is known. */
    jid: text('jid').notNull(),
    /** The hidden address of a person; '': not known. */
    lid: text('lid').notNull(),
    /** As they call themselves, or as a group is called; '': not known. */
    name: text('name').notNull(),
    /** Where the picture was found last; '': not asked for since it changed, or there is none. */
    pictureUrl: text('picture_url').notNull().default(''),
    ...times(),
    /** Ms since 1970 when something was last stored of them, about a tenth of the time of storing late. */
    seenAt: integer('seen_at').notNull(),
  },
  (t) => [
    uniqueIndex('contacts_jid').on(t.instanceId, t.jid),
    index('contacts_by_lid').on(t.instanceId, t.lid),
    index('contacts_of_instance').on(t.instanceId),
    index('contacts_by_name').on(t.instanceId, t.name),
    index('contacts_by_age').on(t.seenAt),
  ],
);

/**
 * Further addresses of stored contacts, and which one each is stored under. Triggers keep them with the contacts: a
 * contact's hidden address is entered with it, and all of its addresses go with it.
 */
export const contactAddresses = sqliteTable(
  'contact_addresses',
  {
    instanceId: text('instance_id').notNull(),
    /** A hidden address, a JID, or an id of a business platform. */
    address: text('address').notNull(),
    /** The contact's. */
    jid: text('jid').notNull(),
    /** Whether nothing is stored under `address` any more. */
    isMoved: integer('is_moved', { mode: 'boolean' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.instanceId, t.address] }),
    index('contact_addresses_of').on(t.instanceId, t.jid),
    index('contact_addresses_unmoved').on(t.instanceId).where(sql`${t.isMoved} = 0`),
  ],
);
