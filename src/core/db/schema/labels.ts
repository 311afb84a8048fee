/** Labels that an account puts on its chats, and the chats of each. Deleted with the instance. */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instances } from './gateway.ts';

const labelOfInstance = {
  instanceId: text('instance_id')
    .notNull()
    .references(() => instances.id, { onDelete: 'cascade' }),
  labelId: text('label_id').notNull(),
};

export const labels = sqliteTable(
  'labels',
  {
    ...labelOfInstance,
    name: text('name').notNull(),
    /** The index of the colour in the platform's list. */
    color: integer('color').notNull(),
    /** The id of a label that every account has, or null if the account made it. */
    predefinedId: text('predefined_id'),
  },
  (t) => [primaryKey({ columns: [t.instanceId, t.labelId] })],
);

export const labelledChats = sqliteTable(
  'labelled_chats',
  {
    ...labelOfInstance,
    /** A JID; for a person the one with the phone number where it is known. */
    chat: text('chat').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.instanceId, t.labelId, t.chat] }),
    index('labelled_chats_by_chat').on(t.instanceId, t.chat),
  ],
);
