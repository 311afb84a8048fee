/**
 * Tables of the WhatsApp provider; they go with their instance. `…Sealed` columns hold text sealed with the encryption
 * key.
 */
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instanceId } from './gateway.ts';

/** What makes a process this device of the account; a row exists only once a phone has accepted it. */
export const whatsappCredentials = sqliteTable('whatsapp_credentials', {
  instanceId: instanceId().primaryKey(),
  credsSealed: text('creds_sealed').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

/** Keys of conversations: pre-keys, sessions, sender keys and what else the protocol keeps per name. */
export const whatsappKeys = sqliteTable(
  'whatsapp_keys',
  {
    instanceId: instanceId(),
    type: text('type').notNull(),
    id: text('id').notNull(),
    valueSealed: text('value_sealed').notNull(),
  },
  (t) => [primaryKey({ columns: [t.instanceId, t.type, t.id] })],
);

/** Received messages of the last week, by their keys. Those that wait to become events have a body. */
export const whatsappInbox = sqliteTable(
  'whatsapp_inbox',
  {
    /** Sorts by arrival. */
    id: text('id').notNull(),
    instanceId: instanceId(),
    /** Chat, author and message id: the same message again has the same. */
    messageKey: text('message_key').notNull(),
    /** The message as JSON; null once its event is on disk. */
    body: text('body'),
    receivedAt: integer('received_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.instanceId, t.messageKey] }),
    index('whatsapp_inbox_age').on(t.instanceId, t.receivedAt),
    index('whatsapp_inbox_waiting').on(t.instanceId, t.id).where(sql`${t.body} is not null`),
  ],
);

/** Phone numbers that were looked up: WhatsApp limits accounts that ask much. */
export const whatsappNumbers = sqliteTable(
  'whatsapp_numbers',
  {
    instanceId: instanceId(),
    /** Digits, as they were asked for. */
    number: text('number').notNull(),
    /** Null: nobody at WhatsApp has the number. */
    jid: text('jid'),
    lid: text('lid'),
    checkedAt: integer('checked_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.instanceId, t.number] }),
    index('whatsapp_numbers_age').on(t.instanceId, t.checkedAt),
  ],
);
