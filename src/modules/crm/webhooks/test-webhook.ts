/** POST /api/v1/webhooks/:id/test */
import { Type } from '@sinclair/typebox';
import { accountWebhook } from '../../../core/events/contract/endpoint.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { describe } from '../../../core/http/openapi-schema.ts';
import { testResultFields } from '../../../core/webhooks/endpoint-tests.ts';
import { CRM_EVENT_TYPES, type CrmEventType } from '../events.ts';
import { Body, Words } from '../fields.ts';
import { snakeCased } from '../names.ts';
import { operation } from '../operation.ts';
import { recordOf } from '../records.ts';
import { webhookKind } from './model.ts';
import { sampleBody } from './samples.ts';

const DEFAULT_TYPE: CrmEventType = 'pipeline_stage.created';

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
