/** Reads one event type as a caller names it, in any case, and words the refusal of an unknown one. */

import type { EventType } from '../../../core/events/contract/catalog.ts';
import {
  EVENT_TYPES,
  SUBSCRIBABLE,
  selectedTypes,
} from '../../../core/events/contract/event-names.ts';
import { type FieldError, fieldError } from '../../../core/http/read-fields.ts';
import { nearest } from '../../../core/shared/nearest.ts';

const byLowerCase = new Map(EVENT_TYPES.map((type) => [type.toLowerCase(), type]));

/**
 * Reads an event type. For an unknown name, the error suggests similar names: the types of a category, if the name is a
 * category.
 */
export function readEventType(text: unknown): EventType | FieldError {
  if (typeof text !== 'string') return fieldError('not_text');
  const type = byLowerCase.get(text.trim().toLowerCase());
  if (type !== undefined) return type;
  const near = nearest(text, SUBSCRIBABLE);
  if (near === null) return fieldError('not_event_type');
  const meant = [...selectedTypes([near])].join(', ');
  return fieldError('event_type_misspelt', { meant });
}
