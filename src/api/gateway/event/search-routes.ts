/** GET /event/search: the events of an instance by type, chat, text or id, the newest first. */
import { type Static, Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { Database } from '../../../db/client.ts';
import { type EventSearch, eventAt, searchEvents } from '../../../events/log/event-search.ts';
import type { LoggedEvent } from '../../../events/log/events.ts';
import { type AnswerDeps, jsonAnswer, reserveAnswer } from '../../../http/large-answer.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { shownAsInteger } from '../../../http/openapi-schema.ts';
import { checkedFields, readIfGiven, wrong } from '../../../http/read-fields.ts';
import type { InstanceDirectory } from '../../../instances/directory.ts';
import { needs } from '../../../instances/scopes.ts';
import { instanceFor } from '../guard.ts';
import { instanceFailures, instanceParams } from '../operation.ts';
import { AfterNumber, PageLimit, wholeNumber } from '../page-query.ts';
import { Jid } from '../store/paging.ts';
import { readEventType } from './event-type.ts';
import { EventBody, type EventPageDeps, joinedBodies } from './page.ts';

interface SearchDeps extends Pick<EventPageDeps, 'bodies' | 'memory'>, AnswerDeps {
  readonly db: Database;
  readonly directory: InstanceDirectory;
}

const TEXT_MAX = 200;

const Sought = (description: string) =>
  readIfGiven(Type.String({ description }), (value) =>
    typeof value === 'string' && value.length > 0 && value.length <= TEXT_MAX
      ? value
      : wrong(`must be 1-${TEXT_MAX} characters`),
  );

const EventSearchQuery = Type.Object({
  event: readIfGiven(
    Type.String({ description: 'Only this event type, such as `Message`, in any case' }),
    readEventType,
  ),
  chat: Jid('Only events of this chat, group or person: a phone number or a JID'),
  text: Sought(
    'Only events whose body has this text somewhere; letters from A to Z in either case',
  ),
  id: Sought('The id of the event, or of a message, call or group that it is about'),
  after: AfterNumber('a sequence', 'The sequence after which the search ends'),
  before: readIfGiven(
    shownAsInteger(
      { minimum: 1 },
      { description: 'The sequence before which to begin: `next` of the page before' },
    ),
    (value) => wholeNumber(value) || wrong('must be a sequence: a whole number from 1'),
  ),
  limit: PageLimit(
    'How many at most. A search looks through 20 000 events at a time, and a page ends after about 8 MiB: it may then be shorter, and `next` goes on',
  ),
});

const FoundEvents = NamedObject('FoundEvents', {
  events: Type.Array(EventBody, { description: 'Newest first; files are left out' }),
  next: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The value for `before` of the next call; null: nothing is older',
  }),
});

export const eventSearchRoute = (deps: SearchDeps) =>
  new Elysia({ name: 'event-search' }).get(
    '/event/search/:instanceName',
    async ({ request, params, query }) => {
      const { id } = instanceFor({ request }, deps.directory, params.instanceName);
      const asked = checkedFields(EventSearchQuery, query);
      const { sequences, next } = await searchEvents(deps.db, searchOf(id, asked));
      const held = reserveAnswer(deps.memory, request, 0);
      const events = inTurn(deps, id, sequences);
      const { pieces, isCut, last } = await joinedBodies(deps, events, false, held);
      // A page that ended for its size goes on after what it shows.
      const end = `,"next":${isCut ? last : next}}`;
      return jsonAnswer([...pieces, end], held, deps.clock);
    },
    {
      params: instanceParams,
      query: EventSearchQuery,
      response: { 200: FoundEvents, ...instanceFailures },
      detail: {
        tags: ['Events'],
        security: needs('read'),
        summary: 'Search the events of an instance, newest first',
        description:
          'Every field that is given narrows the search. Bodies above 64 KiB are not searched for a text or an id.',
      },
    },
  );

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
  { db }: SearchDeps,
  streamId: string,
  sequences: readonly number[],
): AsyncGenerator<LoggedEvent> {
  for (const sequence of sequences) {
    const event = await eventAt(db, streamId, sequence);
    // Null: removed since it was found.
    if (event !== null) yield event;
  }
}
