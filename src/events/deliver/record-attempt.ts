/**
 * Writing down how an attempt ended. Owns: the statements for it.
 * Only the owner's word counts: a mark that comes after the delivery was taken over changes nothing.
 */
import type { Statement } from '../../db/client.ts';
import type { Outcome } from '../contract/channel.ts';
import type { Delivery } from '../contract/delivery.ts';
import type { AttemptRecord } from '../log/deliveries.ts';
import type { QueuedWrite } from '../publish/write.ts';
import type { RetryDecision } from './retry-policy.ts';

/** One finished attempt. Times in ms; `startedAt` is wall time. */
export interface AttemptResult {
  readonly delivery: Delivery;
  readonly number: number;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly outcome: Outcome;
  readonly verdict: RetryDecision;
  /** Where it went, masked. */
  readonly shown: string;
}

/** The attempt before joins the older ones when there is a later. */
const MOVE_PREVIOUS = `insert into attempts
  (delivery_id, number, started_at, duration_ms, status, error, response_body)
  select id, attempt_count, last_attempt ->> 'startedAt', last_attempt ->> 'durationMs',
    last_attempt ->> 'status', last_attempt ->> 'error', last_attempt ->> 'responseBody'
  from deliveries where id = ? and owner = ? and last_attempt is not null`;

const SETTLE = `update deliveries set state = ?, attempt_count = ?, next_attempt_at = ?, owner = null,
  last_status = ?, last_error = ?, last_attempt = ?, target = ?, updated_at = ? where id = ? and owner = ?`;

const DISCARD = `update deliveries set state = 'discarded', next_attempt_at = null, owner = null,
  last_error = ?, updated_at = ? where id = ? and owner = ?`;

/** How a result's write ended: null once it is on disk, else why it never will be. */
type Settled = (failure: { readonly error: unknown } | null) => void;

/** A write that must happen. */
export class ResultWrite implements QueuedWrite {
  readonly mustSucceed = true;
  readonly rows: number;
  readonly bytes = 512;
  readonly #statements: Statement[];
  readonly #settled: Settled;

  constructor(statements: Statement[], settled: Settled) {
    this.rows = statements.length;
    this.#statements = statements;
    this.#settled = settled;
  }

  statements(): Statement[] {
    return this.#statements;
  }

  committed(): void {
    this.#settled(null);
  }

  found(): void {
    this.#settled(null);
  }

  failed(error: unknown): void {
    this.#settled({ error });
  }
}

export function attemptStatements(attempted: AttemptResult, owner: string): Statement[] {
  const { delivery, number, startedAt, durationMs, outcome, verdict, shown } = attempted;
  const { status, responseBody } = outcome;
  const error = outcome.kind === 'failed' ? outcome.error : null;
  const nextAttemptAt = verdict.state === 'waiting' ? verdict.nextAttemptAt : null;
  const updatedAt = startedAt + durationMs;
  const record: AttemptRecord = { startedAt, durationMs, status, error, responseBody };
  const settle: Statement = {
    sql: SETTLE,
    params: [
      verdict.state,
      number,
      nextAttemptAt,
      status,
      error,
      JSON.stringify(record),
      shown,
      updatedAt,
      delivery.id,
      owner,
    ],
  };
  if (delivery.attemptCount === 0) return [settle];
  return [{ sql: MOVE_PREVIOUS, params: [delivery.id, owner] }, settle];
}

/** The delivery has nowhere to go or nothing to carry: discarded without an attempt. */
export function discardStatements(
  discarded: { readonly delivery: Delivery; readonly reason: string; readonly at: number },
  owner: string,
): Statement[] {
  const { delivery, reason, at } = discarded;
  return [{ sql: DISCARD, params: [reason, at, delivery.id, owner] }];
}
