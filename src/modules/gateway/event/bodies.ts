/**
 * Bodies of events, joined to the JSON of a page. They are joined as the texts they are: what was signed and sent is
 * what is shown.
 */
import { Type } from '@sinclair/typebox';
import type { LoggedEvent } from '../../../core/events/log/events.ts';
import type { Reservation } from '../../../core/http/memory-budget.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { Time } from '../../../core/http/time.ts';
import { PAGE_BYTES_MAX } from '../page-query.ts';
import type { GatewayParts } from '../parts.ts';

export const EventBody = NamedObject(
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
export async function joinEventBodies(
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
