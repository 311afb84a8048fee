/** Routes of /event. */
import { Elysia } from 'elysia';
import { type AnswerDeps, jsonAnswer, reserveAnswer } from '../../../http/large-answer.ts';
import { checkedFields } from '../../../http/read-fields.ts';
import type { InstanceDirectory } from '../../../instances/directory.ts';
import { needs } from '../../../instances/scopes.ts';
import { instanceFor } from '../guard.ts';
import { instanceFailures, instanceParams } from '../operation.ts';
import { EventPage, type EventPageDeps, EventQuery, eventPage } from './page.ts';

interface EventDeps extends EventPageDeps, AnswerDeps {
  readonly directory: InstanceDirectory;
}

export const eventRoutes = (deps: EventDeps) =>
  new Elysia({ name: 'event' }).get(
    '/event/find/:instanceName',
    async ({ request, params, query: texts }) => {
      const instance = instanceFor({ request }, deps.directory, params.instanceName);
      const query = checkedFields(EventQuery, texts);
      const held = reserveAnswer(deps.memory, request, 0);
      // A ready-made answer: the bodies are JSON already, and parsing them only to write them again costs.
      return jsonAnswer(await eventPage(deps, instance.id, query, held), held, deps.clock);
    },
    {
      params: instanceParams,
      query: EventQuery,
      response: {
        200: EventPage,
        ...instanceFailures,
      },
      detail: {
        tags: ['Events'],
        security: needs('read'),
        summary: 'The events of an instance, in order',
        description: 'To catch up without a webhook: call again with `after` set to `next`.',
      },
    },
  );
