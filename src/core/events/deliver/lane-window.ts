/** How many deliveries a lane may have in memory. */

const LANE_WINDOW = 4_096;
const MEMORY_MAX = 32_768;
/** A lane may have this part of the free places, so that full lanes which do not move leave places to others. */
const FREE_SHARE = LANE_WINDOW / (MEMORY_MAX - LANE_WINDOW);
/**
 * The number of deliveries that every lane may have in memory even when it is full, so that the lanes of a dead
 * endpoint do not starve others.
 */
const LANE_FLOOR = 16;

/** `held` is the number of deliveries that all lanes have in memory. */
export function windowOf(held: number): number {
  const share = Math.floor((MEMORY_MAX - held) * FREE_SHARE);
  return Math.max(LANE_FLOOR, Math.min(LANE_WINDOW, share));
}
