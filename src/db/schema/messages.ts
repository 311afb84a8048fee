/** What was said through an instance, and how far each message that was sent has come. Goes with its instance. */
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
     * The platform's id, or ours where it gives its own later: unique among what one side sends, so another's may have
     * it too.
     */
    id: text('id').notNull(),
    isFromMe: integer('is_from_me', { mode: 'boolean' }).notNull(),
    chat: text('chat').notNull(),
    sender: text('sender').notNull(),
    /** Chat and author as the platform addressed them, which later words about the message must repeat. */
    chatAddress: text('chat_address').notNull(),
    authorAddress: text('author_address').notNull(),
    /** `text`, `image`, `reaction` …; `ignored` and `undecryptable`: came, and has no content */
    kind: text('kind').notNull(),
    /** In the provider's own encoding, with the message's secret; null: nothing was kept. */
    content: blob('content', { mode: 'buffer' }),
    /** Ms since 1970. */
    sentAt: integer('sent_at').notNull(),
    /** Null: received. */
    status: text('status'),
    code: integer('code'),
    reason: text('reason'),
    /** `[{status, at}]` as JSON, the first change first; null: received. */
    history: text('history'),
    /** The instance's last sequence before the message: its events have later ones. Null: not known. */
    afterSequence: integer('after_sequence'),
    /** Ms since 1970: when it came from the phone's history. Null: it was sent or received while connected. */
    fetchedAt: integer('fetched_at'),
    /** What the platform calls a message that was sent under an id of ours; null: the same, or not known yet. */
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

/** Chats of a platform that lets a person be answered freely for a while after they wrote. */
export const chatWindows = sqliteTable(
  'chat_windows',
  {
    instanceId: text('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    /** A JID. */
    chat: text('chat').notNull(),
    /** Ms since 1970: when the person wrote last. */
    openedAt: integer('opened_at').notNull(),
    /** That message. */
    messageId: text('message_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.instanceId, t.chat] })],
);
