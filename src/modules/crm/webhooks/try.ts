/** Operations that show what a webhook would get, and that send it a test. */
import { Type } from '@sinclair/typebox';
import { accountWebhook } from '../../../core/events/contract/endpoint.ts';
import { keptEvent, LOOKED_AT_MAX } from '../../../core/events/log/kept-events.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { describe } from '../../../core/http/openapi-schema.ts';
import { iso } from '../../../core/shared/clock.ts';
import { readInstant } from '../../../core/shared/instant.ts';
import { testResultFields } from '../../../core/webhooks/endpoint-tests.ts';
import {
  filterTrialFields,
  MATCHES_ALL,
  transformTrialFields,
  tryFilter,
  tryTransform,
} from '../../../core/webhooks/trials.ts';
import { crmEvents } from '../documented-events.ts';
import { CRM_EVENT_TYPES, type CrmEventType } from '../events.ts';
import { Body, Instant, Uuid, Words } from '../fields.ts';
import { snakeCased } from '../names.ts';
import { operation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import { recordOf } from '../records.ts';
import {
  FilterField,
  requireFilter,
  requireTransform,
  TransformField,
  webhookKind,
} from './model.ts';
import { ALL, FORMATS, formatFactsOf } from './registry.ts';

const Format = Type.Optional(
  describe('Format of the bodies, default `gatehouse`', Words(...FORMATS)),
);

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 100;

const FilterTrial = Body({
  filter: describe('Filter to try, as a webhook takes it; null matches every event', FilterField),
  events: Type.Optional(
    Type.Array(Words(ALL, ...CRM_EVENT_TYPES), {
      description: 'Names of the events to look at; absent or empty means `ALL`',
    }),
  ),
  format: Format,
  since: Type.Optional(Instant('Only events made at this time or later')),
  before: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Sequence before which to begin: `next` of the previous answer',
      examples: [1204],
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMIT_MAX,
      description: `Maximum number of matching events to return, default ${LIMIT_DEFAULT}`,
      examples: [LIMIT_DEFAULT],
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
  summary: 'Test a filter on stored events',
  description: `Returns which stored events a filter would have sent. Looks at up to ${LOOKED_AT_MAX} events, the newest first, and at fewer if they cost more than half a second; nothing is sent or changed.`,
  agent: { tool: 'try_crm_filter', effect: 'reads' },
  example: { body: { filter: { event: { $startsWith: 'pipeline_stage.' } } } },
  body: FilterTrial,
  status: 200,
  answer: NamedObject('CrmFilterTrialResult', snakeCased(filterTrialFields('CrmFilteredEvent'))),
  message: 'Filter tried successfully',
  /** Throws 422 for a filter that cannot be compiled. */
  async run(parts, { accountId }, { request: { signal }, body }) {
    const { filter, events = [], format, since, before = null, limit = LIMIT_DEFAULT } = body;
    if (filter !== null) requireFilter(filter);
    const isAll = events.length === 0 || events.includes(ALL);
    const search = {
      streamId: accountId,
      before,
      limit,
      types: isAll ? null : new Set<string>(events),
      // The body's schema has checked it.
      since: readInstant(since ?? '') ?? 0,
    };
    return snakeCased(
      await tryFilter(
        { ...parts, signal },
        receiverOf(parts, format),
        filter ?? MATCHES_ALL,
        search,
      ),
    );
  },
});

const TransformTrial = Body({
  transform: describe(
    'Transform to try, as a webhook takes it; null leaves the body unchanged',
    TransformField,
  ),
  format: Format,
  event_id: Type.Optional(Uuid('Id of the stored event of the account to try it on')),
  event: Type.Optional(
    describe(
      'Name of the event to try it on: the newest stored one, or a sample; absent uses the newest event of all',
      Words(...CRM_EVENT_TYPES),
    ),
  ),
});

const DEFAULT_TYPE: CrmEventType = 'pipeline_stage.created';

export const tryOnBody = operation('POST /api/v1/webhooks/transform/test', {
  permission: 'webhooks.update',
  summary: 'Test a transform on a stored event',
  description:
    'Returns the body that a transform makes of a stored event, or of a sample, whose `sequence` is null, if no such event is stored. Nothing is sent or changed.',
  agent: { tool: 'try_crm_transform', effect: 'reads' },
  example: { body: { transform: { template: 'slack' }, event: 'mcp_server.deleted' } },
  body: TransformTrial,
  status: 200,
  answer: NamedObject('CrmTransformTrialResult', snakeCased(transformTrialFields)),
  message: 'Transform tried successfully',
  /** Throws 422 for a transform that cannot be compiled, and 404 for an event that is not kept. */
  async run(parts, { accountId }, { request: { signal }, body }) {
    const { transform, format, event_id: eventId, event: type } = body;
    if (transform !== null) requireTransform(transform);
    const kept = await keptEvent(parts.db, accountId, { eventId, type });
    const { clock } = parts;
    const sampled = type ?? DEFAULT_TYPE;
    const tried = await tryTransform({ ...parts, signal }, receiverOf(parts, format), transform, {
      streamId: accountId,
      kept,
      isNamed: eventId !== undefined,
      sampled,
      sampleOf: (id) => sampleBody(sampled, { id, accountId, now: clock.now() }),
    });
    return snakeCased(tried);
  },
});

const TestRequest = Body({
  event: Type.Optional(
    describe(`Type of the sample event; default \`${DEFAULT_TYPE}\``, Words(...CRM_EVENT_TYPES)),
  ),
});

export const testWebhook = operation('POST /api/v1/webhooks/:id/test', {
  permission: 'webhooks.update',
  summary: 'Send a test event to a webhook',
  description:
    'The sample is marked `"test": true`; it is neither retried nor recorded. Answers what was sent, what the receiver answered, and what to do when it was not delivered. Default event: `pipeline_stage.created`.',
  example: { body: { event: 'pipeline_stage.created' } },
  body: TestRequest,
  status: 200,
  idempotency: 'undecided',
  answer: NamedObject(
    'CrmWebhookTestResult',
    snakeCased(testResultFields('CrmWebhookTestRequest')),
  ),
  message: ({ delivered }) => (delivered ? 'Sample delivered' : 'Sample not delivered'),
  /** Throws 404, and 409 when it is disabled or a test of it is running. */
  async run(parts, { accountId }, { request, params, body }) {
    const { id } = await recordOf(parts.db, webhookKind, { accountId }, params.id);
    const { event: type = DEFAULT_TYPE } = body;
    const test = {
      streamId: accountId,
      endpoint: accountWebhook(id),
      type,
      sampleOf: (eventId: string, now: number) => sampleBody(type, { id: eventId, accountId, now }),
    };
    return snakeCased(await parts.testWebhook(test, request.signal));
  },
});

interface SampleFacts {
  readonly id: string;
  readonly accountId: string;
  /** Ms since 1970. */
  readonly now: number;
}

/** Returns a body as deliveries have it, marked `"test": true`. */
function sampleBody(type: CrmEventType, { id, accountId, now }: SampleFacts): string {
  const documented = crmEvents().find(({ name }) => name === type);
  const [example] = documented?.body.examples ?? [];
  return JSON.stringify({ ...example, id, accountId, timestamp: iso(now), test: true });
}
