/** Operations that read and search the events of an instance. */
import { type Static, Type } from '@sinclair/typebox';
import {
  type EventSearch,
  eventAt,
  type LoggedEvent,
  searchEvents as sequencesOf,
} from '../../../core/events/log/events.ts';
import { WholeText } from '../../../core/http/field-types.ts';
import { jsonAnswer, reserveAnswer } from '../../../core/http/large-answer.ts';
import type { Reservation } from '../../../core/http/memory-budget.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { fieldError, optional, parsedIfPresent } from '../../../core/http/read-fields.ts';
import { Time } from '../../../core/http/time.ts';
import { Chat } from '../../../core/sending/recipient.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import { instanceOperation } from '../operation.ts';
import { AfterNumber, PAGE_BYTES_MAX, PageLimit } from '../page-query.ts';
import type { GatewayParts } from '../parts.ts';
import { readEventType } from './documented-events.ts';

// Bodies of events, joined to the JSON of a page. They are joined as the texts they are: what was signed and sent is
// what is shown.

const EventBody = NamedObject(
  'EventBody',
  {
    id: Type.String({ format: 'uuid' }),
    event: Type.String(),
    instanceId: Type.String({ format: 'uuid' }),
    instanceName: Type.String(),
    sequence: Type.Integer({ minimum: 1 }),
    timestamp: Time(),
    state: Type.Optional(
      Type.String({ description: 'Read, ReadSelf or Delivered; only for Receipt' }),
    ),
    data: Type.Object({}, { additionalProperties: true }),
  },
  { description: 'Body of the event as every channel carries it' },
);

interface JoinedBodies {
  /** The JSON of an object with `events`, up to the end of that list. */
  readonly pieces: readonly string[];
  /** The sequence of the last event in it; null if it is empty. */
  readonly last: number | null;
  /** Whether it ended because of its size. */
  readonly isCut: boolean;
}

/**
 * Memory is reserved for each body before it is read. Throws `rate_limited` when there is no room; after any failure
 * nothing stays reserved.
 */
async function joinEventBodies(
  { eventBodies: bodies, memory }: GatewayParts,
  events: AsyncIterable<LoggedEvent>,
  isWithMedia: boolean,
  held: Reservation,
): Promise<JoinedBodies> {
  const pieces = ['{"events":['];
  let bytes = 0;
  let last: number | null = null;
  let isCut = false;
  try {
    for await (const event of events) {
      const size = await bodies.sizeOf(event, isWithMedia);
      bytes += size;
      isCut = bytes > PAGE_BYTES_MAX && last !== null;
      if (isCut) break;
      held.resize(bytes);
      memory.noteAllocation(size);
      if (last !== null) pieces.push(',');
      pieces.push(await bodies.with(event, isWithMedia));
      last = event.sequence;
    }
  } catch (error) {
    held.release();
    throw error;
  }
  return { pieces: [...pieces, ']'], last, isCut };
}

const EventQuery = Type.Object({
  after: AfterNumber('a sequence', 'Sequence after which to begin'),
  event: parsedIfPresent(
    Type.String({
      description: 'Only this event type, such as `Message`, in any case',
      examples: ['Message'],
    }),
    readEventType,
  ),
  limit: PageLimit(
    'Maximum number of events; a page also ends after about 8 MiB, then `next` goes on',
  ),
});

export const findEvents = instanceOperation('GET /event/find/:instanceName', {
  tag: 'Events',
  scope: 'read',
  summary: 'List the events of an instance, in order',
  description:
    'Returns events in the order of their sequence. To catch up without a webhook, call again with `after` set to `next`.',
  query: EventQuery,
  answer: NamedObject('EventPage', {
    events: Type.Array(EventBody, { description: 'Events in the order of their sequence' }),
    next: Type.Integer({ description: 'Value of `after` for the next call' }),
  }),
  isForAnyNode: true,
  agent: { tool: 'find_events', effect: 'reads' },
  async run(parts, { instance, query, request }) {
    const held = reserveAnswer(parts.memory, request, 0);
    // A ready-made answer: the bodies are JSON already, and parsing them only to write them again costs.
    return jsonAnswer(await eventPage(parts, instance.id, query, held), held, parts.clock);
  },
});

/** The JSON of `{events, next}`, in pieces. */
async function eventPage(
  parts: GatewayParts,
  instanceId: string,
  { after, event: type, limit }: Static<typeof EventQuery>,
  held: Reservation,
): Promise<string[]> {
  const events = firstOf(parts.eventLog.after(instanceId, after, type), limit);
  const { pieces, last } = await joinEventBodies(parts, events, parts.mediaInBodies, held);
  return [...pieces, `,"next":${last ?? after}}`];
}

async function* firstOf<T>(all: AsyncIterable<T>, limit: number): AsyncGenerator<T> {
  let count = 0;
  for await (const one of all) {
    yield one;
    if (++count === limit) return;
  }
}

const TEXT_MAX = 200;

const SearchTerm = (description: string, example: string) =>
  parsedIfPresent(Type.String({ description, examples: [example] }), (value) =>
    typeof value === 'string' && value.length > 0 && value.length <= TEXT_MAX
      ? value
      : fieldError('not_of_length', { min: 1, max: TEXT_MAX }),
  );

const EventSearchQuery = Type.Object({
  event: parsedIfPresent(
    Type.String({
      description: 'Only this event type, such as `Message`, in any case',
      examples: ['Message'],
    }),
    readEventType,
  ),
  chat: Chat('Only events of this chat, group or person: a phone number or a JID'),
  text: SearchTerm(
    'Only events whose body contains this text; letters from A to Z in either case',
    'hello',
  ),
  id: SearchTerm(
    'Id of the event, or of a message, call or group that it is about',
    '3EB0FE89262EDD05D2819D',
  ),
  after: AfterNumber('a sequence', 'Sequence after which the search ends'),
  before: optional(
    WholeText({
      minimum: 1,
      description: 'Sequence before which to begin: `next` of the previous page',
      examples: [100],
      failsWith: problem('not_sequence'),
    }),
  ),
  limit: PageLimit(
    'Maximum number of events. A search looks through 20 000 events at a time, and a page ends after about 8 MiB: it may then be shorter, and `next` goes on',
  ),
});

export const searchEvents = instanceOperation('GET /event/search/:instanceName', {
  tag: 'Events',
  scope: 'read',
  summary: 'Search the events of an instance, newest first',
  description:
    'Returns the events that match all given fields. Bodies above 64 KiB are not searched for a text or an id.',
  query: EventSearchQuery,
  answer: NamedObject('FoundEvents', {
    events: Type.Array(EventBody, { description: 'Events, newest first, without their files' }),
    next: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Value of `before` for the next call; null if nothing is older',
    }),
  }),
  isForAnyNode: true,
  agent: { tool: 'search_events', effect: 'reads' },
  async run(parts, { instance: { id }, query, request }) {
    const { sequences, next } = await sequencesOf(parts.db, searchOf(id, query));
    const held = reserveAnswer(parts.memory, request, 0);
    const events = inTurn(parts, id, sequences);
    const { pieces, isCut, last } = await joinEventBodies(parts, events, false, held);
    // A page that ended for its size goes on after what it shows.
    const end = `,"next":${isCut ? last : next}}`;
    return jsonAnswer([...pieces, end], held, parts.clock);
  },
});

const searchOf = (streamId: string, asked: Static<typeof EventSearchQuery>): EventSearch => ({
  streamId,
  type: asked.event ?? null,
  chat: asked.chat ?? null,
  text: asked.text ?? null,
  id: asked.id ?? null,
  after: asked.after,
  before: asked.before ?? null,
  limit: asked.limit,
});

async function* inTurn(
  { db }: GatewayParts,
  streamId: string,
  sequences: readonly number[],
): AsyncGenerator<LoggedEvent> {
  for (const sequence of sequences) {
    const event = await eventAt(db, streamId, sequence);
    // The event was removed between the search and this read.
    if (event !== null) yield event;
  }
}
