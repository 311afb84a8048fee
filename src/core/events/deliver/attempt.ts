/**
 * One attempt: asks the channel, decides what follows, and records the result. Only the holder of a delivery changes it:
 * a result that arrives after another process took the delivery over changes nothing.
 */
import { faultOf, type Statement } from '../../db/client.ts';
import type { CancelSignal } from '../../shared/async/cancellation.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Span, Tracing } from '../../shared/tracing.ts';
import { callApart, leaveUnhandled } from '../../shared/unhandled-faults.ts';
import {
  type Channel,
  type Delivery,
  failedOutcome,
  type Outcome,
  type Target,
  type UnsentOutcome,
} from '../contract/channel.ts';
import { ATTEMPTS_KEPT, type AttemptRecord } from '../log/deliveries.ts';
import { forMany, type JoinableStatements } from '../publish/joined-statements.ts';
import type { Ownership } from '../publish/ownership.ts';
import type { QueuedWrite } from '../publish/write.ts';
import type { AttemptResult } from './observer.ts';
import { type BodySources, readBody } from './read-body.ts';
import type { HostResponse } from './ready-streams.ts';
import { replayEndStatements } from './replay-writes.ts';
import { decideRetry, type RetryRules, retryOf } from './retry-policy.ts';

export interface AttemptDeps extends BodySources {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly ownership: Pick<Ownership, 'isCertain' | 'grantOf'>;
  /** Null if nothing is traced. */
  readonly tracing?: Tracing | null | undefined;
}

/** Nothing was sent and nothing can be: the event is no longer stored. */
interface MissingEvent {
  readonly kind: 'missing';
  readonly reason: string;
  /** True if a setting is the reason: the endpoint has a format that has no body for the event. */
  readonly isWithdrawn: boolean;
}

type AttemptEnd = Outcome | MissingEvent | UnsentOutcome;

/** Makes one request. Never rejects. */
export async function attempt(
  deps: AttemptDeps,
  delivery: Delivery,
  target: Target,
  signal: CancelSignal,
): Promise<AttemptEnd> {
  const span = deps.tracing ? beginSpan(deps.tracing, delivery, target) : null;
  let end: AttemptEnd;
  try {
    const channel = deps.channels[target.channel];
    const body = delivery.body ?? (await readBody(deps, delivery, target));
    const omitted = body === null ? null : (target.reasonToSkip?.(body) ?? null);
    if (channel === undefined)
      end = failedOutcome(`network_error: no ${target.channel} channel is running`);
    else if (body === null) end = NO_EVENT;
    else if (omitted !== null) end = { kind: 'missing', reason: omitted, isWithdrawn: true };
    // While the body was read, another process may have taken the stream over.
    else if (delivery.body === null && !isOwn(deps.ownership, delivery)) end = NOT_OURS;
    else {
      const { eventId, type, attemptCount } = delivery;
      const traceparent = span?.traceparent ?? null;
      const outgoing = { eventId, type, attempt: attemptCount + 1, body, traceparent };
      end = await channel.send(outgoing, target, signal);
    }
  } catch (error) {
    // Only reading the body uses the database, so the receiver was not asked.
    end =
      faultOf(error) === null
        ? failedOutcome(`internal_error: ${messageOf(error)}`)
        : { kind: 'unsent', reason: `database_error: ${messageOf(error)}` };
  }
  if (span !== null) callApart(() => span.end(failureOf(end), 'status' in end ? end.status : null));
  return end;
}

/** A fault of the tracing costs the span, not the attempt. */
function beginSpan(tracing: Tracing, delivery: Delivery, { host }: Target): Span | null {
  const { id, attemptCount, traceparent } = delivery;
  try {
    const facts = { ...delivery, deliveryId: id, attempt: attemptCount + 1, host };
    return tracing.attempting(facts, traceparent);
  } catch (error) {
    leaveUnhandled(error);
    return null;
  }
}

function failureOf(end: AttemptEnd): string | null {
  if (end.kind === 'delivered') return null;
  return end.kind === 'failed' ? end.error : `${end.kind}: ${end.reason}`;
}

const NO_EVENT: MissingEvent = {
  kind: 'missing',
  reason: 'the event is no longer kept',
  isWithdrawn: false,
};

const NOT_OURS: UnsentOutcome = {
  kind: 'unsent',
  reason: 'another node may own the stream by now',
};

const isOwn = (ownership: AttemptDeps['ownership'], { streamId, holder }: Delivery): boolean =>
  ownership.isCertain && ownership.grantOf(streamId)?.holder === holder;

/**
 * Returns what an attempt shows about its host, for any channel: a host is silent if it did not connect or answer in
 * time.
 */
export function answerOf(end: AttemptEnd): HostResponse {
  if (end.kind === 'missing' || end.kind === 'unsent') return 'unknown';
  if (end.kind === 'delivered' || end.status !== null) return 'answered';
  return /^(timeout|connection_refused|dns_error)/.test(end.error) ? 'silent' : 'unknown';
}

/** When an attempt began: in ms since 1970, and of the steady clock. */
export interface AttemptStart {
  readonly startedAt: number;
  readonly from: number;
}

interface CompletedAttempt extends AttemptStart {
  /** In ms of the steady clock. */
  readonly endedAt: number;
  readonly outcome: Outcome;
}

/** Returns what an attempt has come to, and decides what follows it. `random` is in [0, 1). */
export function resultOf(
  delivery: Delivery,
  target: Target,
  { startedAt, from, endedAt, outcome }: CompletedAttempt,
  rules: RetryRules,
  random: number,
): AttemptResult {
  const number = delivery.attemptCount + 1;
  const tried = { attempt: number - delivery.roundFrom, endedAt };
  const decision = decideRetry(outcome, tried, retryOf(target, rules), random);
  const { maskedAddress } = target;
  return {
    delivery,
    number,
    startedAt,
    durationMs: endedAt - from,
    outcome,
    decision,
    maskedAddress: maskedAddress,
  };
}

/** Moves the previous attempt to the older ones when there is a new one. */
const MOVE_PREVIOUS = `insert into attempts
  (delivery_id, number, started_at, duration_ms, status, error, response_body)
  select id, attempt_count, last_attempt ->> 'startedAt', last_attempt ->> 'durationMs',
    last_attempt ->> 'status', last_attempt ->> 'error', last_attempt ->> 'responseBody'
  from deliveries where id = ? and holder = ? and last_attempt is not null`;

/** Drops the attempt that is no longer among those that are kept. */
const DROP_MIDDLE = 'delete from attempts where delivery_id = ? and number > ? and number <= ?';

const SETTLE = `update deliveries set state = ?, attempt_count = ?, next_attempt_at = ?, holder = null,
  last_status = ?, last_error = ?, last_attempt = ?, target = ?, updated_at = ? where id = ? and holder = ?`;

const DISCARD = `update deliveries set state = 'discarded', next_attempt_at = null, holder = null,
  last_error = ?, updated_at = ? where id = ? and holder = ?`;

const WAIT = `update deliveries set state = 'waiting', next_attempt_at = ?, holder = null
  where id = ? and holder = ?`;

/** The statements of results, for `joinStatements`: an attempt is moved before the next one replaces it. */
export const JOINABLE_RESULTS: JoinableStatements = new Map(
  [MOVE_PREVIOUS, SETTLE, DISCARD, WAIT].map((sql) => [sql, forMany(sql)]),
);

/** Few deliveries have so many attempts, so these statements are not joined. */
function dropMiddle({ id }: Delivery, number: number): Statement[] {
  const { first, latest } = ATTEMPTS_KEPT;
  const last = number - latest;
  return last <= first ? [] : [{ sql: DROP_MIDDLE, params: [id, first, last] }];
}

/** Called when a result is on disk (null) or can never be written (the error). */
type OnSettled = (failure: { readonly error: unknown } | null) => void;

export class ResultWrite implements QueuedWrite {
  readonly mustSucceed = true;
  readonly rows: number;
  readonly bytes = 512;
  readonly #statements: Statement[];
  readonly #settled: OnSettled;

  constructor(statements: Statement[], settled: OnSettled) {
    this.rows = statements.length;
    this.#statements = statements;
    this.#settled = settled;
  }

  statements(): Statement[] {
    return this.#statements;
  }

  onCommitted(): void {
    this.#settled(null);
  }

  onCommittedWithoutRows(): void {
    this.#settled(null);
  }

  onFailed(error: unknown): void {
    this.#settled({ error });
  }
}

const CONTENT_TOO_LARGE = 413;

export function attemptStatements(attempted: AttemptResult): Statement[] {
  const { delivery, number, startedAt, durationMs, outcome, decision, maskedAddress } = attempted;
  const { status, responseBody } = outcome;
  const error = outcome.kind === 'failed' ? outcome.error : null;
  const nextAttemptAt = decision.state === 'waiting' ? decision.nextAttemptAt : null;
  const updatedAt = startedAt + durationMs;
  const isMediaRefused =
    delivery.isMediaRefused || (status === CONTENT_TOO_LARGE && delivery.mediaBytes > 0);
  const retryAfterMs = outcome.kind === 'failed' ? outcome.retryAfterMs : undefined;
  // JSON leaves out what is undefined.
  const record: { [K in keyof AttemptRecord]: AttemptRecord[K] | undefined } = {
    startedAt,
    durationMs,
    status,
    error,
    responseBody,
    isMediaRefused: isMediaRefused || undefined,
    retryAfterMs,
  };
  const settle: Statement = {
    sql: SETTLE,
    params: [
      decision.state,
      number,
      nextAttemptAt,
      status,
      error,
      JSON.stringify(record),
      maskedAddress,
      updatedAt,
      delivery.id,
      delivery.holder,
    ],
  };
  const counted = replayEndStatements(delivery, decision.state);
  if (delivery.attemptCount === 0) return [...counted, settle];
  const move: Statement = { sql: MOVE_PREVIOUS, params: [delivery.id, delivery.holder] };
  return [...counted, move, settle, ...dropMiddle(delivery, number)];
}

/** Returns the statements that discard a delivery without an attempt, because its target or its event is gone. */
export function discardStatements(discarded: {
  readonly delivery: Delivery;
  readonly reason: string;
  readonly at: number;
}): Statement[] {
  const { delivery, reason, at } = discarded;
  const discard = { sql: DISCARD, params: [reason, at, delivery.id, delivery.holder] };
  return [...replayEndStatements(delivery, 'discarded'), discard];
}

/** Returns the statements that make a delivery wait in the table again, due at `dueAt` (steady ms), without an attempt. */
export const waitStatements = ({ id, holder }: Delivery, dueAt: number): Statement[] => [
  { sql: WAIT, params: [dueAt, id, holder] },
];
