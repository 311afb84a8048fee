/**
 * Who wants an event: global destinations get the events of every instance, whatever it subscribed; an instance's own
 * follow its one event list.
 */

import type { EventType } from './catalog.ts';
import type { Target } from './channel.ts';
import { type Destination, parseEndpoint } from './endpoint.ts';

/** One stream's own destinations, as far as they are switched on. */
interface StreamRoutes {
  readonly types: ReadonlySet<EventType>;
  readonly webhook: boolean;
  readonly amqp: boolean;
  readonly nats: boolean;
}

/** Destinations of the whole deployment; null: switched off. */
export interface GlobalRoutes {
  readonly webhook: boolean;
  readonly amqp: ReadonlySet<EventType> | null;
  readonly nats: ReadonlySet<EventType> | null;
}

export function destinationsFor(
  type: EventType,
  own: StreamRoutes | null,
  everyone: GlobalRoutes,
): Destination[] {
  const wanted: Destination[] = [];
  if (own?.types.has(type)) {
    if (own.webhook) wanted.push('webhook');
    if (own.amqp) wanted.push('amqp');
    if (own.nats) wanted.push('nats');
  }
  if (everyone.webhook) wanted.push('global-webhook');
  if (everyone.amqp?.has(type)) wanted.push('global-amqp');
  if (everyone.nats?.has(type)) wanted.push('global-nats');
  return wanted;
}

/** The target is gone for good: its deliveries are discarded with this reason. */
export interface Gone {
  readonly gone: string;
}

/** What the engine asks about destinations; answered from memory, so that routing and commit see one state. */
export interface Destinations {
  /** The endpoints an event of this type goes to now. */
  of(streamId: string, type: string): readonly string[];
  /** The present target of an endpoint; asked again before every attempt. */
  target(streamId: string, endpoint: string): Target | Gone;
}

export const isGone = (target: Target | Gone): target is Gone => 'gone' in target;

/** Instances and accounts side by side: event types of accounts are named `<record>.<what happened>`. */
export const destinationsOfBoth = (
  instances: Destinations,
  accounts: Destinations,
): Destinations => ({
  of: (streamId, type) => (type.includes('.') ? accounts : instances).of(streamId, type),
  target: (streamId, endpoint) =>
    (parseEndpoint(endpoint)?.scope === 'account' ? accounts : instances).target(
      streamId,
      endpoint,
    ),
});
