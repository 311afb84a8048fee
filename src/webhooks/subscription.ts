/** Which events a webhook of an instance wants, as its owner names them. */
import {
  nearestEventName,
  parseSubscription,
  type Subscription,
} from '../events/contract/event-names.ts';

/** How many names a subscription may be given as. */
export const EVENT_NAMES_MAX = 100;

/** The names in the field called `field`; none stand for ALL. Null when something is wrong: it is added to `problems`. */
export function readEventNames(
  field: string,
  value: unknown,
  problems: string[],
): Subscription | null {
  const isList = Array.isArray(value) && value.every((name) => typeof name === 'string');
  if (!isList || value.length > EVENT_NAMES_MAX) {
    problems.push(`${field} must be an array of at most ${EVENT_NAMES_MAX} event names`);
    return null;
  }
  const parsed = parseSubscription(value);
  if ('subscription' in parsed) return parsed.subscription;
  const unknown = parsed.unknown.map(
    (name) => `"${name.slice(0, 64)}" (nearest: ${nearestEventName(name)})`,
  );
  problems.push(`${field} holds unknown names: ${unknown.join(', ')}`);
  return null;
}
