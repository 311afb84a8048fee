/** Bodies of operations on recoveries. */

import { Type } from '@sinclair/typebox';
import { selectedTypes } from '../../../events/contract/event-names.ts';
import { RATE_DEFAULT, RATE_MAX, type ReplayRequest } from '../../../events/contract/replay.ts';
import { keepingEmpty } from '../../../http/lenient-values.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { fieldError, parsedBy, parsedIfPresent, readFields } from '../../../http/read-fields.ts';
import { invalid } from '../../../shared/errors.ts';
import { INSTANT_PROBLEM, readInstant } from '../../../shared/instant.ts';
import { checkEventNames } from '../../../webhooks/subscription.ts';

const CHAT_MAX = 200;

const moment = (description: string) => Type.String({ shownFormat: 'date-time', description });
const readMoment = (value: unknown) =>
  (typeof value === 'string' ? readInstant(value) : null) ?? fieldError(INSTANT_PROBLEM);

export const RecoveryRequest = keepingEmpty(
  NamedObject('RecoveryRequest', {
    since: parsedBy(
      moment(
        'Start of the time range, by the creation time of the events: ISO 8601 with its zone, such as `2026-01-31T12:00:00Z`',
      ),
      readMoment,
    ),
    until: parsedIfPresent(
      moment('End of the time range; defaults to now, and may not be later'),
      readMoment,
    ),
    types: parsedIfPresent(
      Type.Array(Type.String(), {
        description:
          'Names of the events to send, as in an event list; defaults to those that the endpoint gets now',
      }),
      (value) => {
        const checked = checkEventNames(value);
        if ('problem' in checked) return fieldError(checked.problem);
        return [...selectedTypes(checked.subscription)];
      },
    ),
    chat: parsedIfPresent(
      Type.String({
        maxLength: CHAT_MAX,
        description: 'Only events of this chat, by its JID as events name it',
      }),
      (value) =>
        typeof value === 'string' && value !== '' && value.length <= CHAT_MAX
          ? value
          : fieldError(`must be the JID of a chat, of at most ${CHAT_MAX} characters`),
    ),
    onlyFailed: parsedIfPresent(
      Type.Boolean({
        description:
          'Whether to send only what the endpoint missed, and leave out events that were delivered to it or wait for it; default false',
      }),
      (value) => (typeof value === 'boolean' ? value : fieldError('must be true or false')),
    ),
    ratePerSecond: parsedIfPresent(
      Type.Integer({
        minimum: 1,
        maximum: RATE_MAX,
        description: `Maximum number of events a second: 1-${RATE_MAX}, default ${RATE_DEFAULT}`,
      }),
      (value) =>
        Number.isInteger(value) && Number(value) >= 1 && Number(value) <= RATE_MAX
          ? Number(value)
          : fieldError(`must be a whole number from 1 to ${RATE_MAX}`),
    ),
  }),
);

/** Throws 400, which names every wrong field. */
export function readRecovery(body: unknown, now: number): Omit<ReplayRequest, 'endpoint'> {
  const { fields, problems } = readFields(RecoveryRequest, body);
  const { since = 0, until = now } = fields;
  if (until > now) problems.push('until must not be in the future');
  if (since > until) problems.push('since must not be after until, and not in the future');
  if (problems.length > 0) throw invalid(problems.join('; '));
  return {
    since,
    until,
    types: fields.types ?? null,
    chat: fields.chat ?? null,
    onlyFailed: fields.onlyFailed ?? false,
    ratePerSecond: fields.ratePerSecond ?? RATE_DEFAULT,
  };
}
