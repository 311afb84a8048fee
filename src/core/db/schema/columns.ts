import { type SQL, sql } from 'drizzle-orm';
import { integer, type SQLiteColumn, text } from 'drizzle-orm/sqlite-core';

/** When a row was created and last changed, in ms since 1970. */
export const times = () => ({
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

/** The columns of a webhook of either zone; `…Sealed` columns have text sealed with the encryption key. */
export const webhookColumns = () => ({
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  enabled: integer('enabled', { mode: 'boolean' }).notNull().default(true),
  url: text('url').notNull(),
  headersSealed: text('headers_sealed'),
  /** Whether the event's name is appended to the path; only for evolution-api. */
  byEvents: integer('by_events', { mode: 'boolean' }).notNull().default(false),
  /** Which events it gets as JSON, see `Filter`; null for every event of its list. */
  filter: text('filter'),
  /** How its bodies are transformed, as JSON (see `Transform`), or null. */
  transform: text('transform'),
  /** Its own retries as JSON, see `RetryRule`; null for those of the service. */
  retry: text('retry'),
  /** Whether first attempts of a chat wait for each other. */
  ordering: text('ordering', { enum: ['chat', 'none'] })
    .notNull()
    .default('chat'),
  /** Whether it is switched off when it is gone or has failed for long. */
  autoDisable: integer('auto_disable', { mode: 'boolean' }).notNull().default(true),
  secretSealed: text('secret_sealed').notNull(),
  /** The replaced secrets that still sign, as JSON (see `FormerSecret`), or null. */
  formerSecretsSealed: text('former_secrets_sealed'),
});

/** Returns a check that a column has one of its declared texts. */
export const isOneOfItsValues = (column: SQLiteColumn): SQL => {
  const values = column.enumValues?.map((value) => `'${value}'`) ?? [];
  return sql`${column} in (${sql.raw(values.join(', '))})`;
};
