/**
 * Tables of the WhatsApp provider, deleted with their instance. `…Sealed` columns have text sealed with the encryption
 * key.
 */
import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { instanceId } from './gateway.ts';

/** The credentials of this device of the account; a row exists only once a phone has accepted it. */
export const whatsappCredentials = sqliteTable('whatsapp_credentials', {
  instanceId: instanceId().primaryKey(),
  credsSealed: text('creds_sealed').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

/** Keys of conversations: pre-keys, sessions, sender keys and everything else that the protocol stores by name. */
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
    /** Ids sort by arrival. */
    id: text('id').notNull(),
    instanceId: instanceId(),
    /** Chat, author and message id, which are the same when the message is received again. */
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

/** Phone numbers that were looked up, because WhatsApp limits accounts that look up many. */
export const whatsappNumbers = sqliteTable(
  'whatsapp_numbers',
  {
    instanceId: instanceId(),
    /** In digits, as they were looked up. */
    number: text('number').notNull(),
    /** Null if nobody at WhatsApp has the number. */
    jid: text('jid'),
    lid: text('lid'),
    checkedAt: integer('checked_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.instanceId, t.number] }),
    index('whatsapp_numbers_age').on(t.instanceId, t.checkedAt),
  ],
);

// Tables of WhatsApp's official API, deleted with their instance. `…Sealed` columns have text sealed with the
// encryption key.

/** The numbers of instances and their credentials. */
export const cloudNumbers = sqliteTable(
  'cloud_numbers',
  {
    instanceId: instanceId().primaryKey(),
    /** Meta's ids, in digits. */
    phoneNumberId: text('phone_number_id').notNull(),
    businessAccountId: text('business_account_id').notNull(),
    accessTokenSealed: text('access_token_sealed').notNull(),
    /** Null to use those of the whole service. */
    appSecretSealed: text('app_secret_sealed'),
    verifyTokenSealed: text('verify_token_sealed'),
    /** Meta's last facts about the number, as JSON. */
    facts: text('facts').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [uniqueIndex('cloud_numbers_phone').on(t.phoneNumberId)],
);

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
