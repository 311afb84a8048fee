/** How a caller names one event type, in any case, and what is said when there is none of that name. */
import {
  EVENT_TYPES,
  type EventType,
  nearestEventName,
  selectedTypes,
} from '../../events/contract/event-names.ts';

const byLowerCase = new Map(EVENT_TYPES.map((type) => [type.toLowerCase(), type]));

type ParsedEventType = { readonly type: EventType } | { readonly problem: string };

/** The problem is a predicate and names what was probably meant; a category's types, if it was one. */
export function parseEventType(text: string): ParsedEventType {
  const type = byLowerCase.get(text.trim().toLowerCase());
  if (type !== undefined) return { type };
  const meant = [...selectedTypes([nearestEventName(text)])].join(', ');
  return { problem: `must be an event type; nearest to "${text.slice(0, 64)}": ${meant}` };
}
