/**
 * One attempt: asks the channel, decides what follows, and records the result. Only the holder of a delivery changes it:
 * a result that arrives after another process took the delivery over changes nothing.
 */
import { faultOf, type Statement } from '../../db/client.ts';
import type { CancelSignal } from '../../shared/async/cancellation.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Span, Tracing } from '../../shared/tracing.ts';
import { callApart } from '../../shared/unhandled-faults.ts';
import {
  type Channel,
  failedOutcome,
  type Outcome,
  type Target,
  type Unsent,
} from '../contract/channel.ts';
import { ATTEMPTS_KEPT, type Delivery } from '../contract/delivery.ts';
import type { AttemptRecord } from '../log/deliveries.ts';
import { forMany, type Joinable } from '../publish/joined.ts';
import type { Ownership } from '../publish/ownership.ts';
import type { QueuedWrite } from '../publish/write.ts';
import { type BodySources, readBodies } from './read-bodies.ts';
import type { HostResponse } from './ready-streams.ts';
import { endedInReplay } from './replay-writes.ts';
import type { RetryDecision } from './retry-policy.ts';

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

/** The deliveries of one request. */
export interface AttemptedDeliveries {
  readonly leader: Delivery;
  /** First attempts that come after it in its lane, which may go along. */
  readonly behind: readonly Delivery[];
}

export interface AttemptReport {
  readonly end: AttemptEnd;
  /** How many of those behind went along; the others were not sent. 0 if nothing was sent. */
  readonly alongCount: number;
}

/** Makes one request. Never rejects. */
export async function attempt(
  deps: AttemptDeps,
  deliveries: AttemptedDeliveries,
  target: Target,
  signal: CancelSignal,
): Promise<AttemptReport> {
  const spans: Span[] = [];
  const traced = (delivery: Delivery): string | null => {
    if (!deps.tracing) return null;
    const { id, attemptCount, traceparent } = delivery;
    const facts = { ...delivery, deliveryId: id, attempt: attemptCount + 1, host: target.host };
    const span = deps.tracing.attempting(facts, traceparent);
    spans.push(span);
    return span.traceparent;
  };
  const report = await attemptWithin(deps, deliveries, target, signal, traced);
  const { end } = report;
  const status = 'status' in end ? end.status : null;
  for (const span of spans) callApart(() => span.end(failureOf(end), status));
  return report;
}

type AttemptEnd = Outcome | MissingEvent | Unsent;

function failureOf(end: AttemptEnd): string | null {
  if (end.kind === 'delivered') return null;
  return end.kind === 'failed' ? end.error : `${end.kind}: ${end.reason}`;
}

/** `traced` begins the span of a delivery and returns its name. */
async function attemptWithin(
  deps: AttemptDeps,
  { leader, behind }: AttemptedDeliveries,
  target: Target,
  signal: CancelSignal,
  traced: (delivery: Delivery) => string | null,
): Promise<AttemptReport> {
  const alone = (end: AttemptEnd): AttemptReport => ({ end, alongCount: 0 });
  let alongCount = 0;
  try {
    const traceparent = traced(leader);
    const channel = deps.channels[target.channel];
    if (channel === undefined)
      return alone(failedOutcome(`network_error: no ${target.channel} channel is running`));
    const all = [leader, ...behind];
    const inMemory = all.flatMap(({ body }) => body ?? []);
    const isRead = inMemory.length < all.length;
    const [body = null, ...others] = isRead ? await readBodies(deps, all, target) : inMemory;
    if (body === null) return alone(NO_EVENT);
    const omitted = target.omits?.(body) ?? null;
    if (omitted !== null) return alone({ kind: 'missing', reason: omitted, isWithdrawn: true });
    // While bodies were read, another process may have taken the stream over.
    if (isRead && !isOwn(deps.ownership, leader)) return alone(NOT_OURS);
    const { eventId, type, attemptCount } = leader;
    const outgoing = { eventId, type, attempt: attemptCount + 1, body, traceparent };
    const along = sendable(others, target);
    alongCount = along.length;
    if (target.batch === undefined || alongCount === 0)
      return alone(await channel.send(outgoing, target, signal));
    const joined = behind.slice(0, alongCount);
    for (const delivery of joined) traced(delivery);
    const eventIds = [leader, ...joined].map((delivery) => delivery.eventId);
    const batch = { eventIds, shaped: target.batch.reshape([body, ...along]) };
    const end = await channel.send({ ...outgoing, batch }, target, signal);
    return end.kind === 'unsent' ? alone(end) : { end, alongCount };
  } catch (error) {
    // Only reading bodies uses the database, so the receiver was not asked.
    if (faultOf(error) !== null)
      return alone({ kind: 'unsent', reason: `database_error: ${messageOf(error)}` });
    return { end: failedOutcome(`internal_error: ${messageOf(error)}`), alongCount };
  }
}

/** Returns the bodies up to the first that is gone or has no form: its delivery is dealt with when it leads. */
function sendable(bodies: readonly (string | null)[], { omits }: Target): string[] {
  const isSendable = (body: string | null) => body !== null && (omits?.(body) ?? null) === null;
  const end = bodies.findIndex((body) => !isSendable(body));
  return bodies.slice(0, end === -1 ? bodies.length : end).flatMap((body) => body ?? []);
}

const NO_EVENT: MissingEvent = {
  kind: 'missing',
  reason: 'the event is no longer kept',
  isWithdrawn: false,
};

const NOT_OURS: Unsent = { kind: 'unsent', reason: 'another node may own the stream by now' };

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

/** A finished attempt. Times are in ms; `startedAt` is wall time. */
export interface AttemptResult {
  readonly delivery: Delivery;
  readonly number: number;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly outcome: Outcome;
  readonly decision: RetryDecision;
  /** The masked address. */
  readonly shown: string;
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
export const JOINABLE_RESULTS: Joinable = new Map(
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

const CONTENT_TOO_LARGE = 413;

export function attemptStatements(attempted: AttemptResult): Statement[] {
  const { delivery, number, startedAt, durationMs, outcome, decision, shown } = attempted;
  const { status, responseBody } = outcome;
  const error = outcome.kind === 'failed' ? outcome.error : null;
  const nextAttemptAt = decision.state === 'waiting' ? decision.nextAttemptAt : null;
  const updatedAt = startedAt + durationMs;
  const isMediaRefused =
    delivery.isMediaRefused || (status === CONTENT_TOO_LARGE && delivery.mediaBytes > 0);
  const record: AttemptRecord = {
    ...{ startedAt, durationMs, status, error, responseBody },
    ...(isMediaRefused && { isMediaRefused }),
    ...(outcome.kind === 'failed' &&
      outcome.retryAfterMs !== undefined && { retryAfterMs: outcome.retryAfterMs }),
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
      shown,
      updatedAt,
      delivery.id,
      delivery.holder,
    ],
  };
  const counted = endedInReplay(delivery, decision.state);
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
  return [...endedInReplay(delivery, 'discarded'), discard];
}

/** Returns the statements that make a delivery wait in the table again, due at `dueAt` (steady ms), without an attempt. */
export const waitStatements = ({ id, holder }: Delivery, dueAt: number): Statement[] => [
  { sql: WAIT, params: [dueAt, id, holder] },
];
