/** Testing a webhook: one sample event, posted at once, neither retried nor recorded, one at a time per instance. */
import { type Static, Type } from '@sinclair/typebox';
import type { Channel } from '../../events/contract/channel.ts';
import type { EventType } from '../../events/contract/event-names.ts';
import { type Destinations, isGone } from '../../events/contract/routing.ts';
import { sampleBody } from '../../events/contract/samples.ts';
import { NamedObject } from '../../http/named-object.ts';
import { readBy } from '../../http/read-fields.ts';
import type { Clock } from '../../shared/clock.ts';
import { conflict } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { readEventType } from '../event/event-type.ts';

interface WebhookTestDeps {
  readonly clock: Clock;
  readonly destinations: Pick<Destinations, 'target'>;
  readonly channel: Channel;
}

export const TestResult = NamedObject('WebhookTestResult', {
  delivered: Type.Boolean(),
  status: Type.Union([Type.Integer(), Type.Null()]),
  durationMs: Type.Integer(),
  body: Type.Union([Type.String(), Type.Null()], {
    description: "The first 1 KiB of the receiver's answer; without an answer, why there is none",
  }),
});

interface Instance {
  readonly id: string;
  readonly name: string;
}

/** Conflict when no webhook is set or enabled, or a test of this instance is under way. */
export type WebhookTest = (
  instance: Instance,
  type: EventType,
  signal: AbortSignal,
) => Promise<Static<typeof TestResult>>;

export function createWebhookTest({ clock, destinations, channel }: WebhookTestDeps): WebhookTest {
  const running = new Set<string>();
  return async (instance, type, signal) => {
    const target = destinations.target(instance.id, 'webhook');
    if (isGone(target)) throw conflict(target.gone);
    if (running.has(instance.id)) throw conflict('a test of this webhook is under way');
    running.add(instance.id);
    const startedAt = clock.steady();
    try {
      const eventId = newId();
      const body = sampleBody(type, {
        id: eventId,
        instanceId: instance.id,
        instanceName: instance.name,
        now: clock.now(),
      });
      const outcome = await channel.send({ eventId, type, attempt: 1, body }, target, signal);
      const durationMs = clock.steady() - startedAt;
      if (outcome.kind === 'unsent') {
        return { delivered: false, status: null, durationMs, body: outcome.reason };
      }
      const { kind, status, responseBody } = outcome;
      const reason = kind === 'failed' && status === null ? outcome.error : null;
      return { delivered: kind === 'delivered', status, durationMs, body: reason ?? responseBody };
    } finally {
      running.delete(instance.id);
    }
  };
}

export const TestRequest = NamedObject('WebhookTest', {
  event: readBy(
    Type.Optional(Type.String({ description: 'An event type, in any case; default Message' })),
    (value = 'Message') => readEventType(value),
  ),
});
