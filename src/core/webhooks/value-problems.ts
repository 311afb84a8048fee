/** Checks that filters and transforms share. */
import { type Problem, problem } from '../shared/reasons/problems.ts';

/** The most problems that a failure names. */
export const PROBLEMS_MAX = 5;
/** How large a filter or transform may be, as JSON, and how deep. */
const BYTES_MAX = 16 * 1024;
const LEVELS_MAX = 16;

type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns why `value` is too large to be looked at, or null. */
export function sizeProblem(value: object): Problem | null {
  if (isDeeperThan(value, LEVELS_MAX)) return problem('too_deep', { max: LEVELS_MAX });
  const bytes = Buffer.byteLength(JSON.stringify(value));
  return bytes > BYTES_MAX ? problem('larger_than', { max: BYTES_MAX, bytes }) : null;
}

/** Looks no deeper than `levels`, so that nothing overflows. */
const isDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1)));

/** Names may be anything, so they are shortened and unusual characters are escaped. */
export const shownName = (name: string): string =>
  /^[\w.$@-]{1,64}$/.test(name) ? name : JSON.stringify(name.slice(0, 64));
