/** Testing a webhook: one sample event, posted at once, neither retried nor recorded, one at a time per endpoint. */

import { type Static, Type } from '@sinclair/typebox';
import type { EventType } from '../../../events/contract/catalog.ts';
import type { WebhookChannel } from '../../../events/contract/channel.ts';
import { type Destinations, isGone } from '../../../events/contract/routing.ts';
import { sampleBody } from '../../../events/contract/samples.ts';
import { keepingEmpty } from '../../../http/lenient-values.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { orNull, textOrNull } from '../../../http/nullable.ts';
import { oneOf, parsedBy, words } from '../../../http/read-fields.ts';
import type { Clock } from '../../../shared/clock.ts';
import { conflict, failure, invalid } from '../../../shared/errors.ts';
import { newId } from '../../../shared/ids.ts';
import { testResultOf } from '../../../webhooks/test-result.ts';
import { readEventType } from '../event/event-type.ts';
import { EndpointId } from './endpoint-request.ts';

interface WebhookTestDeps {
  readonly clock: Clock;
  readonly destinations: Pick<Destinations, 'target'>;
  readonly webhook: Pick<WebhookChannel, 'trace'>;
}

const headers = Type.Record(Type.String(), Type.String());

export const TestResult = NamedObject('WebhookTestResult', {
  delivered: Type.Boolean(),
  status: orNull(Type.Integer()),
  durationMs: Type.Integer(),
  body: orNull(
    Type.String(),
    "First 1 KiB of the receiver's answer, or the reason why no answer came",
  ),
  headers: orNull(headers, "Headers of the receiver's answer, up to 50; null without an answer"),
  error: textOrNull('Why the event was not delivered: a word that stays the same, and a text'),
  advice: textOrNull('Advice for a failed attempt; null without one'),
  request: orNull(
    NamedObject('WebhookTestRequest', {
      method: Type.Literal('POST'),
      url: Type.String({
        description: 'URL of the request, with credentials and query values masked',
      }),
      headers: Type.Record(Type.String(), Type.String(), {
        description: 'Headers of the request, with configured values masked',
      }),
      body: Type.String(),
    }),
    'Request that was sent; null if nothing may be sent to this address',
  ),
});

interface Instance {
  readonly id: string;
  readonly name: string;
}

/** The webhooks that can be tested. */
export const TESTED = ['webhook', 'global-webhook'] as const;

interface Tested {
  readonly type: EventType;
  /** The endpoint in the form that deliveries use. */
  readonly endpoint: string;
}

/** Conflict when no webhook is set or enabled, or a test of this instance is under way. */
export type WebhookTest = (
  instance: Instance,
  tested: Tested,
  signal: AbortSignal,
) => Promise<Static<typeof TestResult>>;

export function createWebhookTest({ clock, destinations, webhook }: WebhookTestDeps): WebhookTest {
  const running = new Set<string>();
  return async (instance, { type, endpoint }, signal) => {
    const target = destinations.target(instance.id, endpoint);
    if (isGone(target)) throw conflict(target.gone);
    const key = `${instance.id} ${endpoint}`;
    if (running.has(key)) throw failure('test_running');
    running.add(key);
    const startedAt = clock.steady();
    try {
      const eventId = newId();
      const body = sampleBody(type, {
        id: eventId,
        instanceId: instance.id,
        instanceName: instance.name,
        now: clock.now(),
      });
      const omitted = target.reasonToSkip?.(body) ?? null;
      if (omitted !== null) throw invalid(`event must be another: ${omitted}`);
      const trace = await webhook.trace({ eventId, type, attempt: 1, body }, target, signal);
      return testResultOf(trace, clock.steady() - startedAt);
    } finally {
      running.delete(key);
    }
  };
}

export const TestRequest = keepingEmpty(
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
    destination: parsedBy<(typeof TESTED)[number]>(
      Type.Optional(
        Type.Unsafe({
          ...words(...TESTED),
          description:
            'Endpoint that gets the sample; default `webhook`. `global-webhook` needs the global key',
        }),
      ),
      (value = 'webhook') => oneOf(TESTED)(value),
    ),
    endpoint: EndpointId,
  }),
);
