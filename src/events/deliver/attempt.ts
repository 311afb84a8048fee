/**
 * One attempt: asks the channel, decides what follows, and records the result. Only the holder of a delivery changes it:
 * a result that arrives after another process took the delivery over changes nothing.
 */
import { type Database, faultOf, type Statement } from '../../db/client.ts';
import type { CancelSignal } from '../../shared/async/cancellation.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Span, Tracing } from '../../shared/tracing.ts';
import type { Channel, Outcome, Target, Unsent } from '../contract/channel.ts';
import type { Delivery } from '../contract/delivery.ts';
import { replayOfLane } from '../contract/endpoint.ts';
import type { EventBodies } from '../log/bodies.ts';
import type { AttemptRecord } from '../log/deliveries.ts';
import { forMany, type Joinable } from '../publish/joined.ts';
import type { Ownership } from '../publish/ownership.ts';
import type { QueuedWrite } from '../publish/write.ts';
import { endedInReplay } from './replay-writes.ts';
import type { RetryDecision } from './retry-policy.ts';

export interface AttemptDeps {
  readonly db: Pick<Database, 'query'>;
  readonly bodies: EventBodies;
  readonly channels: Readonly<Record<string, Channel>>;
  /** The variable WEBHOOK_FILES, for targets without a setting of their own. */
  readonly mediaInBodies: boolean;
  readonly ownership: Pick<Ownership, 'isCertain' | 'grantOf'>;
  /** Null if nothing is traced. */
  readonly tracing?: Tracing | null | undefined;
}

/** Nothing was sent and nothing can be: the event is no longer stored. */
export interface MissingEvent {
  readonly kind: 'missing';
  readonly reason: string;
  /** True if a setting is the reason: the endpoint has a format that has no body for the event. */
  readonly isWithdrawn: boolean;
}

const READ_BODY = 'select body, media_id from events where stream_id = ? and sequence = ?';
const READ_RESTORED = 'select body, null from restored_events where replay_id = ? and sequence = ?';

export async function attempt(
  deps: AttemptDeps,
  delivery: Delivery,
  target: Target,
  signal: CancelSignal,
): Promise<AttemptEnd> {
  if (!deps.tracing) return attemptWithin(deps, delivery, target, signal, null);
  const span = deps.tracing.attempting(
    {
      ...delivery,
      deliveryId: delivery.id,
      attempt: delivery.attemptCount + 1,
      host: target.host,
    },
    delivery.traceparent,
  );
  const end = await attemptWithin(deps, delivery, target, signal, span);
  span.end(failureOf(end), 'status' in end ? end.status : null);
  return end;
}

type AttemptEnd = Outcome | MissingEvent | Unsent;

function failureOf(end: AttemptEnd): string | null {
  if (end.kind === 'delivered') return null;
  return end.kind === 'failed' ? end.error : `${end.kind}: ${end.reason}`;
}

async function attemptWithin(
  deps: AttemptDeps,
  delivery: Delivery,
  target: Target,
  signal: CancelSignal,
  span: Span | null,
): Promise<AttemptEnd> {
  const channel = deps.channels[target.channel];
  if (channel === undefined)
    return failed(`network_error: no ${target.channel} channel is running`);
  try {
    const body = delivery.body ?? (await readBody(deps, delivery, target));
    if (body === null) return NO_EVENT;
    const omitted = target.omits?.(body) ?? null;
    if (omitted !== null) return { kind: 'missing', reason: omitted, isWithdrawn: true };
    // While the body was read, another process may have taken the stream over.
    if (delivery.body === null && !isOwn(deps.ownership, delivery)) return NOT_OURS;
    const number = delivery.attemptCount + 1;
    return await channel.send(
      {
        eventId: delivery.eventId,
        type: delivery.type,
        attempt: number,
        body,
        traceparent: span?.traceparent ?? null,
      },
      target,
      signal,
    );
  } catch (error) {
    // Only reading the body uses the database, so the receiver was not asked.
    if (faultOf(error) !== null) {
      return { kind: 'unsent', reason: `database_error: ${messageOf(error)}` };
    }
    return failed(`internal_error: ${messageOf(error)}`);
  }
}

const NO_EVENT: MissingEvent = {
  kind: 'missing',
  reason: 'the event is no longer kept',
  isWithdrawn: false,
};

const NOT_OURS: Unsent = { kind: 'unsent', reason: 'another node may own the stream by now' };

const isOwn = (ownership: AttemptDeps['ownership'], { streamId, holder }: Delivery): boolean =>
  ownership.isCertain && ownership.grantOf(streamId)?.holder === holder;

const failed = (error: string): Outcome => ({
  kind: 'failed',
  status: null,
  error,
  responseBody: null,
});

async function readBody(
  deps: AttemptDeps,
  delivery: Delivery,
  target: Target,
): Promise<string | null> {
  const { streamId, sequence, endpoint } = delivery;
  const [stored] = await deps.db.query(READ_BODY, [streamId, sequence]);
  const replayId = replayOfLane(endpoint);
  const isRestored = stored === undefined && replayId !== null;
  const row = isRestored ? (await deps.db.query(READ_RESTORED, [replayId, sequence]))[0] : stored;
  if (row === undefined) return null;
  const body = { body: String(row[0]), mediaId: row[1] == null ? null : String(row[1]) };
  return deps.bodies.with(body, target.base64 ?? deps.mediaInBodies);
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

export function attemptStatements(attempted: AttemptResult): Statement[] {
  const { delivery, number, startedAt, durationMs, outcome, decision, shown } = attempted;
  const { status, responseBody } = outcome;
  const error = outcome.kind === 'failed' ? outcome.error : null;
  const nextAttemptAt = decision.state === 'waiting' ? decision.nextAttemptAt : null;
  const updatedAt = startedAt + durationMs;
  const record: AttemptRecord = { startedAt, durationMs, status, error, responseBody };
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
  return [...counted, { sql: MOVE_PREVIOUS, params: [delivery.id, delivery.holder] }, settle];
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
