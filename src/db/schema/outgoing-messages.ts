/**
 * Messages that wait to be sent; each leaves in the commit that stores it among the messages. Goes with its instance.
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
    /** A JID, as the caller named it. */
    chat: text('chat').notNull(),
    kind: text('kind').notNull(),
    /** Ms since 1970: from when on it stands in line in its chat. */
    entersAt: integer('enters_at').notNull(),
    /** For how long writing is shown before it is sent. */
    delayMs: integer('delay_ms').notNull(),
    /** What is to be sent, as JSON, and the file of it. */
    content: text('content').notNull(),
    file: blob('file', { mode: 'buffer' }),
    /** Of both. */
    bytes: integer('bytes').notNull(),
    /** Ms since 1970. */
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.instanceId, t.id] })],
);
