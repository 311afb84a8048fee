/**
 * Decides who gets an event. Global destinations get the events of every instance, whatever it subscribed to; an
 * instance's own destinations follow its event list.
 */

import type { EventType } from './catalog.ts';
import type { Target } from './channel.ts';
import { endpointText, parseEndpoint } from './endpoint.ts';

/** The stream's own destinations that are switched on. */
interface StreamRoutes {
  readonly types: ReadonlySet<EventType>;
  readonly webhook: boolean;
  /** The names of brokers. */
  readonly brokers: readonly string[];
}

/** The destinations of the whole deployment that are switched on. */
export interface GlobalRoutes {
  readonly webhook: boolean;
  /** The event types by the name of the broker. */
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

/** The target no longer exists: its deliveries are discarded with this reason. */
export interface Gone {
  readonly gone: string;
}

/**
 * Tells the engine the destinations of events. Answers come from memory, so that routing and commit see the same state.
 */
export interface Destinations {
  /**
   * Returns the endpoints that an event of this type goes to now. `repeats`: events of that type say the same to those
   * who get them in the form of Evolution API, so such endpoints are left out.
   */
  of(streamId: string, type: string, repeats?: string | null): readonly string[];
  /** Returns the current target of an endpoint; it is asked again before every attempt. */
  target(streamId: string, endpoint: string): Target | Gone;
}

export const isGone = (target: Target | Gone): target is Gone => 'gone' in target;

/**
 * Combines the destinations of instances and accounts; event types of accounts are named `<record>.<what happened>`.
 */
export const destinationsOfBoth = (
  instances: Destinations,
  accounts: Destinations,
): Destinations => ({
  of: (streamId, type, repeats) =>
    (type.includes('.') ? accounts : instances).of(streamId, type, repeats),
  target: (streamId, endpoint) =>
    (parseEndpoint(endpoint)?.scope === 'account' ? accounts : instances).target(
      streamId,
      endpoint,
    ),
});
