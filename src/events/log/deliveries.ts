/** Reading deliveries and their attempts, each read by an index made for it. */
import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/sqlite-core';
import type { Orm } from '../../db/client.ts';
import { attempts, deliveries } from '../../db/schema/engine.ts';

export const DELIVERY_STATES = ['waiting', 'sending', 'delivered', 'discarded'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** What a delivery keeps of its latest attempt, as JSON. */
export interface AttemptRecord {
  /** Wall time in ms since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly responseBody: string | null;
}

export type LoggedDelivery = typeof deliveries.$inferSelect;
export type LoggedAttempt = AttemptRecord & { readonly number: number };

export interface DeliveryPage {
  readonly state: DeliveryState | null;
  /** The id before the first one wanted; ids sort by time. */
  readonly after: string;
  readonly limit: number;
  /** One of an account's webhooks; absent: every endpoint of the stream. */
  readonly endpoint?: string;
}

export interface DeliveryLog {
  /** A stream's deliveries in the order of their ids. */
  find(streamId: string, page: DeliveryPage): Promise<LoggedDelivery[]>;
  get(id: string): Promise<LoggedDelivery | null>;
  /** The latest attempts of a delivery, in order. */
  attemptsOf(delivery: LoggedDelivery): Promise<LoggedAttempt[]>;
}

/** A broker that is down for days is tried thousands of times. */
const ATTEMPTS_SHOWN_MAX = 1_000;

/** With the condition of the index that only an account's webhooks are in, so that it can be used. */
const ofWebhook = and(
  eq(deliveries.endpoint, sql.placeholder('endpoint')),
  sql`${deliveries.endpoint} glob 'webhook:*'`,
);

/**
 * The reads of one kind of list, each prepared at its first use: building a query costs several times what running it
 * does, and a start needs none.
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
  /** The index begins with the state: four short reads and a merge instead of a sort of everything. */
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
    .orderBy(desc(attempts.number))
    .limit(ATTEMPTS_SHOWN_MAX - 1)
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
      // The latest is in the delivery itself; only a delivery that was tried again has others.
      const earlier = attemptCount > 1 ? await earlierOf.all({ id }) : [];
      if (lastAttempt === null) return earlier.reverse();
      // Written by the engine in this very shape.
      const last = JSON.parse(lastAttempt) as AttemptRecord;
      return [...earlier.reverse(), { ...last, number: attemptCount }];
    },
  };
}
