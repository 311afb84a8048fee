/** How chats stand among the others on all devices of an account. They go with their instance. */
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instances } from './gateway.ts';

/** A chat without a row is none of this. */
export const chatStates = sqliteTable(
  'chat_states',
  {
    instanceId: text('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    /** A JID; of a person the one by phone number where it is known. */
    chat: text('chat').notNull(),
    isArchived: integer('is_archived', { mode: 'boolean' }).notNull(),
    isPinned: integer('is_pinned', { mode: 'boolean' }).notNull(),
    /** Ms since 1970; -1: for ever. Null: not muted. */
    mutedUntil: integer('muted_until'),
    isMarkedUnread: integer('is_marked_unread', { mode: 'boolean' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.instanceId, t.chat] })],
);
