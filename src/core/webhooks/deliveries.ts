/** Shows deliveries to callers of either zone, in pages or alone, and selects which are sent again. */
import { Type } from '@sinclair/typebox';
import { destinationOf, endpointIdOf, replayOfLane } from '../events/contract/endpoint.ts';
import {
  ATTEMPTS_KEPT,
  DELIVERY_STATES,
  type DeliveryLog,
  type DeliveryPage,
  type DeliveryState,
  type LoggedAttempt,
  type LoggedDelivery,
} from '../events/log/deliveries.ts';
import { orNull, textOrNull } from '../http/nullable.ts';
import { words } from '../http/read-fields.ts';
import { Time } from '../http/time.ts';
import { iso, isoOrNull } from '../shared/clock.ts';
import { type FieldProblem, problem } from '../shared/reasons/problems.ts';

const Id = Type.String({ format: 'uuid' });

/** The fields of a delivery in answers of both zones. */
export const deliveryFields = {
  id: Id,
  eventId: Id,
  event: Type.String(),
  sequence: Type.Integer(),
  recovery: orNull(
    Id,
    'Id of the replay that sends it; null if it was sent when its event happened',
  ),
  target: Type.String({
    description: 'Where the delivery goes; credentials and query values are masked',
  }),
  state: words(...DELIVERY_STATES),
  attemptCount: Type.Integer(),
  nextAttemptAt: orNull(Time()),
  lastStatus: orNull(Type.Integer()),
  lastError: orNull(Type.String()),
  createdAt: Time(),
  updatedAt: Time(),
};

export const attemptFields = {
  number: Type.Integer({ minimum: 1 }),
  startedAt: Time(),
  durationMs: Type.Integer(),
  status: orNull(Type.Integer()),
  error: orNull(Type.String()),
  responseBody: textOrNull('First 1 KiB of the answer'),
};

/** The fields that a delivery has beside its own when it is read alone, except `attempts` itself. */
export const ATTEMPTS_TEXT = 'Attempts in order: the first 20 and the latest 20';
export const AttemptsLeftOut = Type.Optional(
  Type.Integer({
    minimum: 1,
    description: 'Number of attempts between these that were not kept; absent if all are',
  }),
);

export type DeliveryView = ReturnType<typeof deliveryView>;

/** Times are ISO 8601. */
export const deliveryView = (row: LoggedDelivery) => ({
  id: row.id,
  eventId: row.eventId,
  event: row.type,
  sequence: row.sequence,
  destination: destinationOf(row.endpoint) ?? row.endpoint,
  endpoint: endpointIdOf(row.endpoint),
  recovery: replayOfLane(row.endpoint),
  target: row.target,
  state: row.state,
  attemptCount: row.attemptCount,
  nextAttemptAt: isoOrNull(row.nextAttemptAt),
  lastStatus: row.lastStatus,
  lastError: row.lastError,
  createdAt: iso(row.createdAt),
  updatedAt: iso(row.updatedAt),
});

export type AttemptView = ReturnType<typeof attemptView>;

const attemptView = (row: LoggedAttempt) => ({
  number: row.number,
  startedAt: iso(row.startedAt),
  durationMs: row.durationMs,
  status: row.status,
  error: row.error,
  responseBody: row.responseBody,
});

/**
 * Returns a stream's deliveries in the order they came. `page.after` may be in upper case. `next` is the value for the
 * following page, or null on the last page.
 */
export async function pageOfDeliveries(log: DeliveryLog, streamId: string, page: DeliveryPage) {
  const rows = await log.find(streamId, { ...page, after: page.after.toLowerCase() });
  return { deliveries: rows.map(deliveryView), next: rows.at(-1)?.id ?? (page.after || null) };
}

/** Returns a delivery with its attempts, or null for an unknown id or one that `mayRead` refuses. */
export async function deliveryWithAttempts(
  log: DeliveryLog,
  id: string,
  mayRead: (row: LoggedDelivery) => boolean,
) {
  const row = await log.get(id);
  if (row === null || !mayRead(row)) return null;
  const attempts = (await log.attemptsOf(row)).map(attemptView);
  const attemptsLeftOut = row.attemptCount - attempts.length;
  const hasGap = row.attemptCount > ATTEMPTS_KEPT.first + ATTEMPTS_KEPT.latest;
  return { ...deliveryView(row), attempts, ...(hasGap && { attemptsLeftOut }) };
}

/** The states that may be sent again: all except `sending`. */
export const REDELIVERABLE = [
  'delivered',
  'discarded',
  'waiting',
] as const satisfies DeliveryState[];
/** How many deliveries may be named in one selection. */
export const REDELIVERY_IDS_MAX = 1_000;

/** Returns the contradictions in a selection. `asked` has its fields as given and `times` in ms since 1970. */
export function contradictions(
  asked: Partial<Record<'ids' | 'state' | 'from' | 'to', unknown>>,
  times: { readonly from?: number | undefined; readonly to?: number | undefined },
): FieldProblem[] {
  const found: FieldProblem[] = [];
  if (asked.ids !== undefined && (asked.state ?? asked.from ?? asked.to) !== undefined)
    found.push({ field: 'ids', ...problem('ids_beside_others') });
  if (times.from !== undefined && times.to !== undefined && times.from > times.to)
    found.push({ field: 'from', ...problem('after_end') });
  return found;
}
