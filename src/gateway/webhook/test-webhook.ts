/** Testing a webhook: one sample event, posted at once, neither retried nor recorded, one at a time per instance. */
import type { Channel } from '../../events/contract/channel.ts';
import type { EventType } from '../../events/contract/event-names.ts';
import { type Destinations, isGone } from '../../events/contract/routing.ts';
import { sampleBody } from '../../events/contract/samples.ts';
import type { Clock } from '../../shared/clock.ts';
import { conflict, invalid } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { parseEventType } from '../event/event-type.ts';
import { isFields } from '../instance/fields.ts';

interface WebhookTestDeps {
  readonly clock: Clock;
  readonly destinations: Pick<Destinations, 'target'>;
  readonly channel: Channel;
}

interface WebhookTestResult {
  delivered: boolean;
  status: number | null;
  durationMs: number;
  /** The beginning of the answer; without an answer, why there is none. */
  body: string | null;
}

interface Instance {
  readonly id: string;
  readonly name: string;
}

/** Conflict when no webhook is set or enabled, or a test of this instance is under way. */
export type WebhookTest = (
  instance: Instance,
  type: EventType,
  signal: AbortSignal,
) => Promise<WebhookTestResult>;

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

/** The event type a caller asks for in `{event?}`; no body at all stands for the default, Message. */
export function parseTestedType(body: unknown): EventType {
  const fields = body ?? {};
  if (!isFields(fields)) throw invalid('the body must be a JSON object');
  const { event } = fields;
  if (event === undefined) return 'Message';
  const parsed = typeof event === 'string' ? parseEventType(event) : { problem: 'must be a text' };
  if ('problem' in parsed) throw invalid(`event ${parsed.problem}`);
  return parsed.type;
}
