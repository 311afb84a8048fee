/** POST /api/v1/webhooks/:id/test */
import { type Static, Type } from '@sinclair/typebox';
import { accountWebhook } from '../../events/contract/endpoint.ts';
import { isGone } from '../../events/contract/routing.ts';
import { NamedObject } from '../../http/named-object.ts';
import { described } from '../../http/openapi-schema.ts';
import { failure } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { testResultOf } from '../../webhooks/test-result.ts';
import { CRM_EVENT_TYPES, type CrmEventType } from '../events.ts';
import { Body, nullable, Words } from '../fields.ts';
import { snakeCased } from '../names.ts';
import { operation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import { recordOf } from '../records.ts';
import { webhookKind } from './model.ts';
import { sampleBody } from './samples.ts';

const DEFAULT_TYPE: CrmEventType = 'pipeline_stage.created';

const TestRequest = Body({
  event: Type.Optional(
    described(`Type of the sample event; default \`${DEFAULT_TYPE}\``, Words(...CRM_EVENT_TYPES)),
  ),
});

const orNull = (description: string) => nullable(Type.String({ description }));
const headers = Type.Record(Type.String(), Type.String());

const TestResult = NamedObject('CrmWebhookTestResult', {
  delivered: Type.Boolean(),
  status: nullable(Type.Integer()),
  duration_ms: Type.Integer(),
  body: orNull('First 1 KiB of the receiver’s answer, or the reason why no answer came'),
  headers: nullable(headers),
  error: orNull('Why the event was not delivered: a word that stays the same, and a text'),
  advice: orNull('Advice for a failed attempt; null without one'),
  request: nullable(
    NamedObject('CrmWebhookTestRequest', {
      method: Type.Literal('POST'),
      url: Type.String({
        description: 'URL of the request, with credentials and query values masked',
      }),
      headers,
      body: Type.String(),
    }),
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
  answer: TestResult,
  message: ({ delivered }) => (delivered ? 'Sample delivered' : 'Sample not delivered'),
  /** Throws 404, and 409 when it is disabled or a test of it is running. */
  async run(parts, access, { request, params, body }) {
    const { id } = await recordOf(parts.db, webhookKind, access, params.id);
    const target = parts.webhooks.target(access.accountId, accountWebhook(id));
    if (isGone(target)) throw failure('webhook_untestable', { problem: target.gone });
    return oneAtATime(parts.testing, id, async () => {
      const { clock } = parts;
      const type = body.event ?? DEFAULT_TYPE;
      const eventId = newId();
      const sample = { id: eventId, accountId: access.accountId, now: clock.now() };
      const outgoing = { eventId, type, attempt: 1, body: sampleBody(type, sample) };
      const startedAt = clock.steady();
      const trace = await parts.webhook().trace(outgoing, target, request.signal);
      return snakeCased(testResultOf(trace, clock.steady() - startedAt));
    });
  },
});

type Result = Static<typeof TestResult>;

async function oneAtATime(
  testing: CrmParts['testing'],
  id: string,
  test: () => Promise<Result>,
): Promise<Result> {
  if (testing.has(id)) throw failure('test_running');
  testing.add(id);
  try {
    return await test();
  } finally {
    testing.delete(id);
  }
}
