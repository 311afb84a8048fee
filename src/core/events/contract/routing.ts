/** Decides who gets an event, and where an endpoint is. */
import { leaveUnhandled } from '../../shared/unhandled-faults.ts';
import type { Target } from './channel.ts';
import { endpointOfLane, isOfAccount, replayOfLane } from './endpoint.ts';

/** The target no longer exists: its deliveries are discarded with this reason. */
export interface MissingTarget {
  readonly gone: string;
}

/**
 * Tells the engine the destinations of events. Answers come from memory, so that routing and commit see the same state.
 */
export interface Destinations {
  /**
   * Returns the endpoints that an event of this type goes to now. `duplicatesType`: events of that type say the same to those
   * who get them in the form of Evolution API, so such endpoints are left out.
   */
  of(streamId: string, type: string, duplicatesType?: string | null): readonly string[];
  /** Returns the current target of an endpoint; it is asked again before every attempt. */
  target(streamId: string, endpoint: string): Target | MissingTarget;
  /** Returns the name that people know an endpoint by, or null for one that is gone. By default there are no names. */
  nameOf?(streamId: string, endpoint: string): string | null;
}

export const isGone = (target: Target | MissingTarget): target is MissingTarget => 'gone' in target;

/** Instead of a target that could not be looked up: a delivery waits, and is not discarded. */
export const UNREADABLE: MissingTarget = { gone: 'internal_error: its target could not be read' };

/** Returns the current target of a lane; a fault of the destinations is told, and gives UNREADABLE. */
export function targetNow(
  destinations: Pick<Destinations, 'target'>,
  { streamId, endpoint }: { readonly streamId: string; readonly endpoint: string },
): Target | MissingTarget {
  try {
    return destinations.target(streamId, endpoint);
  } catch (error) {
    leaveUnhandled(error);
    return UNREADABLE;
  }
}

/**
 * Combines the destinations of instances and accounts; event types of accounts are named `<record>.<what happened>`.
 */
export const destinationsOfBoth = (
  instances: Destinations,
  accounts: Destinations,
): Destinations => ({
  of: (streamId, type, duplicatesType) =>
    (type.includes('.') ? accounts : instances).of(streamId, type, duplicatesType),
  target: (streamId, endpoint) =>
    (isOfAccount(endpoint) ? accounts : instances).target(streamId, endpoint),
  nameOf: (streamId, endpoint) =>
    (isOfAccount(endpoint) ? accounts : instances).nameOf?.(streamId, endpoint) ?? null,
});

// The targets of replays: those of their endpoints, marked, with slots of their own beside the live attempts.

/** The share of the attempts that a host takes at once which all replays to it may have, in addition. */
const SLOT_SHARE = 1 / 4;

/** Returns destinations that also have the targets of the lanes of replays; `perHost` is the general limit of a host. */
export function withReplays(destinations: Destinations, perHost: number): Destinations {
  /** Made once for each target, because channels remember what they prepared for it. */
  const marked = new WeakMap<Target, Map<string, Target>>();
  return {
    of: (streamId, type, duplicatesType) => destinations.of(streamId, type, duplicatesType),
    nameOf: (streamId, lane) => destinations.nameOf?.(streamId, endpointOfLane(lane)) ?? null,
    target(streamId, lane) {
      const replay = replayOfLane(lane);
      if (replay === null) return destinations.target(streamId, lane);
      const target = destinations.target(streamId, endpointOfLane(lane));
      if (isGone(target)) return target;
      return marked
        .getOrInsertComputed(target, () => new Map())
        .getOrInsertComputed(replay, () => ({
          ...target,
          host: `${target.host} (replay)`,
          hostLimit: Math.max(1, Math.floor((target.hostLimit ?? perHost) * SLOT_SHARE)),
          replay,
        }));
    },
  };
}
