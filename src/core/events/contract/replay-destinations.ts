/** The targets of replays: those of their endpoints, marked, with slots of their own beside the live attempts. */
import type { Target } from './channel.ts';
import { endpointOfLane, replayOfLane } from './endpoint.ts';
import { type Destinations, isGone } from './routing.ts';

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
