/** Finds the events of one message and the results of their deliveries. */
import { and, eq, gte, lt } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { deliveries } from '../../db/schema/engine.ts';
import { yieldToEventLoop } from '../../shared/clock.ts';
import { firstIdAt, timeOfId } from '../../shared/ids.ts';
import {
  createDeliveryLog,
  DELIVERY_STATES,
  type LoggedAttempt,
  type LoggedDelivery,
} from './deliveries.ts';

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

export interface TracedMessage {
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
