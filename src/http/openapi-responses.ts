/** What an operation may answer, for the OpenAPI document. */
import type { TSchema } from '@sinclair/typebox';
import { type InternalRoute, InvertedStatusMap } from 'elysia';
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
import { isSchema } from './routes-of.ts';

const STATUS_TEXTS: Readonly<Record<string, string>> = InvertedStatusMap;

export const RequestId = {
  description: 'Id of the request: taken over from the caller, else made; also in the log',
  schema: { type: 'string', maxLength: 128 },
};

/** What the zone of a route says of answers. */
export interface AnswerWords {
  /** What it has in place of the envelope of failures. */
  readonly failure: TSchema | undefined;
  /** The example of a success. */
  successOf(schema: TSchema): Json;
}

export function responsesOf(
  route: InternalRoute,
  components: Components,
  { failure, successOf }: AnswerWords,
): JsonObject {
  if (route.method === 'WS') return { 101: { description: 'The WebSocket opens' } };
  const declared: unknown = route.hooks.response;
  const byStatus = isSchema(declared) ? { 200: declared } : (declared ?? { 200: {} });
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, schema]) => [
      status,
      responseOf(status, failure ? withFailure(schema, failure) : schema, {
        components,
        exampleOf: Number(status) < 400 ? successOf : exampleOf,
      }),
    ]),
  );
}

/** The schema with `failure` wherever the envelope is one of its choices, or all of it. */
function withFailure(schema: TSchema, failure: TSchema): TSchema {
  if (schema.isFailureEnvelope) return failure;
  if (!Array.isArray(schema.anyOf)) return schema;
  return { ...schema, anyOf: schema.anyOf.map((one: TSchema) => withFailure(one, failure)) };
}

interface Shown {
  readonly components: Components;
  exampleOf(schema: TSchema): Json;
}

function responseOf(status: string, schema: TSchema, shownBy: Shown): Json {
  const { components } = shownBy;
  const frame = {
    description: schema.answerDescription ?? schema.description ?? STATUS_TEXTS[status] ?? 'Answer',
    headers: { 'x-request-id': { $ref: '#/components/headers/RequestId' } },
  };
  const isEmpty = status === '204' || ['null', 'void', 'undefined'].includes(schema.type);
  if (isEmpty || !isSchema(schema)) return frame;
  const type = schema.type === 'string' ? 'text/plain' : 'application/json';
  // The cast: a schema is shown as an object.
  const plain = plainSchema(schema, components) as JsonObject;
  const shown = schema.examples ? plain : withExample(plain, shownBy.exampleOf(schema), components);
  const response = { ...frame, content: { [type]: { schema: shown } } };
  const name = failureName(status, schema);
  return name === null ? response : component(components, 'responses', name, response);
}

/** Failures are the same for all operations: each form is a component. Null: this is none of them. */
function failureName(status: string, schema: TSchema): string | null {
  if (Number(status) < 400 || !schema.$id?.endsWith('Failure')) return null;
  const name = schema.$id.slice(0, -'Failure'.length);
  return schema.usualStatus === Number(status)
    ? name
    : name + pascalCase(STATUS_TEXTS[status] ?? status);
}
