/** POST /api/v1/webhooks/filter/test and /transform/test: what they would make of the kept events of the account. */
import { Type } from '@sinclair/typebox';
import { NamedObject } from '../../http/named-object.ts';
import { described } from '../../http/openapi-schema.ts';
import { notFound } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { readInstant } from '../../shared/instant.ts';
import { keptEvent, LOOKED_AT_MAX } from '../../webhooks/kept-events.ts';
import { tryFilter, tryTransform } from '../../webhooks/trials.ts';
import { CRM_EVENT_TYPES, type CrmEventType } from '../events.ts';
import { Body, Id, Instant, nullable, Time, Uuid, Words } from '../fields.ts';
import { snakeCased } from '../names.ts';
import { operation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import {
  ALL,
  FilterField,
  FORMATS,
  requireFilter,
  requireTransform,
  TransformField,
} from './model.ts';
import { formatFactsOf } from './registry.ts';
import { sampleBody } from './samples.ts';

const Format = Type.Optional(
  described('The form of the bodies, default `gatehouse`', Words(...FORMATS)),
);

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 100;

const FilterTrial = Body({
  filter: described('The filter to try, as a webhook takes it; null fits every event', FilterField),
  events: Type.Optional(
    Type.Array(Words(ALL, ...CRM_EVENT_TYPES), {
      description: 'Names of the events to look at; absent or empty: `ALL`',
    }),
  ),
  format: Format,
  since: Type.Optional(Instant('Only events made at this time or later')),
  before: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'The sequence before which to begin: `next` of the answer before',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMIT_MAX,
      description: `How many events that fit are named, default ${LIMIT_DEFAULT}`,
    }),
  ),
});

const receiverOf = ({ publicUrl }: CrmParts, format: (typeof FORMATS)[number] | undefined) => ({
  format: format ?? null,
  receiver: { address: null, gets: () => false },
  facts: formatFactsOf(publicUrl),
});

export const tryOnEvents = operation('POST /api/v1/webhooks/filter/test', {
  permission: 'webhooks.update',
  summary: 'Which kept events a filter would have sent',
  description: `Looks at up to ${LOOKED_AT_MAX} kept events, the newest first, and at fewer if they cost more than half a second; nothing is sent or changed.`,
  agent: { tool: 'try_crm_filter', effect: 'reads' },
  example: { body: { filter: { event: { $startsWith: 'pipeline_stage.' } } } },
  body: FilterTrial,
  status: 200,
  answer: NamedObject('CrmFilterTrialResult', {
    looked_at: Type.Integer({ description: 'How many events were looked at' }),
    matched: Type.Integer({ description: 'How many of them would have been sent' }),
    undecided: Type.Integer({
      description: 'For how many of those the filter could not be decided, which sends them',
    }),
    events: Type.Array(
      NamedObject('CrmFilteredEvent', {
        id: Id,
        event: Type.String(),
        sequence: Type.Integer(),
        timestamp: Time,
      }),
      { description: 'The newest of those that would have been sent' },
    ),
    next: nullable(
      Type.Integer({ description: 'The value for `before` to go on with; null: nothing older' }),
    ),
  }),
  message: 'Filter tried successfully',
  /** Throws 422 for a filter that cannot be compiled. */
  async run(parts, { accountId }, { request: { signal }, body }) {
    const { filter, events = [], format, since, before = null, limit = LIMIT_DEFAULT } = body;
    if (filter !== null) requireFilter(filter);
    const isAll = events.length === 0 || events.includes(ALL);
    const search = {
      ...{ streamId: accountId, before, limit },
      types: isAll ? null : new Set<string>(events),
      // The body's schema has checked it.
      since: readInstant(since ?? '') ?? 0,
    };
    const fits = filter ?? { event: { $exists: true } };
    const { events: found, ...counts } = await tryFilter(
      { ...parts, signal },
      receiverOf(parts, format),
      fits,
      search,
    );
    return { ...snakeCased(counts), events: found };
  },
});

const TransformTrial = Body({
  transform: described(
    'The transform to try, as a webhook takes it; null changes nothing',
    TransformField,
  ),
  format: Format,
  event_id: Type.Optional(Uuid('Id of the kept event of the account to try it on')),
  event: Type.Optional(
    described(
      'Name of the event to try it on: the newest that is kept, or a sample of it; absent: the newest of all',
      Words(...CRM_EVENT_TYPES),
    ),
  ),
});

const DEFAULT_TYPE: CrmEventType = 'pipeline_stage.created';

export const tryOnBody = operation('POST /api/v1/webhooks/transform/test', {
  permission: 'webhooks.update',
  summary: 'What a transform makes of a kept event',
  description:
    'Nothing is sent or changed. Where no such event is kept, a sample is taken, whose `sequence` is null here.',
  agent: { tool: 'try_crm_transform', effect: 'reads' },
  example: { body: { transform: { template: 'slack' }, event: 'mcp_server.deleted' } },
  body: TransformTrial,
  status: 200,
  answer: NamedObject('CrmTransformTrialResult', {
    body: nullable(
      Type.String({ description: 'The body that would be sent; null: none can be made' }),
    ),
    content_type: nullable(Type.String({ description: 'The media type that it would be sent as' })),
    problem: nullable(
      Type.String({ description: 'Why no body can be made, as the attempt would say it' }),
    ),
    event: Type.String({ description: 'Name of the event' }),
    sequence: nullable(Type.Integer({ description: 'Its sequence; null: it is a sample' })),
  }),
  message: 'Transform tried successfully',
  /** Throws 422 for a transform that cannot be compiled, and 404 for an event that is not kept. */
  async run(parts, { accountId }, { request: { signal }, body }) {
    const { transform, format, event_id: eventId, event: type } = body;
    if (transform !== null) requireTransform(transform);
    const kept = await keptEvent(parts.db, accountId, { eventId, type });
    if (kept === null && eventId !== undefined) throw notFound('event');
    const sampled = type ?? DEFAULT_TYPE;
    const sample = { id: newId(), accountId, now: parts.clock.now() };
    const event = kept ?? { body: sampleBody(sampled, sample), mediaId: null };
    const tried = await tryTransform({ ...parts, signal }, receiverOf(parts, format), transform, {
      ...event,
      streamId: accountId,
    });
    return {
      ...snakeCased(tried),
      event: kept?.type ?? sampled,
      sequence: kept?.sequence ?? null,
    };
  },
});
