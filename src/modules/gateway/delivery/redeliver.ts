/** Sending deliveries of an instance again. */

import { Type } from '@sinclair/typebox';
import type { Redelivery } from '../../../core/events/contract/replay.ts';
import { keepingEmpty } from '../../../core/http/body-values.ts';
import { Choice } from '../../../core/http/field-types.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import {
  type FieldError,
  fieldError,
  optional,
  parsedIfPresent,
  readFields,
} from '../../../core/http/read-fields.ts';
import { invalidFields } from '../../../core/shared/errors.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import {
  contradictions,
  REDELIVERABLE,
  REDELIVERY_IDS_MAX,
} from '../../../core/webhooks/deliveries.ts';
import { readBody } from '../body.ts';
import { instanceOperation } from '../operation.ts';
import { visibleEndpoints } from '../portal/limits.ts';
import { endpoint, from, isId, to } from './model.ts';

const RedeliveryRequest = keepingEmpty(
  NamedObject(
    'RedeliveryRequest',
    {
      ids: parsedIfPresent(
        Type.Array(Type.String({ format: 'uuid' }), {
          maxItems: REDELIVERY_IDS_MAX,
          description: `Ids of the deliveries to send again, at most ${REDELIVERY_IDS_MAX}; not together with other fields`,
          examples: [['01a1fa97-2109-775b-8df8-e96b45bbbe0f']],
        }),
        readIds,
      ),
      state: optional(
        Choice(REDELIVERABLE, { description: 'Sends again all deliveries in this state' }),
      ),
      endpoint,
      from,
      to,
    },
    { description: 'At least one field beside `endpoint`' },
  ),
);

function readIds(value: unknown): string[] | FieldError {
  const isList = Array.isArray(value) && value.length > 0 && value.length <= REDELIVERY_IDS_MAX;
  if (isList && value.every(isId)) return [...new Set(value.map((id) => id.toLowerCase()))];
  return fieldError('not_delivery_ids', { max: REDELIVERY_IDS_MAX });
}

export const redeliver = instanceOperation('POST /delivery/redeliver/:instanceName', {
  tag: 'Deliveries',
  scope: 'settings',
  portal: 'deliveries:redeliver',
  summary: 'Send deliveries again',
  description: 'Starts a new round of attempts with the same event ids; attempt numbers go on.',
  body: readBody(RedeliveryRequest, parseRedelivery),
  answer: NamedObject('RedeliveryResult', { redelivering: Type.Integer() }),
  status: 202,
  agent: { tool: 'redeliver', effect: 'adds' },
  example: { body: { state: 'discarded' } },
  async run(parts, { instance, body: selection, caller, note }) {
    const { ids, ...narrowing } = selection;
    note({ details: { ...narrowing, ...(ids && { ids: ids.length }) } });
    const endpoints = visibleEndpoints(parts, caller, instance.id);
    const redelivering = await parts.engine.redeliver(instance.id, {
      ...selection,
      ...(endpoints && { endpoints }),
    });
    return { redelivering };
  },
});

/** Throws 400, which names every wrong field and every contradiction. An empty selection is wrong: it never means all. */
function parseRedelivery(body: unknown): Redelivery {
  const { fields: selection, sentFields, problems } = readFields(RedeliveryRequest, body);
  const { endpoint: _, ...selecting } = selection;
  if (Object.keys(selecting).length === 0 && problems.length === 0)
    problems.push({ field: '', ...problem('selection_missing') });
  problems.push(...contradictions(sentFields, selection));
  if (problems.length > 0) throw invalidFields(problems);
  return selection;
}
