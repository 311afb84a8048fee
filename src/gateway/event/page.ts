/**
 * One page of an instance's events. EventBodies are joined as the texts they are: what was signed and sent is what is
 * shown.
 */

import { type Static, Type } from '@sinclair/typebox';
import type { EventBodies } from '../../events/log/bodies.ts';
import type { EventLog } from '../../events/log/events.ts';
import type { MemoryBudget, Reservation } from '../../http/memory-budget.ts';
import { NamedObject } from '../../http/named-object.ts';
import { readIfGiven } from '../../http/read-fields.ts';
import { Time } from '../../http/time.ts';
import { AfterNumber, PageLimit } from '../page-query.ts';
import { readEventType } from './event-type.ts';

/** A page ends here, or with the one event that is larger. */
const PAGE_BYTES_MAX = 8 * 1024 * 1024;

const EventBody = NamedObject(
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
  event: readIfGiven(Type.String({ description: 'One event type, in any case' }), readEventType),
  limit: PageLimit('How many at most; a page also ends after about 8 MiB, then `next` goes on'),
});

export interface EventPageDeps {
  readonly memory: MemoryBudget;
  readonly log: EventLog;
  readonly bodies: EventBodies;
  /** WEBHOOK_FILES: media inside the bodies. */
  readonly mediaInBodies: boolean;
}

/**
 * The JSON of `{events, next}`, in pieces. Memory is held for each body before it is read; throws `rate_limited` when
 * there is none, and then as for any other failure nothing is held.
 */
export async function eventPage(
  { log, bodies, mediaInBodies, memory }: EventPageDeps,
  instanceId: string,
  { after, event: type, limit }: Static<typeof EventQuery>,
  held: Reservation,
): Promise<string[]> {
  const pieces: string[] = [];
  let bytes = 0;
  let next = after;
  let count = 0;
  try {
    for await (const event of log.after(instanceId, after, type)) {
      const size = await bodies.sizeOf(event, mediaInBodies);
      bytes += size;
      if (bytes > PAGE_BYTES_MAX && count > 0) break;
      held.resize(bytes);
      memory.countGarbage(size);
      pieces.push(count === 0 ? '{"events":[' : ',', await bodies.with(event, mediaInBodies));
      next = event.sequence;
      count++;
      if (count === limit) break;
    }
  } catch (error) {
    held.release();
    throw error;
  }
  if (count === 0) pieces.push('{"events":[');
  pieces.push(`],"next":${next}}`);
  return pieces;
}
