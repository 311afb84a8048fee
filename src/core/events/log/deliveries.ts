/** Reads deliveries and their attempts; each query has an index made for it. */
import { and, asc, eq, gt, gte, lt, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/sqlite-core';
import type { Database, Orm } from '../../db/client.ts';
import { attempts, deliveries } from '../../db/schema/engine.ts';
import { yieldToEventLoop } from '../../shared/clock.ts';
import { firstIdAt, timeOfId } from '../../shared/ids.ts';

export const DELIVERY_STATES = ['waiting', 'sending', 'delivered', 'discarded'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The latest attempt, which a delivery stores as JSON. */
export interface AttemptRecord {
  /** In ms since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly responseBody: string | null;
  /** Whether the receiver refused the body with its media as too large. Only the latest attempt has it. */
  readonly isMediaRefused?: boolean;
  /** For how long the receiver asked to be left alone, if it did. Only the latest attempt has it. */
  readonly retryAfterMs?: number;
}

/**
 * How many attempts of a delivery are kept: the first and the latest of them. A broker may refuse one for days, with an
 * attempt a minute.
 */
export const ATTEMPTS_KEPT = { first: 20, latest: 20 } as const;

export type LoggedDelivery = typeof deliveries.$inferSelect;
export type LoggedAttempt = AttemptRecord & { readonly number: number };

export interface DeliveryPage {
  readonly state: DeliveryState | null;
  /** The page begins after this id; ids sort by time. */
  readonly after: string;
  readonly limit: number;
  /** One of several webhooks of the stream; absent for every endpoint. */
  readonly endpoint?: string;
}

export interface DeliveryLog {
  /** Returns a stream's deliveries ordered by id. */
  find(streamId: string, page: DeliveryPage): Promise<LoggedDelivery[]>;
  get(id: string): Promise<LoggedDelivery | null>;
  /** Returns the attempts of a delivery that are kept, in order. */
  attemptsOf(delivery: LoggedDelivery): Promise<LoggedAttempt[]>;
}

/** Repeats the condition of the index that has only such webhooks, so that SQLite can use it. */
const ofWebhook = and(
  eq(deliveries.baseEndpoint, sql.placeholder('endpoint')),
  sql`${deliveries.endpoint} glob '*:*'`,
);

/**
 * Prepares the queries of one kind of list on first use: building a query costs several times its execution, and a
 * start needs no list.
 */
function pagesOf(orm: Orm, only: SQL | undefined) {
  const inState = (state: DeliveryState) =>
    orm
      .select()
      .from(deliveries)
      .where(
        and(
          eq(deliveries.streamId, sql.placeholder('streamId')),
          eq(deliveries.state, state),
          gt(deliveries.id, sql.placeholder('after')),
          only,
        ),
      )
      .orderBy(asc(deliveries.id))
      .limit(sql.placeholder('limit'));
  const read = (state: DeliveryState) => orm.select().from(inState(state).as(state));
  /** The index begins with the state, so four short reads and a merge replace a sort of all rows. */
  const inAnyState = () =>
    unionAll(read('waiting'), read('sending'), read('delivered'), read('discarded'))
      .orderBy(asc(deliveries.id))
      .limit(sql.placeholder('limit'));
  const prepare = (state: DeliveryState | null) =>
    state === null ? inAnyState().prepare() : inState(state).prepare();
  const prepared = new Map<DeliveryState | null, ReturnType<typeof prepare>>();
  return (state: DeliveryState | null) => prepared.getOrInsertComputed(state, prepare);
}

export function createDeliveryLog(orm: Orm): DeliveryLog {
  const pageOfStream = pagesOf(orm, undefined);
  const pageOfWebhook = pagesOf(orm, ofWebhook);
  const byId = orm
    .select()
    .from(deliveries)
    .where(eq(deliveries.id, sql.placeholder('id')))
    .prepare();
  const earlierOf = orm
    .select()
    .from(attempts)
    .where(eq(attempts.deliveryId, sql.placeholder('id')))
    .orderBy(asc(attempts.number))
    .prepare();

  return {
    async find(streamId, { state, after, limit, endpoint }) {
      const page = endpoint === undefined ? pageOfStream(state) : pageOfWebhook(state);
      return page.all({ streamId, after, limit, endpoint });
    },
    async get(id) {
      const [row] = await byId.all({ id });
      return row ?? null;
    },
    async attemptsOf({ id, attemptCount, lastAttempt }) {
      // The latest attempt is in the delivery itself; only a delivery with several attempts has others.
      const earlier = attemptCount > 1 ? await earlierOf.all({ id }) : [];
      if (lastAttempt === null) return earlier;
      // Only the engine writes this JSON.
      const last = JSON.parse(lastAttempt) as AttemptRecord;
      return [...earlier, { ...last, number: attemptCount }];
    },
  };
}

// Finds the events of one message and the results of their deliveries.

export interface TracedDelivery {
  readonly delivery: LoggedDelivery;
  /** The latest attempts, in order. */
  readonly attempts: readonly LoggedAttempt[];
}

export interface TracedEvent {
  readonly sequence: number;
  readonly type: string;
  /** Ms since 1970. */
  readonly createdAt: number;
  /** The reason in the event itself, or null for an event without one. */
  readonly reason: string | null;
  readonly deliveries: readonly TracedDelivery[];
}

interface TracedMessage {
  readonly streamId: string;
  readonly chat: string;
  readonly id: string;
  /** The stream's last sequence before the message. */
  readonly after: number;
}

/** Events have no index by message, so at most this many that follow it are examined, in short slices. */
const LOOKED_THROUGH = 20_000;
const SLICE = 5_000;
/** A message has one event of its own and one for each status. */
const EVENTS_MAX = 12;
const ATTEMPTS_SHOWN = 10;
/** A delivery is made together with its event, and its id contains the time. */
export const MADE_WITHIN_MS = 10_000;

const ABOUT = `select sequence, id, type, created_at, body ->> '$.data.Reason' from events
  where stream_id = ? and sequence > ? and sequence <= ? and chat = ? and instr(body, ?) > 0
  order by sequence limit ?`;

/** Returns the events about a message, the oldest first; events after 20,000 others are left out. */
export async function traceOf(db: Database, message: TracedMessage): Promise<TracedEvent[]> {
  const { streamId, chat, id, after } = message;
  const found: TracedEvent[] = [];
  const [row] = await db.query('select last_sequence from streams where id = ?', [streamId]);
  const end = Math.min(after + LOOKED_THROUGH, Number(row?.[0] ?? 0));
  const needle = `"ID":${JSON.stringify(id)}`;
  for (let from = after; from < end && found.length < EVENTS_MAX; from += SLICE) {
    const to = Math.min(from + SLICE, end);
    const left = EVENTS_MAX - found.length;
    const events = await db.query(ABOUT, [streamId, from, to, chat, needle, left]);
    for (const [sequence, eventId, type, createdAt, reason] of events)
      found.push({
        sequence: Number(sequence),
        type: String(type),
        createdAt: Number(createdAt),
        reason: typeof reason === 'string' ? reason : null,
        deliveries: await deliveriesOf(db, streamId, String(eventId)),
      });
    await yieldToEventLoop();
  }
  return found;
}

async function deliveriesOf(
  { orm }: Pick<Database, 'orm'>,
  streamId: string,
  eventId: string,
): Promise<TracedDelivery[]> {
  const madeAt = timeOfId(eventId);
  const inState = (state: (typeof DELIVERY_STATES)[number]) =>
    orm
      .select()
      .from(deliveries)
      .where(
        and(
          eq(deliveries.streamId, streamId),
          eq(deliveries.state, state),
          gte(deliveries.id, firstIdAt(madeAt)),
          lt(deliveries.id, firstIdAt(madeAt + MADE_WITHIN_MS)),
          eq(deliveries.eventId, eventId),
        ),
      );
  const found = (await Promise.all(DELIVERY_STATES.map(inState))).flat();
  found.sort((one, other) => (one.id < other.id ? -1 : 1));
  const log = createDeliveryLog(orm);
  return Promise.all(
    found.map(async (delivery) => {
      const attempts = await log.attemptsOf(delivery);
      return { delivery, attempts: attempts.slice(-ATTEMPTS_SHOWN) };
    }),
  );
}
