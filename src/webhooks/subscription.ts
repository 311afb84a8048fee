/** Checks which events a webhook of an instance wants, as its owner names them. */
import {
  nearestEventName,
  parseSubscription,
  type Subscription,
} from '../events/contract/event-names.ts';

/** How many names a subscription may have. */
export const EVENT_NAMES_MAX = 100;

/** Returns the event names, or a problem as a predicate: `must be …`. An empty list means ALL. */
export function checkEventNames(
  value: unknown,
): { readonly subscription: Subscription } | { readonly problem: string } {
  const isList = Array.isArray(value) && value.every((name) => typeof name === 'string');
  if (!isList || value.length > EVENT_NAMES_MAX)
    return { problem: `must be an array of at most ${EVENT_NAMES_MAX} event names` };
  const parsed = parseSubscription(value);
  if ('subscription' in parsed) return parsed;
  const unknown = parsed.unknown.map(
    (name) => `"${name.slice(0, 64)}" (nearest: ${nearestEventName(name)})`,
  );
  return { problem: `holds unknown names: ${unknown.join(', ')}` };
}
