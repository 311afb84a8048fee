/** The fields that say when a message is sent: now, at a time, or after the account was shown writing. */

import type { Static, Type } from '@sinclair/typebox';
import { Flag, Moment, Whole } from '../http/field-types.ts';
import { optional } from '../http/read-fields.ts';
import { type AppError, invalidFields } from '../shared/errors.ts';
import { type Problem, problem } from '../shared/reasons/problems.ts';

const DELAY_MAX_MS = 60_000;
const DAYS_AHEAD_MAX = 30;
const AHEAD_MAX_MS = DAYS_AHEAD_MAX * 24 * 3_600_000;

export const whenFields = {
  scheduleAt: optional(
    Moment({
      description:
        'When to send the message, at most 30 days ahead; the answer has the status QUEUED',
    }),
  ),
  delay: optional(
    Whole({
      minimum: 0,
      maximum: DELAY_MAX_MS,
      failsWith: problem('not_milliseconds', { max: DELAY_MAX_MS }),
      description:
        'Milliseconds for which the account is shown as typing before the message is sent; the answer has the status QUEUED. Other chats do not wait',
      examples: [1000],
    }),
  ),
  queue: optional(
    Flag({
      default: true,
      description:
        'Whether a message that cannot be sent at once waits in the queue; false answers 429',
    }),
  ),
};

export type SendTimeFields = Static<ReturnType<typeof Type.Object<typeof whenFields>>>;

export interface SendTime {
  /** The time in ms since 1970, or null to send as soon as possible. */
  readonly scheduleAt: number | null;
  readonly delayMs: number;
  readonly mayWait: boolean;
}

const refusal = (field: string, found: Problem): AppError => invalidFields([{ field, ...found }]);

/** Throws invalid for fields that contradict each other, and for a time in the past or more than 30 days ahead. */
export function sendTimeOf(
  { scheduleAt, delay = 0, queue = true }: SendTimeFields,
  now: number,
): SendTime {
  if (!queue && (scheduleAt !== undefined || delay > 0))
    throw refusal('queue', problem('not_false_with_time'));
  if (scheduleAt !== undefined && scheduleAt <= now)
    throw refusal('scheduleAt', problem('in_the_past'));
  if (scheduleAt !== undefined && scheduleAt > now + AHEAD_MAX_MS)
    throw refusal('scheduleAt', problem('too_far_ahead', { days: DAYS_AHEAD_MAX }));
  return { scheduleAt: scheduleAt ?? null, delayMs: delay, mayWait: queue };
}
