/** Operations that try the filter or the transform of an endpoint on the kept events of an instance. */

import { Type } from '@sinclair/typebox';
import { sampleBody } from '../../../core/events/contract/catalog.ts';
import { EVENT_TYPES, selectedTypes } from '../../../core/events/contract/event-names.ts';
import { keptEvent, LOOKED_AT_MAX } from '../../../core/events/log/kept-events.ts';
import { Moment, Whole } from '../../../core/http/field-types.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { orNull } from '../../../core/http/nullable.ts';
import {
  fieldError,
  oneOf,
  optional,
  parsedBy,
  parsedIfPresent,
  words,
} from '../../../core/http/read-fields.ts';
import { readEventNames } from '../../../core/webhooks/fields/instance.ts';
import { readFilter, readTransform } from '../../../core/webhooks/fields/readers.ts';
import { JsonObject } from '../../../core/webhooks/fields/table.ts';
import { FORMATS, withoutKeys } from '../../../core/webhooks/format/formats.ts';
import {
  filterTrialFields,
  MATCHES_ALL,
  type TrialReceiver,
  transformTrialFields,
  tryFilter,
  tryTransform,
} from '../../../core/webhooks/trials.ts';
import { readEventType } from '../event/documented-events.ts';
import type { GatewayPrincipal } from '../guard.ts';
import { instanceOperation, type Operation } from '../operation.ts';
import type { GatewayParts } from '../parts.ts';
import { isCustomerPage, visibleEndpoints, webhookFor } from '../portal/limits.ts';
import { SENT_MAX, sequencesSentTo } from './channels.ts';
import { maskedUrl } from './endpoint-view.ts';

const required =
  <T>(read: (value: unknown) => T) =>
  (value: unknown) =>
    value === undefined ? fieldError('required') : read(value);

const RECEIVER = {
  endpoint: parsedIfPresent(
    Type.String({
      description:
        'Id of an endpoint of the instance whose format, events and URL are used where you give no others; absent uses the defaults of the service',
      examples: ['default'],
    }),
    (value) => (typeof value === 'string' ? value : fieldError('not_text')),
  ),
  format: parsedIfPresent(
    Type.Unsafe<(typeof FORMATS)[number]>({
      ...words(...FORMATS),
      description: 'Format of the bodies; defaults to that of the endpoint',
    }),
    oneOf(FORMATS),
  ),
};

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 100;

const FilterTrial = NamedObject('FilterTrial', {
  filter: parsedBy(
    orNull(JsonObject, 'Filter to try, as an endpoint takes it; null matches every event'),
    required(readFilter),
  ),
  ...RECEIVER,
  events: parsedIfPresent(
    Type.Array(Type.String(), {
      description:
        'Events to look at, as an endpoint names them; defaults to those of the endpoint',
      examples: [['MESSAGE']],
    }),
    readEventNames,
  ),
  since: optional(
    Moment({
      description:
        'Only events made at this time or later, in ISO 8601; absent looks at all stored events',
    }),
  ),
  before: parsedIfPresent(
    Type.Integer({
      minimum: 1,
      description: 'Sequence before which to begin: `next` of the previous answer',
      examples: [1204],
    }),
    (value) =>
      Number.isSafeInteger(value) && Number(value) >= 1
        ? Number(value)
        : fieldError('not_sequence'),
  ),
  limit: Type.Optional(
    Whole({
      minimum: 1,
      maximum: LIMIT_MAX,
      default: LIMIT_DEFAULT,
      description: `Maximum number of matching events to return: 1-${LIMIT_MAX}, default ${LIMIT_DEFAULT}`,
    }),
  ),
});

const tryOnEvents = instanceOperation('POST /webhook/endpoints/:instanceName/filter/test', {
  tag: 'Webhooks',
  scope: 'read',
  portal: 'recovery',
  summary: 'Test a filter on stored events',
  description: `Returns which stored events a filter would have sent. Looks at up to ${LOOKED_AT_MAX} events, the newest first, and at fewer if they cost more than half a second; nothing is sent or changed. Files in bodies are left out, and so are keys. For a customer's page it looks at the events of the newest ${SENT_MAX} deliveries to the customer's endpoints, without pairing codes.`,
  body: FilterTrial,
  answer: NamedObject('FilterTrialResult', filterTrialFields('FilteredEvent')),
  agent: { tool: 'try_filter', effect: 'reads' },
  example: { body: { filter: { data: { Info: { IsFromMe: false } } }, events: ['MESSAGE'] } },
  async run(parts, { request: { signal }, instance: { id }, caller, body }) {
    const { receiver, types } = receiverOf(parts, caller, id, body);
    const { since = 0, before = null, limit = LIMIT_DEFAULT, filter } = body;
    const endpoints = visibleEndpoints(parts, caller, id);
    const among = endpoints && (await sequencesSentTo(parts.db, { streamId: id, endpoints }));
    const search = { streamId: id, types, since, before, limit, ...(among && { among }) };
    return tryFilter({ ...parts, signal }, receiver, filter ?? MATCHES_ALL, search);
  },
});

const TransformTrial = NamedObject('TransformTrial', {
  transform: parsedBy(
    orNull(JsonObject, 'Transform to try, as an endpoint takes it; null leaves the body unchanged'),
    required(readTransform),
  ),
  ...RECEIVER,
  eventId: parsedIfPresent(
    Type.String({
      format: 'uuid',
      description: 'Id of the stored event to try it on',
      examples: ['01a1fa97-2109-775b-8df8-e96b45bbbe0f'],
    }),
    (value) => (typeof value === 'string' ? value.toLowerCase() : fieldError('not_text')),
  ),
  event: parsedIfPresent(
    Type.String({
      description:
        'Type of the event to try it on, in any case: the newest stored one, or a sample; absent uses the newest event of all',
      examples: ['Message'],
    }),
    readEventType,
  ),
});

const tryOnBody = instanceOperation('POST /webhook/endpoints/:instanceName/transform/test', {
  tag: 'Webhooks',
  scope: 'read',
  portal: 'recovery',
  summary: 'Test a transform on a stored event',
  description:
    "Returns the body that a transform makes of a stored event, or of a sample if no such event is stored; nothing is sent or changed. Files in bodies are left out, and keys of instances are masked. For a customer's page only events that were sent to the customer's endpoints are used, and samples of pairing codes.",
  body: TransformTrial,
  answer: NamedObject('TransformTrialResult', transformTrialFields),
  agent: { tool: 'try_transform', effect: 'reads' },
  example: { body: { transform: { template: 'slack' }, event: 'Message' } },
  async run(parts, call) {
    const { request, instance, caller } = call;
    const { transform, eventId, event: type, ...asked } = call.body;
    const { receiver } = receiverOf(parts, caller, instance.id, asked);
    const kept = await eventFor(parts, caller, instance.id, { eventId, type });
    const { clock } = parts;
    const sampled = type ?? 'Message';
    const frame = { instanceId: instance.id, instanceName: instance.name };
    return tryTransform({ ...parts, signal: request.signal }, receiver, transform, {
      streamId: instance.id,
      kept,
      isNamed: eventId !== undefined,
      sampled,
      sampleOf: (id) => sampleBody(sampled, { id, ...frame, now: clock.now() }),
    });
  },
});

/** Returns a stored event that the caller may see, by its id or the newest; null if no such event is stored. */
async function eventFor(
  parts: GatewayParts,
  caller: GatewayPrincipal,
  streamId: string,
  wanted: { readonly eventId: string | undefined; readonly type: string | undefined },
) {
  const endpoints = visibleEndpoints(parts, caller, streamId);
  if (endpoints === null) return keptEvent(parts.db, streamId, wanted);
  const [sequence] = await sequencesSentTo(parts.db, { streamId, endpoints, ...wanted });
  return sequence === undefined ? null : keptEvent(parts.db, streamId, { sequence });
}

interface AskedReceiver {
  readonly endpoint?: string;
  readonly format?: (typeof FORMATS)[number];
  readonly events?: readonly string[];
}

/** Throws 404 for an endpoint that the caller may not know of. */
function receiverOf(
  parts: GatewayParts,
  caller: GatewayPrincipal,
  instanceId: string,
  { endpoint: id, format, events }: AskedReceiver,
): { readonly receiver: TrialReceiver; readonly types: ReadonlySet<string> } {
  const { formatFacts } = parts;
  const endpoint = id === undefined ? null : webhookFor(parts, caller, instanceId, id);
  const isCustomers = isCustomerPage(caller) || endpoint?.owner === 'customer';
  const names = events ?? endpoint?.events;
  const types: ReadonlySet<string> =
    names === undefined ? new Set(EVENT_TYPES) : selectedTypes(names);
  return {
    types,
    receiver: {
      format: format ?? endpoint?.format ?? null,
      receiver: {
        address: (endpoint && maskedUrl(caller, endpoint.url)) || null,
        gets: (type) => types.has(type),
      },
      facts: isCustomers ? withoutKeys(formatFacts) : formatFacts,
    },
  };
}

export const TRIAL_OPERATIONS: readonly Operation[] = [tryOnEvents, tryOnBody];
