/** Operations on the webhook of an instance. */
import { Type } from '@sinclair/typebox';
import { neverSentIn } from '../../../events/contract/event-names.ts';
import { DoneEnvelope, done } from '../../../http/envelope.ts';
import { jsonNull } from '../../../http/json-null.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { words } from '../../../http/read-fields.ts';
import type { InstanceRecord } from '../../../instances/directory.ts';
import { notFound } from '../../../shared/errors.ts';
import type { EventSettings, EventSettingsStore } from '../../../webhooks/event-settings.ts';
import { FORMATS, type Format, isByEventsVain } from '../../../webhooks/format/formats.ts';
import { maskHeaders } from '../../../webhooks/headers.ts';
import { changeDetails } from '../audit/details.ts';
import { optionalBody, readBody } from '../body.ts';
import { withoutKeys } from '../delivery/hidden-keys.ts';
import { instanceKeyIn, requireGlobalKey } from '../guard.ts';
import { instanceOperation, type Operation } from '../operation.ts';
import type { GatewayParts } from '../parts.ts';
import { Endpoints, endpointsOf } from './endpoints.ts';
import { parseSetRequest, type SetRequest, WebhookSettings } from './set-request.ts';
import { createWebhookTest, TestRequest, TestResult } from './test-webhook.ts';

export const InstanceWebhook = NamedObject('InstanceWebhook', {
  enabled: Type.Boolean(),
  url: Type.String(),
  events: Type.Array(Type.String()),
  headers: Type.Record(Type.String(), Type.String(), { description: 'Values are masked' }),
  base64: Type.Union([Type.Boolean(), Type.Null()], {
    description: 'null: as WEBHOOK_FILES says',
  }),
  format: words(...FORMATS),
  byEvents: Type.Boolean(),
});

const SigningSecret = NamedObject('SigningSecret', {
  secret: Type.String({ description: 'whsec_ and 32 bytes in base64' }),
});

const setWebhook = instanceOperation('POST /webhook/set/:instanceName', {
  tag: 'Webhooks',
  scope: 'settings',
  summary: 'Configure the event webhook of an instance',
  description:
    'Replaces the record whole; what is absent gets its default, except for `format`, which stays as it was chosen. Names of events that older systems know and that never happen here are accepted; the message lists them.',
  body: readBody(WebhookSettings, (body, { guard, settings }, { request, instance }) =>
    parseSetRequest(body, {
      guard,
      stored: settingsOf(settings, instance?.id ?? ''),
      key: instanceKeyIn({ request }),
    }),
  ),
  answer: DoneEnvelope,
  audit: 'webhook.set',
  example: {
    body: { enabled: true, url: 'https://shop.example.com/hook', events: ['MESSAGE'] },
  },
  async run({ clock, settings, defaultFormat }, { instance, body: request, note }) {
    note({ details: changeDetails(request) });
    await settings.update(instance.id, request);
    const set = request.webhookEnabled ? 'Webhook set' : 'Webhook disabled';
    return done(clock.now(), `${set}${remarks(request, defaultFormat)}`);
  },
});

/** What the operation is in every mode. */
export const FINDING_WEBHOOK = {
  tag: 'Webhooks',
  scope: 'read',
  summary: 'The event webhook of an instance',
  description: 'Header values are masked; null while none was ever set.',
} as const;

/** Returns null while none was ever set. */
export function webhookOf({ settings, defaultFormat }: GatewayParts, { id }: InstanceRecord) {
  const found = settingsOf(settings, id);
  return found.webhookSet ? toWebhook(found, defaultFormat) : null;
}

const findWebhook = instanceOperation('GET /webhook/find/:instanceName', {
  ...FINDING_WEBHOOK,
  answer: Type.Union([InstanceWebhook, Type.Null()]),
  run: (parts, { instance }) => webhookOf(parts, instance) ?? jsonNull(),
});

const findEndpoints = instanceOperation('GET /webhook/endpoints/:instanceName', {
  tag: 'Webhooks',
  scope: 'read',
  summary: 'Every place that the events of an instance go to',
  description: 'Its own webhook and queues, and those of all instances, switched on or not.',
  answer: Endpoints,
  run: ({ destinations }, { instance }) => endpointsOf(destinations, instance.id),
});

const readSecret = instanceOperation('GET /webhook/secret/:instanceName', {
  tag: 'Webhooks',
  scope: 'settings',
  summary: 'The secret that signs the deliveries of an instance',
  answer: SigningSecret,
  audit: 'webhook.secret.read',
  run: ({ settings }, { instance }) => ({ secret: settingsOf(settings, instance.id).secret }),
});

const rotateSecret = instanceOperation('POST /webhook/secret/rotate/:instanceName', {
  tag: 'Webhooks',
  scope: 'settings',
  summary: 'Replace the signing secret',
  description: 'The old and the new secret both sign for 24 hours.',
  answer: SigningSecret,
  audit: 'webhook.secret.rotate',
  run: async ({ settings }, { instance }) => ({
    secret: await settings.rotateSecret(instance.id),
  }),
});

const testWebhook = instanceOperation('POST /webhook/test/:instanceName', {
  tag: 'Webhooks',
  scope: 'settings',
  summary: 'Post a sample event to the webhook, once',
  description:
    'The sample is marked `"test": true`; it is neither retried nor recorded. The answer says what was sent, what came back, and what to do about a failure. Conflict when no webhook is set and enabled.',
  body: optionalBody(TestRequest),
  answer: TestResult,
  failures: ['CONFLICT'],
  example: { body: { event: 'Message' } },
  prepare: createWebhookTest,
  async run(parts, { instance, body: asked, request, caller, prepared: test }) {
    const { event: type, destination } = asked;
    // It is everybody's.
    if (destination === 'global-webhook') requireGlobalKey({ request });
    const result = await test(instance, { type, destination }, request.signal);
    const sent = result.request;
    const body = sent && withoutKeys(parts, caller, instance.id, sent.body);
    return { ...result, request: sent && { ...sent, body: body ?? '' } };
  },
});

export const WEBHOOK_OPERATIONS: readonly Operation[] = [
  setWebhook,
  findWebhook,
  findEndpoints,
  readSecret,
  rotateSecret,
  testWebhook,
];

/** Returns remarks for the message of the answer, so that nobody waits for events that never come. */
function remarks(set: SetRequest, defaultFormat: Format): string {
  const names = neverSentIn(set.subscribe);
  const neverSent = names.length > 0 ? `; never sent here: ${names.join(', ')}` : '';
  const isVain = isByEventsVain(set, defaultFormat);
  return isVain ? `${neverSent}; byEvents counts with format evolution-api only` : neverSent;
}

/** Throws `not_found` when the instance has been deleted since it was looked up. */
export function settingsOf(
  settings: Pick<EventSettingsStore, 'get'>,
  instanceId: string,
): EventSettings {
  const found = settings.get(instanceId);
  if (found === null) throw notFound('instance');
  return found;
}

const toWebhook = (settings: EventSettings, defaultFormat: Format) => ({
  enabled: settings.webhookEnabled,
  url: settings.webhookUrl,
  events: [...settings.subscribe],
  headers: maskHeaders(settings.headers),
  base64: settings.base64,
  format: settings.format ?? defaultFormat,
  byEvents: settings.byEvents,
});
