/** The people that instances of the Cloud API know by several addresses. They go with their instance. */
import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instanceId } from './gateway.ts';

/** Which chat each address of a person leads to: all addresses of one person lead to one. */
export const cloudPeople = sqliteTable(
  'cloud_people',
  {
    instanceId: instanceId(),
    /** Digits of a phone number, or the id that the person has for this business. */
    address: text('address').notNull(),
    /** The chat's id, a JID by phone number or such an id; it stays what it was first. */
    chat: text('chat').notNull(),
  },
  (t) => [primaryKey({ columns: [t.instanceId, t.address] })],
);
