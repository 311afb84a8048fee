/** Operations on the webhook of an instance. */
import { Type } from '@sinclair/typebox';
import { sampleBody } from '../../../core/events/contract/catalog.ts';
import { endpointOfInstance } from '../../../core/events/contract/endpoint.ts';
import { neverSentIn } from '../../../core/events/contract/event-names.ts';
import { keepingEmpty } from '../../../core/http/body-values.ts';
import { DoneEnvelope, successMessage } from '../../../core/http/envelope.ts';
import { etagOf, ifMatchHeader, refuseOtherVersion } from '../../../core/http/etag.ts';
import { Choice } from '../../../core/http/field-types.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { jsonNull } from '../../../core/http/nullable.ts';
import { optional, parsedBy } from '../../../core/http/read-fields.ts';
import type { InstanceRecord } from '../../../core/instances/directory.ts';
import { failure } from '../../../core/shared/errors.ts';
import { createEndpointTests, testResultFields } from '../../../core/webhooks/endpoint-tests.ts';
import {
  endpointOf,
  type InstanceEndpoint,
  settingsOf,
} from '../../../core/webhooks/event-settings.ts';
import { answerFields, shownValues } from '../../../core/webhooks/fields/field.ts';
import { INSTANCE_FIELDS } from '../../../core/webhooks/fields/instance.ts';
import { type Format, isByEventsIgnored } from '../../../core/webhooks/format/formats.ts';
import { requireChecked, requireHandshake } from '../../../core/webhooks/handshake.ts';
import { rotatedSecrets } from '../../../core/webhooks/secrets.ts';
import { changeDetails } from '../audit/audited-operation.ts';
import { optionalBody, readBody } from '../body.ts';
import { maskedBody } from '../delivery/find.ts';
import { readEventType } from '../event/documented-events.ts';
import { type GatewayPrincipal, instanceKeyIn, requireGlobalKey } from '../guard.ts';
import { instanceOperation, type Operation } from '../operation.ts';
import type { GatewayParts } from '../parts.ts';
import { requireVisible, webhookFor } from '../portal/limits.ts';
import { ENDPOINT_OPERATIONS } from './endpoint-operations.ts';
import { viewerOf } from './endpoint-view.ts';
import { REPLAY_OPERATIONS } from './replays.ts';
import { EndpointId, parseSetRequest, type SetRequest, WebhookSettings } from './set-request.ts';
import { TRIAL_OPERATIONS } from './try-bodies.ts';

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

const testWebhook = instanceOperation('POST /webhook/test/:instanceName', {
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

/** The fields that webhook/set replaces and webhook/find shows. */
const { enabled, url, events, headers, verifyToken, base64, format, byEvents } = INSTANCE_FIELDS;
const SET_FIELDS = { enabled, url, events, headers, verifyToken, base64, format, byEvents };

export const InstanceWebhook = NamedObject('InstanceWebhook', answerFields(SET_FIELDS));

const SigningSecret = NamedObject('SigningSecret', {
  secret: Type.String({ description: '`whsec_` followed by 32 bytes in base64' }),
});

const setWebhook = instanceOperation('POST /webhook/set/:instanceName', {
  tag: 'Webhooks',
  scope: 'settings',
  summary: 'Configure the event webhook of an instance',
  description:
    'Replaces the whole webhook configuration; absent fields get their defaults, except `format`, which keeps its value. Event names of older systems that never happen here are accepted; the message lists them.',
  /** Returns the webhook that the body makes. A masked value keeps the stored value at the time of the change. */
  body: readBody(
    WebhookSettings,
    (body, { webhookGuard: guard }, { request }) =>
      (stored: InstanceEndpoint) =>
        parseSetRequest(body, { guard, stored, key: instanceKeyIn({ request }) }),
  ),
  headers: [ifMatchHeader],
  answer: DoneEnvelope,
  failures: ['PRECONDITION_FAILED'],
  audit: 'webhook.set',
  example: {
    body: { enabled: true, url: 'https://shop.example.com/hook', events: ['MESSAGE'] },
  },
  async run(parts, { instance, body: askedOf, request, note }) {
    const { clock, settings, defaultFormat } = parts;
    const { webhook } = settingsOf(settings, instance.id);
    const asked = askedOf(webhook);
    note({ details: changeDetails({ webhook: asked }) });
    refuseOtherVersion(request, webhook.updatedAt);
    await requireHandshake(parts, webhook, asked, request.signal);
    await settings.update(instance.id, (present) => {
      refuseOtherVersion(request, present.webhook.updatedAt);
      const after = askedOf(present.webhook);
      requireChecked(asked, after);
      return { webhook: after };
    });
    const set = asked.enabled ? 'Webhook set' : 'Webhook disabled';
    return successMessage(clock.now(), `${set}${remarks(asked, defaultFormat)}`);
  },
});

/** The parts of the operation that are the same in every mode. */
export const FINDING_WEBHOOK = {
  tag: 'Webhooks',
  scope: 'read',
  summary: 'Get the event webhook of an instance',
  description:
    'Returns the webhook, or null if none was ever set. Header values are masked, and query values of the URL too for a key without `settings`.',
} as const;

/** Returns null while none was ever set. */
export function webhookOf(parts: GatewayParts, { id }: InstanceRecord, caller: GatewayPrincipal) {
  const { webhook } = settingsOf(parts.settings, id);
  return webhook.isSet ? shownValues(SET_FIELDS, webhook, viewerOf(parts, caller)) : null;
}

const findWebhook = instanceOperation('GET /webhook/find/:instanceName', {
  ...FINDING_WEBHOOK,
  answer: Type.Union([InstanceWebhook, Type.Null()]),
  run(parts, { instance, caller, set }) {
    set.headers.etag = etagOf(settingsOf(parts.settings, instance.id).webhook.updatedAt);
    return webhookOf(parts, instance, caller) ?? jsonNull();
  },
});

const WhichEndpoint = Type.Object({ endpoint: EndpointId });

const readSecret = instanceOperation('GET /webhook/secret/:instanceName', {
  tag: 'Webhooks',
  scope: 'settings',
  summary: 'Get the secret that signs the deliveries of an instance',
  description: 'Returns the signing secret of an endpoint; every webhook has its own.',
  query: WhichEndpoint,
  answer: SigningSecret,
  audit: 'webhook.secret.read',
  run({ settings }, { instance, query: { endpoint }, note }) {
    const { id, secret } = endpointOf(settingsOf(settings, instance.id), endpoint);
    note({ details: { endpoint: id } });
    return { secret };
  },
});

const rotateSecret = instanceOperation('POST /webhook/secret/rotate/:instanceName', {
  tag: 'Webhooks',
  scope: 'settings',
  portal: 'endpoints:write',
  summary: 'Replace the signing secret',
  description:
    'Creates a new signing secret for an endpoint. Each replaced secret also signs for 24 hours. Answers 409 while five secrets sign.',
  failures: ['CONFLICT'],
  query: WhichEndpoint,
  answer: SigningSecret,
  idempotency: 'resumes',
  audit: 'webhook.secret.rotate',
  async run({ settings, clock }, { instance, query: { endpoint }, caller, note, idempotentWork }) {
    const rotated = (present: InstanceEndpoint) => {
      requireVisible(caller, present);
      return rotatedSecrets(present, clock.steady());
    };
    const noteOf = ({ id: made, secret }: InstanceEndpoint) =>
      idempotentWork?.statementStoring(made, { status: 200, body: { secret } });
    const { id, secret } = await settings.changeEndpoint(instance.id, endpoint, rotated, noteOf);
    note({ details: { endpoint: id } });
    return { secret };
  },
});

export const WEBHOOK_OPERATIONS: readonly Operation[] = [
  setWebhook,
  findWebhook,
  ...ENDPOINT_OPERATIONS,
  ...REPLAY_OPERATIONS,
  ...TRIAL_OPERATIONS,
  readSecret,
  rotateSecret,
  testWebhook,
];

/** Returns remarks for the message of the answer, so that nobody waits for events that never come. */
function remarks(set: SetRequest, defaultFormat: Format): string {
  const names = neverSentIn(set.events);
  const neverSent = names.length > 0 ? `; never sent here: ${names.join(', ')}` : '';
  const isIgnored = isByEventsIgnored(set, defaultFormat);
  return isIgnored ? `${neverSent}; byEvents counts with format evolution-api only` : neverSent;
}
