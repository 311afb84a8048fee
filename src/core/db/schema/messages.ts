/** Messages of an instance and the status of each sent one. Deleted with the instance. */
import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instances } from './gateway.ts';

export const messages = sqliteTable(
  'messages',
  {
    instanceId: text('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    /**
     * The platform's id, or ours where the platform gives its own later. It is unique only among the messages of one
     * side.
     */
    id: text('id').notNull(),
    isFromMe: integer('is_from_me', { mode: 'boolean' }).notNull(),
    chat: text('chat').notNull(),
    sender: text('sender').notNull(),
    /** Chat and author as the platform addressed them, which later messages about this one must repeat. */
    chatAddress: text('chat_address').notNull(),
    authorAddress: text('author_address').notNull(),
    /** `text`, `image`, `reaction` …; messages of the kinds `ignored` and `undecryptable` have no content. */
    kind: text('kind').notNull(),
    /** In the provider's own encoding, with the message's secret; null if nothing was kept. */
    content: blob('content', { mode: 'buffer' }),
    /** In ms since 1970. */
    sentAt: integer('sent_at').notNull(),
    /** Null for a received message. */
    status: text('status'),
    code: integer('code'),
    reason: text('reason'),
    /** `[{status, at}]` as JSON, the oldest first; null for a received message. */
    history: text('history'),
    /** The instance's last sequence before the message, whose events have later ones; null if unknown. */
    afterSequence: integer('after_sequence'),
    /** When it came from the phone's history, in ms since 1970; null if it was sent or received while connected. */
    fetchedAt: integer('fetched_at'),
    /** The platform's id of a message that was sent under our id; null if it is the same, or unknown. */
    platformId: text('platform_id'),
  },
  (t) => [
    primaryKey({ columns: [t.instanceId, t.id, t.isFromMe, t.chat] }),
    index('messages_of_chat').on(t.instanceId, t.chat, t.sentAt),
    index('messages_by_age').on(t.sentAt).where(sql`${t.fetchedAt} is null`),
    index('messages_fetched').on(t.fetchedAt).where(sql`${t.fetchedAt} is not null`),
    index('messages_by_platform_id')
      .on(t.instanceId, t.platformId)
      .where(sql`${t.platformId} is not null`),
    index('messages_pending').on(t.instanceId, t.sentAt).where(sql`${t.status} = 'Pending'`),
  ],
);

/** Chats of a platform that allows free answers only for a while after the person wrote. */
export const chatWindows = sqliteTable(
  'chat_windows',
  {
    instanceId: text('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    /** A JID. */
    chat: text('chat').notNull(),
    /** When the person wrote last, in ms since 1970. */
    openedAt: integer('opened_at').notNull(),
    /** The id of that message. */
    messageId: text('message_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.instanceId, t.chat] })],
);
