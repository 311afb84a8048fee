/** Reads the newest event of instances, how many messages they had in a day, and how many of their endpoints fail. */
import type { Database } from '../../../core/db/client.ts';
import { readOpenHealth } from '../../../core/events/log/health.ts';
import { readLastEventTimes } from '../../../core/events/log/last-events.ts';
import { yieldToEventLoop } from '../../../core/shared/clock.ts';
import { BUCKET_MS, bucketOf } from '../figures/rows.ts';

export interface Activity {
  /** When the newest event that is still stored was created, in ms since 1970; null without any. */
  readonly lastEventAt: number | null;
  /** Messages received and sent in the last 24 hours, in half hours. */
  readonly messagesPerDay: number;
  /** Endpoints whose last attempt failed. */
  readonly endpointsFailing: number;
  /** Endpoints that were switched off for their failures. */
  readonly endpointsDisabled: number;
}

export const NO_ACTIVITY: Activity = {
  lastEventAt: null,
  messagesPerDay: 0,
  endpointsFailing: 0,
  endpointsDisabled: 0,
};

/** Instances in one query: between two, others get their turn. */
const PER_QUERY = 100;
/** The half hours of a day, the current one included. */
const HALF_HOURS = 48;

const MESSAGES = `select wanted.value, (select sum(received + sent) from figures f
    where f.instance_id = wanted.value and f.since >= ? and f.endpoint = '')
  from json_each(?) wanted`;

/** `now`: ms since 1970. Rejects with a DatabaseError. */
export async function readActivity(
  db: Pick<Database, 'query'>,
  ids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, Activity>> {
  const from = bucketOf(now) - (HALF_HOURS - 1) * BUCKET_MS;
  const health = Map.groupBy(await readOpenHealth(db, null), ({ streamId }) => streamId);
  const found = new Map<string, Activity>();
  for (let first = 0; first < ids.length; first += PER_QUERY) {
    if (first > 0) await yieldToEventLoop();
    const wanted = ids.slice(first, first + PER_QUERY);
    const lastEvents = await readLastEventTimes(db, wanted);
    for (const [id, messages] of await db.query(MESSAGES, [from, JSON.stringify(wanted)])) {
      const open = health.get(String(id)) ?? [];
      const inState = (state: string) => open.filter((one) => one.health.state === state).length;
      found.set(String(id), {
        lastEventAt: lastEvents.get(String(id)) ?? null,
        messagesPerDay: Number(messages ?? 0),
        endpointsFailing: inState('failing'),
        endpointsDisabled: inState('disabled'),
      });
    }
  }
  return found;
}
