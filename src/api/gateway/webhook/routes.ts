/** Routes of /webhook. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { neverSentIn } from '../../../events/contract/event-names.ts';
import type { Destinations } from '../../../events/contract/routing.ts';
import { DoneEnvelope, done } from '../../../http/envelope.ts';
import { failures } from '../../../http/failures.ts';
import { jsonNull } from '../../../http/json-null.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { checkedFields, uncheckedBody, words } from '../../../http/read-fields.ts';
import type { InstanceDirectory } from '../../../instances/directory.ts';
import { needs, type Security } from '../../../instances/scopes.ts';
import type { Clock } from '../../../shared/clock.ts';
import { notFound } from '../../../shared/errors.ts';
import type {
  EventSettings,
  EventSettingsStore,
  SigningSecrets,
} from '../../../webhooks/event-settings.ts';
import { FORMATS } from '../../../webhooks/format/formats.ts';
import { maskHeaders } from '../../../webhooks/headers.ts';
import type { UrlGuard } from '../../../webhooks/url.ts';
import { changeDetails } from '../audit/details.ts';
import type { Audit } from '../audit/operations.ts';
import { instanceFor, instanceKeyIn, requireGlobalKey } from '../guard.ts';
import { instanceFailures, instanceParams } from '../operation.ts';
import { Endpoints, endpointsOf } from './endpoints.ts';
import { parseSetRequest, type SetRequest, WebhookSettings } from './set-request.ts';
import { TestRequest, TestResult, type WebhookTest } from './test-webhook.ts';

interface WebhookDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly directory: InstanceDirectory;
  readonly settings: Pick<EventSettingsStore, 'get' | 'update'> & SigningSecrets;
  readonly guard: UrlGuard;
  readonly test: WebhookTest;
  readonly destinations: Destinations;
  readonly audit: Audit;
}

const Webhook = NamedObject('InstanceWebhook', {
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

const tagged = (security: Security) => ({ tags: ['Webhooks'], security });

export const webhookRoutes = (deps: WebhookDeps) =>
  new Elysia({ name: 'webhook' })
    .use(setWebhook(deps))
    .use(findWebhook(deps))
    .use(findEndpoints(deps))
    .use(readSecret(deps))
    .use(rotateSecret(deps))
    .use(testWebhook(deps));

const setWebhook = ({ clock, directory, settings, guard, audit }: WebhookDeps) =>
  new Elysia().post(
    '/webhook/set/:instanceName',
    async (context) => {
      const instance = instanceFor(context, directory, context.params.instanceName);
      return audit.run(context, { action: 'webhook.set', instance }, async (note) => {
        const stored = settingsOf(settings, instance.id);
        const key = instanceKeyIn(context);
        const request = parseSetRequest(context.body, { guard, stored, key });
        note({ details: changeDetails(request) });
        await settings.update(instance.id, request);
        const set = request.webhookEnabled ? 'Webhook set' : 'Webhook disabled';
        return done(clock.now(), `${set}${remarks(request)}`);
      });
    },
    {
      params: instanceParams,
      body: uncheckedBody(WebhookSettings),
      response: { 200: DoneEnvelope, ...instanceFailures },
      detail: {
        ...tagged(needs('settings')),
        summary: 'Configure the event webhook of an instance',
        description:
          'Replaces the record whole; what is absent gets its default. Names of events that older systems know and that never happen here are accepted; the message lists them.',
      },
    },
  );

const findWebhook = ({ directory, settings }: WebhookDeps) =>
  new Elysia().get(
    '/webhook/find/:instanceName',
    (context) => {
      const instance = instanceFor(context, directory, context.params.instanceName);
      const found = settingsOf(settings, instance.id);
      return found.webhookSet ? toWebhook(found) : jsonNull();
    },
    {
      params: instanceParams,
      response: { 200: Type.Union([Webhook, Type.Null()]), ...instanceFailures },
      detail: {
        ...tagged(needs('read')),
        summary: 'The event webhook of an instance',
        description: 'Header values are masked; null while none was ever set.',
      },
    },
  );

const findEndpoints = ({ directory, destinations }: WebhookDeps) =>
  new Elysia().get(
    '/webhook/endpoints/:instanceName',
    (context) =>
      endpointsOf(destinations, instanceFor(context, directory, context.params.instanceName).id),
    {
      params: instanceParams,
      response: { 200: Endpoints, ...instanceFailures },
      detail: {
        ...tagged(needs('read')),
        summary: 'Every place that the events of an instance go to',
        description: 'Its own webhook and queues, and those of all instances, switched on or not.',
      },
    },
  );

const readSecret = ({ directory, settings, audit }: WebhookDeps) =>
  new Elysia().get(
    '/webhook/secret/:instanceName',
    (context) => {
      const instance = instanceFor(context, directory, context.params.instanceName);
      return audit.run(context, { action: 'webhook.secret.read', instance }, async () => ({
        secret: settingsOf(settings, instance.id).secret,
      }));
    },
    {
      params: instanceParams,
      response: { 200: SigningSecret, ...instanceFailures },
      detail: {
        ...tagged(needs('settings')),
        summary: 'The secret that signs the deliveries of an instance',
      },
    },
  );

const rotateSecret = ({ directory, settings, audit }: WebhookDeps) =>
  new Elysia().post(
    '/webhook/secret/rotate/:instanceName',
    async (context) => {
      const instance = instanceFor(context, directory, context.params.instanceName);
      return audit.run(context, { action: 'webhook.secret.rotate', instance }, async () => ({
        secret: await settings.rotateSecret(instance.id),
      }));
    },
    {
      params: instanceParams,
      response: { 200: SigningSecret, ...instanceFailures },
      detail: {
        ...tagged(needs('settings')),
        summary: 'Replace the signing secret',
        description: 'The old and the new secret both sign for 24 hours.',
      },
    },
  );

const testWebhook = ({ directory, test }: WebhookDeps) =>
  new Elysia().post(
    '/webhook/test/:instanceName',
    async (context) => {
      const instance = instanceFor(context, directory, context.params.instanceName);
      const { event: type, destination } = checkedFields(TestRequest, context.body ?? {});
      // It is everybody's.
      if (destination === 'global-webhook') requireGlobalKey(context);
      return await test(instance, { type, destination }, context.request.signal);
    },
    {
      params: instanceParams,
      body: Type.Optional(uncheckedBody(TestRequest)),
      response: { 200: TestResult, ...instanceFailures, ...failures('CONFLICT') },
      detail: {
        ...tagged(needs('settings')),
        summary: 'Post a sample event to the webhook, once',
        description:
          'The sample is marked `"test": true`; it is neither retried nor recorded. The answer says what was sent, what came back, and what to do about a failure. Conflict when no webhook is set and enabled.',
      },
    },
  );

/** What the message says beside its first words, so that nobody waits for what never comes. */
function remarks({ subscribe, byEvents, format }: SetRequest): string {
  const names = neverSentIn(subscribe);
  const neverSent = names.length > 0 ? `; never sent here: ${names.join(', ')}` : '';
  const isVain = byEvents && format !== 'evolution-api';
  return isVain ? `${neverSent}; byEvents counts with format evolution-api only` : neverSent;
}

function settingsOf(settings: WebhookDeps['settings'], instanceId: string): EventSettings {
  const found = settings.get(instanceId);
  if (found === null) throw notFound('instance'); // Deleted since it was looked up.
  return found;
}

const toWebhook = (settings: EventSettings) => ({
  enabled: settings.webhookEnabled,
  url: settings.webhookUrl,
  events: [...settings.subscribe],
  headers: maskHeaders(settings.headers),
  base64: settings.base64,
  format: settings.format,
  byEvents: settings.byEvents,
});
