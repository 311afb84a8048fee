/** Requests that the service sends, as the `webhooks` of the OpenAPI document. */
import type { TSchema } from '@sinclair/typebox';
import { type Components, component, type JsonObject, pascalCase } from './openapi-components.ts';
import { plainSchema } from './openapi-schema.ts';

/** An event that is delivered by webhook. */
export interface DocumentedEvent {
  readonly name: string;
  readonly tag: string;
  readonly summary: string;
  readonly body: TSchema;
}

const HEADERS = [
  ['webhook-id', 'Id of the event, the same in every attempt', 'string'],
  ['webhook-timestamp', 'When this attempt began, in seconds since 1970', 'integer'],
  [
    'webhook-signature',
    'Signatures over id, timestamp and body, as Standard Webhooks has them',
    'string',
  ],
  ['x-gatehouse-attempt', 'Which attempt it is, from 1', 'integer'],
  ['x-gatehouse-replay', 'Id of the replay that sends it; absent for a new event', 'string'],
] as const;

const DESCRIPTION =
  'Answer 2xx within 30 seconds; any other answer is retried, 5 attempts in all. An event comes at least once, always with the same id.';

const RESPONSES: JsonObject = {
  '2XX': { description: 'The event is delivered' },
  '4XX': { description: 'The delivery is retried, as after any other answer' },
};

export function webhooksOf(events: readonly DocumentedEvent[], components: Components): JsonObject {
  const parameters = HEADERS.map(([name, description, type]) =>
    component(components, 'parameters', pascalCase(`${name} header`), {
      name,
      in: 'header',
      description,
      schema: { type },
    }),
  );
  return Object.fromEntries(
    events.map(({ name, tag, summary, body }) => [
      name,
      {
        post: {
          operationId: `on${pascalCase(name)}`,
          tags: [tag],
          summary,
          description: DESCRIPTION,
          security: [],
          parameters,
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: plainSchema(body, components) },
            },
          },
          responses: RESPONSES,
        },
      },
    ]),
  );
}
