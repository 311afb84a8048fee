/** The answers of an operation, for the OpenAPI document. */
import type { TSchema } from '@sinclair/typebox';
import { type InternalRoute, InvertedStatusMap } from 'elysia';
import { bodyUseOf, isSchema } from './document-routes.ts';
import { type Code, FailureEnvelope, statusOf } from './failures.ts';
import {
  type Components,
  component,
  type Json,
  type JsonObject,
  pascalCase,
  withExample,
} from './openapi-components.ts';
import { exampleOf } from './openapi-examples.ts';
import { plainSchema } from './openapi-schema.ts';

const STATUS_TEXTS: Readonly<Record<string, string>> = InvertedStatusMap;

export const RequestId = {
  description: 'Id of the request: that of the caller, or a generated one; also in the log',
  schema: { type: 'string', maxLength: 128 },
};

/** The zone's form of failures and examples of successes. */
interface AnswerWords {
  /** Replaces the envelope of failures. */
  readonly failure: TSchema | undefined;
  /** Returns the example of a success. */
  successOf(schema: TSchema): Json;
}

export function responsesOf(
  route: InternalRoute,
  components: Components,
  { failure, successOf }: AnswerWords,
): JsonObject {
  if (route.method === 'WS') return { 101: { description: 'The WebSocket opens' } };
  return Object.fromEntries(
    Object.entries(answersOf(route)).map(([status, schema]) => [
      status,
      responseOf(status, failure ? withFailure(schema, failure) : schema, {
        components,
        exampleOf: Number(status) < 400 ? successOf : exampleOf,
      }),
    ]),
  );
}

/** Returns how a request is refused before its operation runs, because of its declaration. */
function refusalsOf({ body, query, params }: InternalRoute['hooks']): Code[] {
  const use = bodyUseOf(body);
  const takesBody = use !== 'none';
  const isChecked = takesBody || isSchema(query) || isSchema(params);
  return [
    ...(isChecked ? (['BAD_REQUEST'] as const) : []),
    ...(takesBody ? (['PAYLOAD_TOO_LARGE'] as const) : []),
    // Bytes are accepted with any media type.
    ...(takesBody && use !== 'bytes' ? (['UNSUPPORTED_MEDIA_TYPE'] as const) : []),
  ];
}

/**
 * Returns the schema of each answer by status: those that the route declares, and the refusals that follow from its
 * body or parameters. These have the form of its 400, or else of the envelope.
 */
export function answersOf({ hooks }: InternalRoute): Answers {
  const response: unknown = hooks.response;
  // The cast is safe: routes declare one schema, or one for each status.
  const declared = (isSchema(response) ? { 200: response } : (response ?? { 200: {} })) as Answers;
  const own = declared[400];
  const refusals = refusalsOf(hooks).map((code): [number, TSchema] => [
    statusOf(code),
    own && !own.isFailureEnvelope ? own : FailureEnvelope(code),
  ]);
  return { ...Object.fromEntries(refusals), ...declared };
}

type Answers = Readonly<Record<string, TSchema>>;

/** Returns the schema with `failure` in place of the envelope. */
function withFailure(schema: TSchema, failure: TSchema): TSchema {
  if (schema.isFailureEnvelope) return failure;
  if (!Array.isArray(schema.anyOf)) return schema;
  return { ...schema, anyOf: schema.anyOf.map((one: TSchema) => withFailure(one, failure)) };
}

interface ResponseContext {
  readonly components: Components;
  exampleOf(schema: TSchema): Json;
}

function responseOf(status: string, schema: TSchema, shownBy: ResponseContext): Json {
  const { components } = shownBy;
  const frame = {
    description: schema.answerDescription ?? schema.description ?? STATUS_TEXTS[status] ?? 'Answer',
    headers: { 'x-request-id': { $ref: '#/components/headers/RequestId' } },
  };
  const isEmpty = status === '204' || ['null', 'void', 'undefined'].includes(schema.type);
  if (isEmpty || !isSchema(schema)) return frame;
  const text = schema.contentMediaType ?? 'text/plain';
  const type = schema.type === 'string' ? text : 'application/json';
  // The cast is safe: a schema is shown as an object.
  const plain = plainSchema(schema, components) as JsonObject;
  const shown = schema.examples ? plain : withExample(plain, shownBy.exampleOf(schema), components);
  const response = { ...frame, content: { [type]: { schema: shown } } };
  const name = failureName(status, schema);
  return name === null ? response : component(components, 'responses', name, response);
}

/** Returns the component of a failure, which is the same for all operations, or null for other answers. */
function failureName(status: string, schema: TSchema): string | null {
  if (Number(status) < 400 || !schema.$id?.endsWith('Failure')) return null;
  const name = schema.$id.slice(0, -'Failure'.length);
  return schema.usualStatus === Number(status)
    ? name
    : name + pascalCase(STATUS_TEXTS[status] ?? status);
}

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
