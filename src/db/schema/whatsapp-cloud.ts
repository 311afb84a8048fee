/**
 * Tables of WhatsApp's official API; they go with their instance. `…Sealed` columns hold text sealed with the
 * encryption key.
 */
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { instanceId } from './gateway.ts';

/** Which number an instance writes from, and what opens it. */
export const cloudNumbers = sqliteTable(
  'cloud_numbers',
  {
    instanceId: instanceId().primaryKey(),
    /** Meta's ids, digits. */
    phoneNumberId: text('phone_number_id').notNull(),
    businessAccountId: text('business_account_id').notNull(),
    accessTokenSealed: text('access_token_sealed').notNull(),
    /** Null: those of the whole service are meant. */
    appSecretSealed: text('app_secret_sealed'),
    verifyTokenSealed: text('verify_token_sealed'),
    /** What Meta last said of the number, as JSON. */
    facts: text('facts').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [uniqueIndex('cloud_numbers_phone').on(t.phoneNumberId)],
);
