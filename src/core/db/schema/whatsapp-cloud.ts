/**
 * Tables of WhatsApp's official API, deleted with their instance. `…Sealed` columns have text sealed with the
 * encryption key.
 */
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { instanceId } from './gateway.ts';

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
