/**
 * Reading deliveries and their attempts. Owns: the reads, each by an index made for it.
 * Must never: write; changes of state are the engine's.
 */
import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/sqlite-core';
import type { Orm } from '../db/client.ts';
import { attempts, deliveries } from '../db/schema/engine.ts';

export const DELIVERY_STATES = ['waiting', 'sending', 'delivered', 'discarded'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export type LoggedDelivery = typeof deliveries.$inferSelect;
export type LoggedAttempt = typeof attempts.$inferSelect;

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
  attemptsOf(deliveryId: string): Promise<LoggedAttempt[]>;
}

/** A broker that is down for days is tried thousands of times. */
export const ATTEMPTS_SHOWN_MAX = 1_000;

/** With the condition of the index that only an account's webhooks are in, so that it can be used. */
const ofWebhook = (endpoint: string) =>
  and(eq(deliveries.endpoint, endpoint), sql`${deliveries.endpoint} glob 'webhook:*'`);

export function createDeliveryLog(orm: Orm): DeliveryLog {
  const inState = (
    streamId: string,
    state: DeliveryState,
    { after, limit, endpoint }: DeliveryPage,
  ) =>
    orm
      .select()
      .from(deliveries)
      .where(
        and(
          eq(deliveries.streamId, streamId),
          eq(deliveries.state, state),
          gt(deliveries.id, after),
          endpoint === undefined ? undefined : ofWebhook(endpoint),
        ),
      )
      .orderBy(asc(deliveries.id))
      .limit(limit);

  /** The index begins with the state: four short reads and a merge instead of a sort of everything. */
  const inAnyState = (streamId: string, page: DeliveryPage) => {
    const read = (state: DeliveryState) =>
      orm.select().from(inState(streamId, state, page).as(state));
    return unionAll(read('waiting'), read('sending'), read('delivered'), read('discarded'))
      .orderBy(asc(deliveries.id))
      .limit(page.limit);
  };

  return {
    find: async (streamId, page) =>
      page.state === null ? inAnyState(streamId, page) : inState(streamId, page.state, page),
    async get(id) {
      const [row] = await orm.select().from(deliveries).where(eq(deliveries.id, id));
      return row ?? null;
    },
    async attemptsOf(deliveryId) {
      const latest = await orm
        .select()
        .from(attempts)
        .where(eq(attempts.deliveryId, deliveryId))
        .orderBy(desc(attempts.number))
        .limit(ATTEMPTS_SHOWN_MAX);
      return latest.reverse();
    },
  };
}
