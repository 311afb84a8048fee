/**
 * Who wants an event: global destinations get the events of every instance, whatever it subscribed; an instance's own
 * follow its one event list.
 */

import type { EventType } from './catalog.ts';
import type { Target } from './channel.ts';
import { endpointText, parseEndpoint } from './endpoint.ts';

/** One stream's own destinations, as far as they are switched on. */
interface StreamRoutes {
  readonly types: ReadonlySet<EventType>;
  readonly webhook: boolean;
  /** Names of brokers. */
  readonly brokers: readonly string[];
}

/** Destinations of the whole deployment, as far as they are switched on. */
export interface GlobalRoutes {
  readonly webhook: boolean;
  /** By the name of the broker. */
  readonly brokers: ReadonlyMap<string, ReadonlySet<EventType>>;
}

export function destinationsFor(
  type: EventType,
  own: StreamRoutes | null,
  everyone: GlobalRoutes,
): string[] {
  const wanted: string[] = [];
  if (own?.types.has(type)) {
    if (own.webhook) wanted.push('webhook');
    wanted.push(...own.brokers);
  }
  if (everyone.webhook) wanted.push('global-webhook');
  for (const [broker, types] of everyone.brokers)
    if (types.has(type)) wanted.push(endpointText({ kind: broker, scope: 'global' }));
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
