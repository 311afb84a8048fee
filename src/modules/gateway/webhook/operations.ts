/** Operations on the webhook of an instance. */
import { Type } from '@sinclair/typebox';
import { neverSentIn } from '../../../core/events/contract/event-names.ts';
import { DoneEnvelope, successMessage } from '../../../core/http/envelope.ts';
import { etagOf, ifMatchHeader, refuseOtherVersion } from '../../../core/http/etag.ts';
import { jsonNull } from '../../../core/http/json-null.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import type { InstanceRecord } from '../../../core/instances/directory.ts';
import type { InstanceEndpoint } from '../../../core/webhooks/endpoint.ts';
import { endpointOf, settingsOf } from '../../../core/webhooks/event-settings.ts';
import { answerFields, shownValues } from '../../../core/webhooks/fields/field.ts';
import { INSTANCE_FIELDS } from '../../../core/webhooks/fields/instance.ts';
import { type Format, isByEventsIgnored } from '../../../core/webhooks/format/formats.ts';
import { requireChecked, requireHandshake } from '../../../core/webhooks/handshake.ts';
import { rotatedSecrets } from '../../../core/webhooks/secrets.ts';
import { changeDetails } from '../audit/details.ts';
import { readBody } from '../body.ts';
import { type GatewayPrincipal, instanceKeyIn } from '../guard.ts';
import { instanceOperation, type Operation } from '../operation.ts';
import type { GatewayParts } from '../parts.ts';
import { requireVisible } from '../portal/limits.ts';
import { ENDPOINT_OPERATIONS } from './endpoint-operations.ts';
import { EndpointId } from './endpoint-request.ts';
import { viewerOf } from './masked-url.ts';
import { REPLAY_OPERATIONS } from './replays.ts';
import { parseSetRequest, type SetRequest, WebhookSettings } from './set-request.ts';
import { testWebhook } from './test-webhook.ts';
import { TRIAL_OPERATIONS } from './try-bodies.ts';

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
