/**
 * Redelivers by request, and discards deliveries without an endpoint, in slices. A delivery that is being sent is not
 * changed; one that waits for a retry becomes due earlier and is never doubled.
 */
import type { Database, Value } from '../../db/client.ts';
import type { Clock } from '../../shared/clock.ts';
import type { WaitingLane } from '../contract/channel.ts';
import type { Redelivery } from '../contract/replay.ts';
import { countDiscarded } from './replays.ts';

/** How many rows one statement changes, so that a large selection never blocks the database for long. */
const SLICE = 500;

const idsOf = (
  selection: string,
) => `id in (select id from deliveries d where d.stream_id = ? and ${selection}
    and exists (select 1 from events e where e.stream_id = d.stream_id and e.sequence = d.sequence)
    order by d.id limit ${SLICE})`;
const again = (selection: string) => `update deliveries set state = 'waiting', next_attempt_at = ?,
  round_from = attempt_count, updated_at = ?
  where ${idsOf(selection)} returning id, endpoint, attempt_count`;
/** Takes what will wait again off the discarded deliveries of replays that are not over. */
const uncount = (selection: string) =>
  countDiscarded('-', `state = 'discarded' and ${idsOf(selection)}`, 'stream_id = ?');

/** Repeats the condition of the index that has only webhooks of which there are several, so that SQLite can use it. */
const ofEndpoint = (endpoint: string): string =>
  `d.base_endpoint = ? and ${endpoint.includes(':') ? "d.endpoint glob '*:*' and " : ''}`;
/** The SQL condition of deliveries to one of the webhooks in a JSON array, by the same index. */
export const TO_ONE_OF =
  "d.base_endpoint in (select value from json_each(?)) and d.endpoint glob '*:*'";
const IN_STATE = 'd.state = ? and d.id > ? and d.created_at >= ? and d.created_at <= ?';
const withIds = (ids: readonly string[]) =>
  `d.state <> 'sending' and d.id in (${ids.map(() => '?').join(', ')})`;

/** Waiting deliveries come first, because the later passes make others wait that must not be counted twice. */
const STATES = ['waiting', 'delivered', 'discarded'] as const;

const DISCARD = `update deliveries set state = 'discarded', next_attempt_at = null, last_error = ?, updated_at = ?
  where id in (select id from deliveries
    where stream_id = ? and state = 'waiting' and endpoint = ? limit ${SLICE}) returning id`;

interface Redeliveries {
  /** Returns how many deliveries became due. */
  redeliver(streamId: string, selection: Redelivery): Promise<number>;
  /** Discards everything that waits for this endpoint. Returns how many. */
  discardWaiting(streamId: string, endpoint: string, reason: string): Promise<number>;
}

/** Returns a condition that is narrowed to the endpoints of a selection, and the values that this adds in front. */
function narrowed({ endpoint, endpoints }: Redelivery, condition: string) {
  const among = endpoints === undefined ? condition : `${TO_ONE_OF} and ${condition}`;
  const narrowing = [
    ...(endpoint === undefined ? [] : [endpoint]),
    ...(endpoints === undefined ? [] : [JSON.stringify(endpoints)]),
  ];
  return { selected: endpoint === undefined ? among : ofEndpoint(endpoint) + among, narrowing };
}

/** `lanes` is told of each lane that now has due deliveries. */
export function createRedeliveries(
  db: Pick<Database, 'batch' | 'query'>,
  clock: Clock,
  lanes: { recordWaiting(lane: WaitingLane): void },
): Redeliveries {
  /** Changes one slice and returns the ids of its deliveries. */
  async function change(
    streamId: string,
    selection: Redelivery,
    condition: string,
    values: readonly Value[],
  ): Promise<string[]> {
    const now = clock.steady();
    const { selected, narrowing } = narrowed(selection, condition);
    const params = [streamId, ...narrowing, ...values];
    const [, rows = []] = await db.batch([
      { sql: uncount(selected), params: [...params, streamId] },
      { sql: again(selected), params: [now, clock.now(), ...params] },
    ]);
    for (const [, changed, attemptCount] of rows) {
      const retryDueAt = Number(attemptCount) > 0 ? now : null;
      lanes.recordWaiting({ streamId, endpoint: String(changed), retryDueAt });
    }
    return rows.map(([id]) => String(id));
  }

  async function redeliverState(
    streamId: string,
    state: string,
    selection: Redelivery,
  ): Promise<number> {
    const { from = 0, to = Number.MAX_SAFE_INTEGER } = selection;
    let after = '';
    for (let total = 0; ; ) {
      const ids = await change(streamId, selection, IN_STATE, [state, after, from, to]);
      total += ids.length;
      if (ids.length < SLICE) return total;
      after = ids.sort().at(-1) ?? after;
    }
  }

  return {
    async redeliver(streamId, selection) {
      const { ids, state } = selection;
      let total = 0;
      if (ids !== undefined) {
        for (let at = 0; at < ids.length; at += SLICE) {
          const part = ids.slice(at, at + SLICE);
          total += (await change(streamId, selection, withIds(part), part)).length;
        }
        return total;
      }
      for (const one of state === undefined ? STATES : [state])
        total += await redeliverState(streamId, one, selection);
      return total;
    },
    async discardWaiting(streamId, endpoint, reason) {
      for (let total = 0; ; ) {
        const rows = await db.query(DISCARD, [reason, clock.now(), streamId, endpoint]);
        total += rows.length;
        if (rows.length < SLICE) return total;
      }
    },
  };
}
