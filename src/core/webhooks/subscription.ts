/** Checks which events a webhook wants, as its owner names them. */
import { parseSubscription, SUBSCRIBABLE } from '../events/contract/event-names.ts';
import { quoteUnknown } from '../shared/nearest.ts';
import { type Problem, problem } from '../shared/reasons/problems.ts';

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

/** Returns the event names, or what is wrong with them. An empty list means all of them. */
export function checkEventNames(
  value: unknown,
  { parse, known }: Vocabulary = OF_INSTANCES,
): { readonly subscription: readonly string[] } | { readonly problem: Problem } {
  const isList = Array.isArray(value) && value.every((name) => typeof name === 'string');
  if (!isList || value.length > EVENT_NAMES_MAX)
    return { problem: problem('not_event_names', { max: EVENT_NAMES_MAX }) };
  const parsed = parse(value);
  if ('subscription' in parsed) return parsed;
  return { problem: unknownNames(parsed.unknown, known) };
}

/** The sentence asks in English whether other names were meant; the parameter has only those that were sent. */
function unknownNames(unknown: readonly string[], known: readonly string[]): Problem {
  const names = unknown.map((name) => JSON.stringify(name.slice(0, 64))).join(', ');
  const found = problem('event_names_unknown', { names });
  return { ...found, message: `holds unknown names: ${quoteUnknown(unknown, known)}` };
}
