/** The events of instances as the API document lists them: among its webhooks, and as frames of the WebSocket. */
import { type TSchema, Type } from '@sinclair/typebox';
import { CATALOG, type EventType, sampleBody } from '../../../core/events/contract/catalog.ts';
import {
  EVENT_TYPES,
  SUBSCRIBABLE,
  selectedTypes,
} from '../../../core/events/contract/event-names.ts';
import type { EventDeclaration } from '../../../core/events/types/event-type.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import type { DocumentedEvent } from '../../../core/http/openapi-responses.ts';
import { type FieldError, fieldError } from '../../../core/http/read-fields.ts';
import { Time } from '../../../core/http/time.ts';
import { nearest } from '../../../core/shared/nearest.ts';

const SAMPLE = {
  id: '01a1fa97-2109-775b-8df8-e96b45bbbe0f',
  instanceId: '01a1fa97-1c29-769b-a28f-b5665e4c4109',
  instanceName: 'shop',
  now: Date.UTC(2026, 0, 5, 12),
};

const bodyOf = ({ name, payload, state }: EventDeclaration<EventType, TSchema>) =>
  NamedObject(
    `${name}Event`,
    {
      id: Type.String({
        format: 'uuid',
        description: 'Id of the event, the same in every attempt: ignore one that you have handled',
      }),
      event: Type.Literal(name, { description: 'Name of the event, which says what `data` holds' }),
      instanceId: Type.String({
        format: 'uuid',
        description: 'Id of the instance, a UUID',
      }),
      instanceName: Type.String({ description: 'Name of the instance, such as `shop`' }),
      sequence: Type.Integer({
        minimum: 0,
        description: 'Counts the events of the instance from 1, without gaps; 0 in test deliveries',
      }),
      timestamp: Time({ description: 'When it happened, ISO 8601 in UTC' }),
      ...(state && { state: state.schema }),
      test: Type.Optional(
        Type.Literal(true, { description: 'Only in test deliveries: nothing has happened' }),
      ),
      data: payload,
    },
    { examples: [JSON.parse(sampleBody(name, SAMPLE))] },
  );

const DOCUMENTED = CATALOG.map((type) => ({ ...type, body: bodyOf(type) }));

/** The body of each event, the same on every channel. */
export const EVENT_BODIES: readonly TSchema[] = DOCUMENTED.map(({ body }) => body);

export const instanceEvents = (): DocumentedEvent[] =>
  DOCUMENTED.map(({ name, summary, body }) => ({
    name,
    tag: 'Events',
    summary,
    body,
  }));

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
