/**
 * Tables of the delivery engine. Times are ms since 1970.
 * A stream is whatever counts its events (an instance, an account); history outlives it, so
 * deliveries keep what they show of their event and no foreign key ties them to it.
 */
import { sql } from 'drizzle-orm';
import {
  blob,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
} from 'drizzle-orm/sqlite-core';

/** The processes that write to a database server. */
export const processes = sqliteTable('processes', {
  id: text('id').primaryKey(),
  pid: integer('pid').notNull(),
  startedAt: integer('started_at').notNull(),
  seenAt: integer('seen_at').notNull(),
  /** Raised by every commit of the engine on a database server: whether one whose answer was lost took place. */
  commits: integer('commits').notNull().default(0),
});

/** The nodes of a database server, for which these rows decide everything. Times are of the database's clock. */
export const nodes = sqliteTable('nodes', {
  /** Made anew for each start of a process, and whenever its row has gone. */
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** Where other nodes reach it; '': nowhere. */
  url: text('url').notNull(),
  version: text('version').notNull(),
  startedAt: integer('started_at').notNull(),
  /** Since when its lease has never ended. */
  since: integer('since').notNull(),
  /** When it last said that it lives. */
  beatAt: integer('beat_at').notNull(),
  /** Until when it lives, unless it says so again. */
  until: integer('until').notNull(),
  /** It ends, and takes nothing more. */
  draining: integer('draining', { mode: 'boolean' }).notNull().default(false),
  /**
   * A JSON array: ids of nodes that requests of this one did not reach in the minute before it last said that it lives.
   */
  unreached: text('unreached').notNull().default('[]'),
  /** Streams that it had taken when it last said that it lives. */
  takenOver: integer('taken_over').notNull().default(0),
  /** Writes of it that were refused until then, since their streams were another's. */
  fenced: integer('fenced').notNull().default(0),
});

export const streams = sqliteTable(
  'streams',
  {
    id: text('id').primaryKey(),
    lastSequence: integer('last_sequence').notNull().default(0),
    /** The node that numbers its events and sends them; null: none, or the only process on a file. */
    owner: text('owner'),
    /** Grows by one with each change of owner. */
    token: integer('token').notNull().default(0),
  },
  (t) => [index('streams_owned').on(t.owner).where(sql`${t.owner} is not null`)],
);

export const events = sqliteTable(
  'events',
  {
    streamId: text('stream_id').notNull(),
    sequence: integer('sequence').notNull(),
    id: text('id').notNull(),
    type: text('type').notNull(),
    /** What first attempts are ordered by; null is ordered against the whole stream. */
    chat: text('chat'),
    /** The JSON body as sent, without media bytes. */
    body: text('body').notNull(),
    mediaId: text('media_id'),
    /** Until when the body holds a secret that must then be wiped; null when it holds none. */
    secretUntil: integer('secret_until'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.streamId, t.sequence] }),
    index('events_with_secret').on(t.secretUntil).where(sql`${t.secretUntil} is not null`),
  ],
);

/**
 * What nodes of one database server have in memory and one of them has changed, noted by triggers of its table; and
 * streams whose owner has something to send that another node wrote. `key` is the id of an instance or an account. A
 * number is never given twice.
 */
export const changes = sqliteTable('changes', {
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  kind: text('kind', { enum: ['instance', 'webhooks', 'waiting'] }).notNull(),
  key: text('key').notNull(),
  at: integer('at').notNull(),
});

/** Media bytes, stored once however many destinations and attempts there are. */
export const media = sqliteTable('media', {
  id: text('id').primaryKey(),
  mimetype: text('mimetype').notNull(),
  bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  createdAt: integer('created_at').notNull(),
});

export const deliveries = sqliteTable(
  'deliveries',
  {
    id: text('id').primaryKey(),
    streamId: text('stream_id').notNull(),
    sequence: integer('sequence').notNull(),
    /** `webhook`, `global-webhook`, … or `webhook:<id>`: the destination within the stream. */
    endpoint: text('endpoint').notNull(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    /** Where the last attempt went, or the next will go, with secrets masked. */
    target: text('target').notNull(),
    state: text('state', { enum: ['waiting', 'sending', 'delivered', 'discarded'] }).notNull(),
    attemptCount: integer('attempt_count').notNull().default(0),
    /** Attempts after which it is discarded; null: never by count. A redelivery raises it. */
    attemptLimit: integer('attempt_limit'),
    nextAttemptAt: integer('next_attempt_at'),
    owner: text('owner'),
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    /** The latest attempt as JSON: one row less to write for what is delivered at once. */
    lastAttempt: text('last_attempt'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    // Spelled out: an `in` list costs each write more than the write's own index.
    check(
      'deliveries_state',
      sql`${t.state} = 'waiting' or ${t.state} = 'sending' or ${t.state} = 'delivered' or ${t.state} = 'discarded'`,
    ),
    check('deliveries_owned', sql`(${t.state} = 'sending') = (${t.owner} is not null)`),
    check('deliveries_due', sql`(${t.state} = 'waiting') = (${t.nextAttemptAt} is not null)`),
    check('deliveries_attempts', sql`${t.attemptCount} >= 0`),
    index('deliveries_listed').on(t.streamId, t.state, t.id),
    index('deliveries_fresh')
      .on(t.streamId, t.endpoint, t.sequence)
      .where(sql`state = 'waiting' and attempt_count = 0`),
    index('deliveries_retry')
      .on(t.streamId, t.endpoint, t.nextAttemptAt)
      .where(sql`state = 'waiting' and attempt_count > 0`),
    // An account has many webhooks of its own; an instance's rows do not pay for this index.
    index('deliveries_of_webhook')
      .on(t.streamId, t.endpoint, t.state, t.id)
      .where(sql`${t.endpoint} glob 'webhook:*'`),
  ],
);

/** Attempts before the latest one of their delivery. */
export const attempts = sqliteTable(
  'attempts',
  {
    deliveryId: text('delivery_id')
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    startedAt: integer('started_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    status: integer('status'),
    error: text('error'),
    /** The first 1 KiB of the answer. */
    responseBody: text('response_body'),
  },
  (t) => [
    primaryKey({ columns: [t.deliveryId, t.number] }),
    check('attempts_number', sql`${t.number} > 0`),
  ],
);
