/** People that instances of the Cloud API know by several addresses. Deleted with the instance. */
import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instanceId } from './gateway.ts';

/** The chat of each address: all addresses of a person have the same one. */
export const cloudPeople = sqliteTable(
  'cloud_people',
  {
    instanceId: instanceId(),
    /** The digits of a phone number, or the id that the person has for this business. */
    address: text('address').notNull(),
    /** The chat's id, a JID with the phone number or such an id; it never changes. */
    chat: text('chat').notNull(),
  },
  (t) => [primaryKey({ columns: [t.instanceId, t.address] })],
);
