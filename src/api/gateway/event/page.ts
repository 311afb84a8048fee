/**
 * One page of an instance's events. EventBodies are joined as the texts they are: what was signed and sent is what is
 * shown.
 */

import { type Static, Type } from '@sinclair/typebox';
import type { EventBodies } from '../../../events/log/bodies.ts';
import type { EventLog, LoggedEvent } from '../../../events/log/events.ts';
import type { MemoryBudget, Reservation } from '../../../http/memory-budget.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { readIfGiven } from '../../../http/read-fields.ts';
import { Time } from '../../../http/time.ts';
import { AfterNumber, PAGE_BYTES_MAX, PageLimit } from '../page-query.ts';
import { readEventType } from './event-type.ts';

export const EventBody = NamedObject(
  'EventBody',
  {
    id: Type.String({ format: 'uuid' }),
    event: Type.String(),
    instanceId: Type.String({ format: 'uuid' }),
    instanceName: Type.String(),
    sequence: Type.Integer({ minimum: 1 }),
    timestamp: Time(),
    state: Type.Optional(Type.String({ description: 'Receipt only: Read, ReadSelf or Delivered' })),
    data: Type.Object({}, { additionalProperties: true }),
  },
  { description: 'The body as every channel carries it' },
);

export const EventPage = NamedObject('EventPage', {
  events: Type.Array(EventBody, { description: 'In sequence order' }),
  next: Type.Integer({ description: 'The value for `after` of the next call' }),
});

export const EventQuery = Type.Object({
  after: AfterNumber('a sequence', 'The sequence after which to begin'),
  event: readIfGiven(
    Type.String({ description: 'Only this event type, such as `Message`, in any case' }),
    readEventType,
  ),
  limit: PageLimit('How many at most; a page also ends after about 8 MiB, then `next` goes on'),
});

export interface EventPageDeps {
  readonly memory: MemoryBudget;
  readonly log: EventLog;
  readonly bodies: EventBodies;
  /** WEBHOOK_FILES: media inside the bodies. */
  readonly mediaInBodies: boolean;
}

/** The JSON of `{events, next}`, in pieces. */
export async function eventPage(
  deps: EventPageDeps,
  instanceId: string,
  { after, event: type, limit }: Static<typeof EventQuery>,
  held: Reservation,
): Promise<string[]> {
  const events = firstOf(deps.log.after(instanceId, after, type), limit);
  const { pieces, last } = await joinedBodies(deps, events, deps.mediaInBodies, held);
  return [...pieces, `,"next":${last ?? after}}`];
}

async function* firstOf<T>(all: AsyncIterable<T>, limit: number): AsyncGenerator<T> {
  let count = 0;
  for await (const one of all) {
    yield one;
    if (++count === limit) return;
  }
}

interface JoinedBodies {
  /** The JSON of an object with `events`, up to the end of that list. */
  readonly pieces: readonly string[];
  /** The sequence of the last one in it; null: it is empty. */
  readonly last: number | null;
  /** It ended for its size. */
  readonly isCut: boolean;
}

/**
 * Memory is held for each body before it is read; throws `rate_limited` when there is none, and then as for any other
 * failure nothing is held.
 */
export async function joinedBodies(
  { bodies, memory }: Pick<EventPageDeps, 'bodies' | 'memory'>,
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
      memory.countGarbage(size);
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
