/** Current restrictions of platforms for an instance. Deleted with the instance. */
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core';
import { instanceId } from './gateway.ts';

export const newChatLimits = sqliteTable('new_chat_limits', {
  instanceId: instanceId().primaryKey(),
  /** Until when no new chat may be opened, in ms since 1970; null if there is no limit. */
  lockedUntil: integer('locked_until'),
  /** When the platform reported it, in ms since 1970. */
  checkedAt: integer('checked_at').notNull(),
});
