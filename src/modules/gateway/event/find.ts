/** The events of an instance, in order. */
import { type Static, Type } from '@sinclair/typebox';
import { jsonAnswer, reserveAnswer } from '../../../core/http/large-answer.ts';
import type { Reservation } from '../../../core/http/memory-budget.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { parsedIfPresent } from '../../../core/http/read-fields.ts';
import { instanceOperation } from '../operation.ts';
import { AfterNumber, PageLimit } from '../page-query.ts';
import type { GatewayParts } from '../parts.ts';
import { EventBody, joinEventBodies } from './bodies.ts';
import { readEventType } from './event-type.ts';

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
  anyNode: true,
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
