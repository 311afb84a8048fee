/** Labels that an account puts on its chats, and which chat has which. They go with their instance. */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instances } from './gateway.ts';

const ofInstance = {
  instanceId: text('instance_id')
    .notNull()
    .references(() => instances.id, { onDelete: 'cascade' }),
  labelId: text('label_id').notNull(),
};

export const labels = sqliteTable(
  'labels',
  {
    ...ofInstance,
    name: text('name').notNull(),
    /** The place of the colour in the platform's list. */
    color: integer('color').notNull(),
    /** Of a label that every account has; null: the account made it. */
    predefinedId: text('predefined_id'),
  },
  (t) => [primaryKey({ columns: [t.instanceId, t.labelId] })],
);

export const labelledChats = sqliteTable(
  'labelled_chats',
  {
    ...ofInstance,
    /** A JID; of a person the one by phone number where it is known. */
    chat: text('chat').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.instanceId, t.labelId, t.chat] }),
    index('labelled_chats_by_chat').on(t.instanceId, t.chat),
  ],
);
