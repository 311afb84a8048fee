/** What platforms let an instance do at the moment. Goes with its instance. */
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core';
import { instanceId } from './gateway.ts';

export const newChatLimits = sqliteTable('new_chat_limits', {
  instanceId: instanceId().primaryKey(),
  /** Until when no new chat may be opened, in ms since 1970; null: they may. */
  lockedUntil: integer('locked_until'),
  /** When the platform said so, in ms since 1970. */
  checkedAt: integer('checked_at').notNull(),
});
