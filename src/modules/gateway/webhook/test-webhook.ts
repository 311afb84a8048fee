/** POST /webhook/test/:instanceName */
import { Type } from '@sinclair/typebox';
import { endpointOfInstance } from '../../../core/events/contract/endpoint.ts';
import { sampleBody } from '../../../core/events/contract/samples.ts';
import { Choice } from '../../../core/http/field-types.ts';
import { keepingEmpty } from '../../../core/http/lenient-values.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { optional, parsedBy } from '../../../core/http/read-fields.ts';

import { failure } from '../../../core/shared/errors.ts';
import { createEndpointTests, testResultFields } from '../../../core/webhooks/endpoint-tests.ts';
import { optionalBody } from '../body.ts';
import { maskedBody } from '../delivery/masked-body.ts';
import { readEventType } from '../event/event-type.ts';
import { requireGlobalKey } from '../guard.ts';
import { instanceOperation } from '../operation.ts';
import { webhookFor } from '../portal/limits.ts';
import { EndpointId } from './endpoint-request.ts';

const TestRequest = keepingEmpty(
  NamedObject('WebhookTest', {
    event: parsedBy(
      Type.Optional(
        Type.String({
          description: 'Type of the sample event, in any case; default `Message`',
          examples: ['Message'],
        }),
      ),
      (value = 'Message') => readEventType(value),
    ),
    destination: optional(
      Choice(['webhook', 'global-webhook'], {
        description:
          'Endpoint that gets the sample; default `webhook`. `global-webhook` needs the global key',
      }),
    ),
    endpoint: EndpointId,
  }),
);

const untestable = (problem: string) => failure('webhook_unusable', { problem });

export const testWebhook = instanceOperation('POST /webhook/test/:instanceName', {
  tag: 'Webhooks',
  scope: 'settings',
  portal: 'endpoints:test',
  summary: 'Send a test event to an endpoint',
  description:
    'Posts a sample event once, marked `"test": true`; it is neither retried nor recorded. Returns what was sent, what came back, and what to do about a failure. Answers 409 if no webhook is set and enabled.',
  body: optionalBody(TestRequest),
  answer: NamedObject('WebhookTestResult', testResultFields('WebhookTestRequest')),
  failures: ['CONFLICT'],
  example: { body: { event: 'Message' } },
  prepare: ({ clock, destinations, webhook }) =>
    createEndpointTests({ clock, destinations, webhook: () => webhook, untestable }),
  async run(parts, { instance, body: asked, request, caller, prepared: runTest }) {
    const { event: type, destination = 'webhook', endpoint } = asked;
    // The global webhook has the events of all instances.
    if (destination === 'global-webhook') requireGlobalKey({ request });
    else webhookFor(parts, caller, instance.id, endpoint);
    const { id: instanceId, name: instanceName } = instance;
    const test = {
      streamId: instanceId,
      endpoint: destination === 'webhook' ? endpointOfInstance(endpoint) : destination,
      type,
      sampleOf: (id: string, now: number) =>
        sampleBody(type, { id, instanceId, instanceName, now }),
    };
    const result = await runTest(test, request.signal);
    const sent = result.request;
    const body = sent && maskedBody(parts, caller, instanceId, sent.body);
    return { ...result, request: sent && { ...sent, body: body ?? '' } };
  },
});
