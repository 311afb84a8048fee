/**
 * Tables of the delivery engine. Times are in ms since 1970. A stream counts its events (an instance, an account).
 * History outlives it, so deliveries keep what they show of their event and have no foreign key to the stream.
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
import { isOneOfItsValues } from './columns.ts';

/** The processes that write to a database server. */
export const processes = sqliteTable('processes', {
  id: text('id').primaryKey(),
  pid: integer('pid').notNull(),
  startedAt: integer('started_at').notNull(),
  seenAt: integer('seen_at').notNull(),
  /**
   * Raised by every commit of the engine on a database server; it shows whether one took place whose answer was lost.
   */
  commits: integer('commits').notNull().default(0),
});

/** The nodes of a database server; these rows are authoritative. Times are of the database's clock. */
export const nodes = sqliteTable('nodes', {
  /** A new id for each start of a process, and whenever its row was deleted. */
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** The URL at which other nodes reach it, or ''. */
  url: text('url').notNull(),
  version: text('version').notNull(),
  startedAt: integer('started_at').notNull(),
  /** Since when its lease has never ended. */
  since: integer('since').notNull(),
  /** When it last renewed its lease. */
  beatAt: integer('beat_at').notNull(),
  /** When its lease ends unless it is renewed. */
  until: integer('until').notNull(),
  /** Whether it is stopping and takes no more streams. */
  draining: integer('draining', { mode: 'boolean' }).notNull().default(false),
  /** A JSON array of the nodes that it failed to reach in the minute before it last renewed its lease. */
  unreached: text('unreached').notNull().default('[]'),
  /** How many streams it had taken when it last renewed its lease. */
  takenOver: integer('taken_over').notNull().default(0),
  /** How many of its writes had been refused by then because another node owned the stream. */
  fenced: integer('fenced').notNull().default(0),
});

export const streams = sqliteTable(
  'streams',
  {
    id: text('id').primaryKey(),
    lastSequence: integer('last_sequence').notNull().default(0),
    /** The node that numbers its events and sends them; null without an owner, and for a single process on a file. */
    owner: text('owner'),
    /** Raised by one with each change of owner. */
    term: integer('term').notNull().default(0),
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
    /** The order of first attempts; null means in order with the whole stream. */
    chat: text('chat'),
    /** The JSON body as it is sent, without media bytes. */
    body: text('body').notNull(),
    mediaId: text('media_id'),
    /** When the secret in the body must be wiped; null for a body without a secret. */
    secretUntil: integer('secret_until'),
    createdAt: integer('created_at').notNull(),
    /** The span in which it was published, as W3C Trace Context names it; null if it was not traced. */
    traceparent: text('traceparent'),
  },
  (t) => [
    primaryKey({ columns: [t.streamId, t.sequence] }),
    index('events_with_secret').on(t.secretUntil).where(sql`${t.secretUntil} is not null`),
  ],
);

/**
 * Changes of data that other nodes of the database server have in memory, written by triggers of its table, and streams
 * whose owner has something to send that another node wrote. `key` is the id of an instance or an account. A number is
 * never used twice.
 */
export const changes = sqliteTable('changes', {
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  kind: text('kind', { enum: ['instance', 'webhooks', 'waiting'] }).notNull(),
  key: text('key').notNull(),
  at: integer('at').notNull(),
});

/** Media bytes, stored once for all destinations and attempts. */
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
    /**
     * The destination within the stream: `webhook`, `global-webhook`, …, `endpoint:<id>` or `webhook:<id>`; of a replay
     * with `@` and its id at the end.
     */
    endpoint: text('endpoint').notNull(),
    /** The destination without the id of a replay. */
    baseEndpoint: text('base_endpoint').generatedAlwaysAs(
      sql`substr(endpoint, 1, instr(endpoint || '@', '@') - 1)`,
      { mode: 'virtual' },
    ),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    /** The address of the last or the next attempt, with secrets masked. */
    target: text('target').notNull(),
    state: text('state', { enum: ['waiting', 'sending', 'delivered', 'discarded'] }).notNull(),
    attemptCount: integer('attempt_count').notNull().default(0),
    /** How many attempts there were before the present round. A redelivery begins another. */
    roundFrom: integer('round_from').notNull().default(0),
    nextAttemptAt: integer('next_attempt_at'),
    /** The process that sends it; null unless it is `sending`. */
    holder: text('holder'),
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    /** The latest attempt as JSON, which saves a row for deliveries that succeed at once. */
    lastAttempt: text('last_attempt'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    // The values are compared one by one, because an `in` list costs each write more than the write's own index.
    check(
      'deliveries_state',
      sql`${t.state} = 'waiting' or ${t.state} = 'sending' or ${t.state} = 'delivered' or ${t.state} = 'discarded'`,
    ),
    check('deliveries_owned', sql`(${t.state} = 'sending') = (${t.holder} is not null)`),
    check('deliveries_due', sql`(${t.state} = 'waiting') = (${t.nextAttemptAt} is not null)`),
    check('deliveries_attempts', sql`${t.attemptCount} >= 0`),
    index('deliveries_listed').on(t.streamId, t.state, t.id),
    index('deliveries_fresh')
      .on(t.streamId, t.endpoint, t.sequence)
      .where(sql`state = 'waiting' and attempt_count = 0`),
    index('deliveries_retry')
      .on(t.streamId, t.endpoint, t.nextAttemptAt)
      .where(sql`state = 'waiting' and attempt_count > 0`),
    // Only of these a stream may have many, so other rows are not in this index.
    index('deliveries_of_webhook')
      .on(t.streamId, t.baseEndpoint, t.state, t.id)
      .where(sql`${t.endpoint} glob '*:*'`),
  ],
);

/**
 * The health of endpoints whose attempts have failed, see `Health`; without a row it is good. Not tied to the stream,
 * like deliveries.
 */
export const endpointHealth = sqliteTable(
  'endpoint_health',
  {
    streamId: text('stream_id').notNull(),
    endpoint: text('endpoint').notNull(),
    state: text('state', { enum: ['healthy', 'failing', 'disabled'] }).notNull(),
    since: integer('since').notNull(),
    failures: integer('failures').notNull(),
    failingSince: integer('failing_since'),
    reason: text('reason'),
    percent: integer('percent').notNull(),
    /** The last announced step: 0 for nothing, 1 for a step before it was enabled again, a percentage, or 101. */
    announced: integer('announced').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.streamId, t.endpoint] })],
);

/**
 * Replays: events of the log that are sent again to one endpoint, window by window. Each event that is handed on is a
 * delivery of the replay's lane. The rows are not tied to the stream, like deliveries.
 */
export const replays = sqliteTable(
  'replays',
  {
    id: text('id').primaryKey(),
    streamId: text('stream_id').notNull(),
    endpoint: text('endpoint').notNull(),
    state: text('state', { enum: ['running', 'paused', 'done', 'cancelled'] }).notNull(),
    /** Whether the owner of the stream has still something to do for it. */
    isOpen: integer('is_open', { mode: 'boolean' }).notNull(),
    /** Why it was paused or has ended, if nobody asked for it. */
    reason: text('reason'),
    since: integer('since').notNull(),
    until: integer('until').notNull(),
    /** The event types as a JSON array; null for those that the endpoint wants at the time. */
    types: text('types'),
    chat: text('chat'),
    /** The events by their ids as a JSON array; null for all of the time. */
    eventIds: text('event_ids'),
    onlyFailed: integer('only_failed', { mode: 'boolean' }).notNull(),
    ratePerSecond: integer('rate_per_second').notNull(),
    /** The first sequence that it looks at. */
    first: integer('first').notNull(),
    /** The last sequence that it looks at. */
    last: integer('last').notNull(),
    /** The last sequence that was looked at. */
    cursor: integer('cursor').notNull(),
    /** How many events were handed on. */
    handed: integer('handed').notNull().default(0),
    /** How many of its deliveries were discarded. */
    discarded: integer('discarded').notNull().default(0),
    /** How many events were no longer stored when it was their turn. */
    missing: integer('missing').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    finishedAt: integer('finished_at'),
  },
  (t) => [
    check('replays_state', isOneOfItsValues(t.state)),
    index('replays_of').on(t.streamId, t.endpoint, t.id),
    index('replays_open').on(t.streamId).where(sql`is_open = 1`),
  ],
);

/** Events that a replay has read from the archive, until their deliveries have ended. */
export const restoredEvents = sqliteTable(
  'restored_events',
  {
    replayId: text('replay_id')
      .notNull()
      .references(() => replays.id, { onDelete: 'cascade' }),
    sequence: integer('sequence').notNull(),
    chat: text('chat'),
    body: text('body').notNull(),
  },
  (t) => [primaryKey({ columns: [t.replayId, t.sequence] })],
);

/** The attempts of deliveries before the latest one. */
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
    /** The first KiB of the answer. */
    responseBody: text('response_body'),
  },
  (t) => [
    primaryKey({ columns: [t.deliveryId, t.number] }),
    check('attempts_number', sql`${t.number} > 0`),
  ],
);
