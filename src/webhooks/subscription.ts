/** Checks which events a webhook wants, as its owner names them. */
import { parseSubscription, SUBSCRIBABLE } from '../events/contract/event-names.ts';
import { quoteUnknown } from '../shared/nearest.ts';

/** How many names a subscription may have. */
export const EVENT_NAMES_MAX = 100;

/** The names that a webhook may have in its list. */
interface Vocabulary {
  parse(
    names: readonly string[],
  ): { readonly subscription: readonly string[] } | { readonly unknown: readonly string[] };
  /** The names that are suggested for unknown ones. */
  readonly known: readonly string[];
}

const OF_INSTANCES: Vocabulary = { parse: parseSubscription, known: SUBSCRIBABLE };

/** Returns the event names, or a problem as a predicate: `must be …`. An empty list means all of them. */
export function checkEventNames(
  value: unknown,
  { parse, known }: Vocabulary = OF_INSTANCES,
): { readonly subscription: readonly string[] } | { readonly problem: string } {
  const isList = Array.isArray(value) && value.every((name) => typeof name === 'string');
  if (!isList || value.length > EVENT_NAMES_MAX)
    return { problem: `must be an array of at most ${EVENT_NAMES_MAX} event names` };
  const parsed = parse(value);
  if ('subscription' in parsed) return parsed;
  return { problem: `holds unknown names: ${quoteUnknown(parsed.unknown, known)}` };
}
