/** The body of a request for a replay. */

import { Type } from '@sinclair/typebox';
import { selectedTypes } from '../../../core/events/contract/event-names.ts';
import type { ReplayRequest } from '../../../core/events/contract/replay.ts';
import { Moment } from '../../../core/http/field-types.ts';
import { keepingEmpty } from '../../../core/http/lenient-values.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import {
  errorOf,
  fieldError,
  optional,
  parsedIfPresent,
  readFields,
} from '../../../core/http/read-fields.ts';
import { invalidFields } from '../../../core/shared/errors.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import {
  REQUEST_TEXTS,
  replayRequest,
  requestFields,
  selectsNothing,
  wrongTimes,
} from '../../../core/webhooks/replays.ts';
import { checkEventNames } from '../../../core/webhooks/subscription.ts';

const CHAT_MAX = 200;

export const ReplayBody = keepingEmpty(
  NamedObject('RecoveryRequest', {
    since: optional(
      Moment({
        description: `${REQUEST_TEXTS.since}: ISO 8601 with its zone, such as \`2026-01-31T12:00:00Z\``,
      }),
    ),
    until: optional(Moment({ description: REQUEST_TEXTS.until })),
    types: parsedIfPresent(
      Type.Array(Type.String(), {
        description: `${REQUEST_TEXTS.types}, as in an event list`,
        examples: [['MESSAGE']],
      }),
      (value) => {
        const checked = checkEventNames(value);
        if ('problem' in checked) return errorOf(checked.problem);
        return [...selectedTypes(checked.subscription)];
      },
    ),
    chat: parsedIfPresent(
      Type.String({
        maxLength: CHAT_MAX,
        description: 'Only events of this chat, by its JID as events name it',
        examples: ['5511999990001@s.whatsapp.net'],
      }),
      (value) =>
        typeof value === 'string' && value !== '' && value.length <= CHAT_MAX
          ? value
          : fieldError('not_chat_jid', { max: CHAT_MAX }),
    ),
    ...requestFields,
  }),
);

/** Throws 400, which names every wrong field. */
export function readReplayBody(body: unknown, now: number): Omit<ReplayRequest, 'endpoint'> {
  const { fields, sentFields, problems } = readFields(ReplayBody, body);
  const request = replayRequest(fields, now);
  const missing = selectsNothing(sentFields) ? [{ field: 'since', ...problem('not_a_time') }] : [];
  const all = [...missing, ...problems, ...wrongTimes(request, now)];
  if (all.length > 0) throw invalidFields(all);
  return request;
}
