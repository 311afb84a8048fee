/**
 * Whether chats are archived, pinned, muted or marked unread on the devices of an account. Deleted with the instance.
 */
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instances } from './gateway.ts';

/** A chat without a row has none of these states. */
export const chatStates = sqliteTable(
  'chat_states',
  {
    instanceId: text('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    /** A JID; for a person the one with the phone number where it is known. */
    chat: text('chat').notNull(),
    isArchived: integer('is_archived', { mode: 'boolean' }).notNull(),
    isPinned: integer('is_pinned', { mode: 'boolean' }).notNull(),
    /** In ms since 1970; -1 means permanently, null not muted. */
    mutedUntil: integer('muted_until'),
    isMarkedUnread: integer('is_marked_unread', { mode: 'boolean' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.instanceId, t.chat] })],
);
