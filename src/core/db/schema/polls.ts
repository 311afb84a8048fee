/** Polls that were sent or received through an instance, and everybody's last vote. Deleted with the instance. */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instances } from './gateway.ts';

const pollOfInstance = {
  instanceId: text('instance_id')
    .notNull()
    .references(() => instances.id, { onDelete: 'cascade' }),
  /** The id of the poll's message. */
  pollId: text('poll_id').notNull(),
};

export const polls = sqliteTable(
  'polls',
  {
    ...pollOfInstance,
    chat: text('chat').notNull(),
    name: text('name').notNull(),
    /** The names of the options, as a JSON list. */
    options: text('options').notNull(),
    /** In ms since 1970. */
    sentAt: integer('sent_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.instanceId, t.pollId, t.chat] }),
    index('polls_by_age').on(t.sentAt),
  ],
);

export const pollVotes = sqliteTable(
  'poll_votes',
  {
    ...pollOfInstance,
    chat: text('chat').notNull(),
    /** A JID. */
    voter: text('voter').notNull(),
    /** The names of the chosen options, as a JSON list; empty if the vote was taken back. */
    options: text('options').notNull(),
    /** In ms since 1970. */
    votedAt: integer('voted_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.instanceId, t.pollId, t.chat, t.voter] }),
    index('poll_votes_by_age').on(t.votedAt),
  ],
);
