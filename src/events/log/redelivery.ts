/**
 * Sending again by hand, and discarding what has nowhere to go, in slices.
 * A delivery being sent is left alone; one that waits for a retry is brought forward, never doubled.
 */
import type { Database, Row, Value } from '../../db/client.ts';
import type { Clock } from '../../shared/clock.ts';
import type { WaitingLane } from '../contract/delivery.ts';

/** Which deliveries to send again; at least one field is set. Times are ms since 1970, of `createdAt`. */
export interface Redelivery {
  readonly ids?: readonly string[];
  readonly state?: 'waiting' | 'delivered' | 'discarded';
  readonly from?: number;
  readonly to?: number;
  /** Only of this endpoint of the stream; no selection by itself. */
  readonly endpoint?: string;
}

/** Rows changed by one statement, so that a large selection never holds the database for long. */
const SLICE = 500;

const again = (selection: string) => `update deliveries set state = 'waiting', next_attempt_at = ?,
  attempt_limit = case when attempt_limit is null then null else attempt_count + ? end, updated_at = ?
  where id in (select id from deliveries d where d.stream_id = ? and ${selection}
    and exists (select 1 from events e where e.stream_id = d.stream_id and e.sequence = d.sequence)
    order by d.id limit ${SLICE})
  returning id, endpoint, attempt_count`;

/** Repeats the condition of the index that only an account's webhooks are in, so that it can be used. */
const ofEndpoint = (endpoint: string | undefined) =>
  endpoint === undefined ? '' : "d.endpoint = ? and d.endpoint glob 'webhook:*' and ";
const byState = (endpoint?: string) =>
  again(
    `${ofEndpoint(endpoint)}d.state = ? and d.id > ? and d.created_at >= ? and d.created_at <= ?`,
  );
const byIds = (count: number, endpoint?: string) =>
  again(
    `${ofEndpoint(endpoint)}d.state <> 'sending' and d.id in (${Array(count).fill('?').join(', ')})`,
  );

/** The waiting ones come first: what the other passes make waiting must not be counted twice. */
const STATES = ['waiting', 'delivered', 'discarded'] as const;

const DISCARD = `update deliveries set state = 'discarded', next_attempt_at = null, last_error = ?, updated_at = ?
  where id in (select id from deliveries
    where stream_id = ? and state = 'waiting' and endpoint = ? limit ${SLICE}) returning id`;

interface RedeliveriesDeps {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Clock;
  /** Attempts a webhook delivery gets in one round. */
  readonly rules: { readonly maxAttempts: number };
  /** Called for what is now due. */
  readonly due: (lane: WaitingLane) => void;
}

export class Redeliveries {
  readonly #deps: RedeliveriesDeps;

  constructor(deps: RedeliveriesDeps) {
    this.#deps = deps;
  }

  /** How many became due. */
  async redeliver(streamId: string, selection: Redelivery): Promise<number> {
    const { ids, state, endpoint } = selection;
    let total = 0;
    if (ids !== undefined) {
      for (let at = 0; at < ids.length; at += SLICE) {
        const part = ids.slice(at, at + SLICE);
        const params = [...listed(endpoint), ...part];
        total += (await this.#change(streamId, byIds(part.length, endpoint), params)).length;
      }
      return total;
    }
    for (const one of state === undefined ? STATES : [state]) {
      total += await this.#redeliverState(streamId, one, selection);
    }
    return total;
  }

  /** Discards everything that waits for this endpoint; how many. */
  async discardWaiting(streamId: string, endpoint: string, reason: string): Promise<number> {
    const { db, clock } = this.#deps;
    for (let total = 0; ; ) {
      const rows = await db.query(DISCARD, [reason, clock.now(), streamId, endpoint]);
      total += rows.length;
      if (rows.length < SLICE) return total;
    }
  }

  async #redeliverState(
    streamId: string,
    state: string,
    { from = 0, to = Number.MAX_SAFE_INTEGER, endpoint }: Redelivery,
  ): Promise<number> {
    let total = 0;
    let after = '';
    for (;;) {
      const params = [...listed(endpoint), state, after, from, to];
      const rows = await this.#change(streamId, byState(endpoint), params);
      total += rows.length;
      if (rows.length < SLICE) return total;
      after =
        rows
          .map((row) => String(row[0]))
          .sort()
          .at(-1) ?? after;
    }
  }

  async #change(streamId: string, sql: string, params: Value[]): Promise<Row[]> {
    const { db, clock, rules, due } = this.#deps;
    const now = clock.steady();
    const rows = await db.query(sql, [now, rules.maxAttempts, clock.now(), streamId, ...params]);
    for (const [, endpoint, attemptCount] of rows) {
      due({
        streamId,
        endpoint: String(endpoint),
        retryDueAt: Number(attemptCount) > 0 ? now : null,
      });
    }
    return rows;
  }
}

const listed = (endpoint: string | undefined): string[] =>
  endpoint === undefined ? [] : [endpoint];
