/**
 * Messages as receivers of events know them, with their chats and contacts, to be read back. Triggers count the
 * messages of each chat, and all of an instance in `list_totals`. The rows of a deleted instance are pruned in small
 * pieces.
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

/** The fields of a message that can contain text written by people. */
const WRITTEN = ['text', 'caption', 'title', 'fileName', 'name', 'address', 'displayName'];
const written = WRITTEN.map((field) => `coalesce(content -> kind ->> '${field}', '')`).join(
  ` || ' ' || `,
);
const allWritten = `trim(coalesce(content ->> 'conversation', '') || ' ' || ${written})`;

export const storedMessages = sqliteTable(
  'stored_messages',
  {
    /** Grows in the order in which messages were stored. */
    place: integer('place').primaryKey(),
    instanceId: text('instance_id').notNull(),
    /** The platform's id. */
    id: text('id').notNull(),
    chat: text('chat').notNull(),
    isFromMe: integer('is_from_me', { mode: 'boolean' }).notNull(),
    sender: text('sender').notNull(),
    pushName: text('push_name').notNull(),
    /** The field of `content` with the content, such as `conversation` or `imageMessage`. */
    kind: text('kind').notNull(),
    /** `web` if it was sent through the instance; `unknown` if by another device, or received. */
    source: text('source', { enum: ['web', 'unknown'] }).notNull(),
    /** `Message` of its event as JSON, without the bytes of files. */
    content: text('content').notNull(),
    /** Whether it makes its chat unread: received, and more than a reaction or a vote. */
    isNews: integer('is_news', { mode: 'boolean' }).notNull(),
    /** In ms since 1970, rounded to seconds. */
    sentAt: integer('sent_at').notNull(),
    storedAt: integer('stored_at').notNull(),
    /**
     * The searched text, through the full-text table `stored_texts`, which triggers keep; '' for a message without
     * text.
     */
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
    /** How many of its messages are stored. */
    messages: integer('messages').notNull(),
    /** How many of them are unread since `readUntil`. */
    unread: integer('unread').notNull(),
    /** In ms since 1970; messages up to this time were read on one of the account's devices. */
    readUntil: integer('read_until').notNull().default(0),
    /** When its newest message was sent, in ms since 1970. */
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
    /** For a person the JID with the phone number where it is known. */
    jid: text('jid').notNull(),
    /** The LID of a person, or '' if it is unknown. */
    lid: text('lid').notNull(),
    /** The name that the person chose, or of a group; '' if it is unknown. */
    name: text('name').notNull(),
    /** The name by which the person can be found, without the @; '' when none is known. */
    username: text('username').notNull().default(''),
    /** The last URL of the picture; '' without a picture, and until a changed one is fetched. */
    pictureUrl: text('picture_url').notNull().default(''),
    ...times(),
    /** When something of the contact was last stored, in ms since 1970; it lags by about a tenth of the retention. */
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
 * Further addresses of stored contacts, and the one under which each is stored. Triggers keep them: a contact's hidden
 * address is inserted with it, and all of its addresses are deleted with it.
 */
export const contactAddresses = sqliteTable(
  'contact_addresses',
  {
    instanceId: text('instance_id').notNull(),
    /** A LID, a JID, or an id of a business platform. */
    address: text('address').notNull(),
    /** The JID of the contact. */
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
