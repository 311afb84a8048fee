/** Counts of each instance in the last 48 hours. They are deleted with the instance. */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instanceId } from './gateway.ts';

const count = (name: string) => integer(name).notNull().default(0);

/** Every count is added to what other processes have written. */
export const figures = sqliteTable(
  'figures',
  {
    instanceId: instanceId(),
    /** When its half hour begins, in ms since 1970. */
    since: integer('since').notNull(),
    /** The endpoint of the deliveries that are counted; '' for the row that counts messages. */
    endpoint: text('endpoint').notNull(),
    received: count('received'),
    sent: count('sent'),
    delivered: count('delivered'),
    /** Attempts that failed. */
    failed: count('failed'),
    discarded: count('discarded'),
    /** Events of its list that its filter or its format kept from the endpoint. */
    filtered: count('filtered'),
    /** How many deliveries were accepted at the first attempt within so many ms of their event, and in no fewer. */
    within10: count('within_10'),
    within25: count('within_25'),
    within50: count('within_50'),
    within100: count('within_100'),
    within250: count('within_250'),
    within500: count('within_500'),
    within1000: count('within_1000'),
    within2500: count('within_2500'),
    within10000: count('within_10000'),
    within60000: count('within_60000'),
    slower: count('slower'),
    /** The longest time from an event to its acceptance at the first attempt, in ms. */
    slowest: count('slowest'),
  },
  (t) => [
    primaryKey({ columns: [t.instanceId, t.since, t.endpoint] }),
    index('figures_age').on(t.since),
  ],
);
