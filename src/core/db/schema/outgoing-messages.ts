/**
 * Messages that wait to be sent; each is deleted in the commit that stores it among the messages, or with its instance.
 */
import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instances } from './gateway.ts';

export const outgoingMessages = sqliteTable(
  'outgoing_messages',
  {
    instanceId: text('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    /** The id that the message will have. */
    id: text('id').notNull(),
    /** Grows in the order of the calls. */
    place: integer('place').notNull(),
    /** A JID, as the caller wrote it. */
    chat: text('chat').notNull(),
    kind: text('kind').notNull(),
    /** From when on it may be sent, in ms since 1970; messages of a chat are sent in this order. */
    entersAt: integer('enters_at').notNull(),
    /** For how many ms the account is shown writing before it is sent. */
    delayMs: integer('delay_ms').notNull(),
    /** The content as JSON, and its file. */
    content: text('content').notNull(),
    file: blob('file', { mode: 'buffer' }),
    /** The size of both. */
    bytes: integer('bytes').notNull(),
    /** In ms since 1970. */
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.instanceId, t.id] })],
);
