/** The OpenAPI 3.1 document, made from the routes themselves. */
import { filterPaths, registerSchemaPath } from '@elysiajs/swagger/utils';
import type { TSchema } from '@sinclair/typebox';
import { type AnyElysia, type InternalRoute, InvertedStatusMap } from 'elysia';
import { formShapeOf, isSchema, useOf } from './routes-of.ts';
import { type Zone, zoneOf } from './zone.ts';

const STATUS_TEXTS: Readonly<Record<string, string>> = InvertedStatusMap;
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'WS']);

/** The document, built when it is first asked for: by then every route is in place. */
export function apiDocument(app: AnyElysia, service: ServiceFacts): () => JsonObject {
  let document: JsonObject | undefined;
  return () => {
    document ??= buildDocument(app.routes, service);
    return document;
  };
}

interface ServiceFacts {
  readonly version: string;
  readonly zones: readonly Zone[];
}

function buildDocument(
  routes: readonly InternalRoute[],
  { version, zones }: ServiceFacts,
): JsonObject {
  const schemas: SchemaSink = new Map();
  const shown = routes.filter(
    (route) => METHODS.has(route.method) && route.hooks.detail?.hide !== true,
  );
  const paths = draftOf(shown);
  for (const route of shown) {
    const operations = paths[pathKey(route.path)] ?? {};
    const method = httpMethod(route).toLowerCase();
    operations[method] = operationOf(
      route,
      operations[method] ?? {},
      schemas,
      zoneOf(zones, route.path)?.failureShape?.schema,
    );
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gatehouse',
      version,
      description:
        'Messaging and CRM gateway: instances, durable signed event delivery, CRM resources.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: tagsOf(paths),
    paths,
    components: {
      schemas: Object.fromEntries(schemas),
      headers: { RequestId },
      securitySchemes,
    },
  };
}

type Operation = JsonObject;
type Paths = Record<string, Record<string, Operation>>;

/** The generator's own reading of the routes: paths, operation ids, details and parameters. */
function draftOf(routes: readonly InternalRoute[]): Paths {
  const paths = {};
  for (const route of routes) {
    const { path, hooks } = route;
    registerSchemaPath({ schema: paths, path, hook: hooks, method: httpMethod(route), models: {} });
  }
  // The generator types its result as OpenAPI 3.0 objects; from here on it is plain JSON.
  return filterPaths(paths, { excludeStaticFile: false, exclude: [] }) as Paths;
}

const httpMethod = (route: InternalRoute) =>
  // A WebSocket opens with a GET. The cast: METHODS has been checked.
  (route.method === 'WS' ? 'GET' : route.method) as 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const pathKey = (path: string): string => path.replace(/:([^/?]+)\??/g, '{$1}');

/** `failure`: what the zone of the route has in place of the envelope. */
function operationOf(
  route: InternalRoute,
  drafted: Operation,
  schemas: SchemaSink,
  failure: TSchema | undefined,
): Operation {
  const { hooks } = route;
  const { requestHeaders: _, ...draft } = drafted;
  const parameters = Array.isArray(draft.parameters) ? draft.parameters : [];
  return {
    ...draft,
    parameters: [
      ...parameters.map((one) => parameterOf(one as Parameter, schemas)),
      ...headerParameters(route),
    ],
    ...(isSchema(hooks.body) ? { requestBody: requestBodyOf(hooks.body, schemas) } : {}),
    responses: responsesOf(route, schemas, failure),
  };
}

/** A header that an operation reads by hand; a route lists its own as `requestHeaders` of its detail. */
export interface RequestHeader {
  readonly name: string;
  readonly description: string;
  /** JSON Schema; default: a text. */
  readonly schema?: JsonObject;
  /** Default: whatever the method of the route is. */
  readonly methods?: readonly string[];
}

function headerParameters({ method, hooks }: InternalRoute): Json[] {
  const headers: readonly RequestHeader[] = hooks.detail?.requestHeaders ?? [];
  return headers
    .filter(({ methods }) => methods?.includes(method) ?? true)
    .map(({ name, description, schema = { type: 'string' } }) => ({
      name,
      in: 'header',
      description,
      schema,
    }));
}

interface Parameter extends JsonObject {
  readonly name: string;
  readonly in: string;
  readonly schema: TSchema;
}

/** Examples belong to the parameter's schema, where a plain list of them is allowed. */
function parameterOf(draft: Parameter, schemas: SchemaSink): Json {
  const { name, in: place, required, description, examples, schema } = draft;
  const whole = examples === undefined ? schema : { ...schema, examples };
  return {
    name,
    in: place,
    ...(place === 'path' || required ? { required: true } : {}),
    ...(description === undefined ? {} : { description }),
    schema: plainSchema(whole, schemas),
  };
}

function requestBodyOf(schema: TSchema, schemas: SchemaSink): Json {
  const shown = plainSchema(schema, schemas);
  return {
    required: useOf(schema) === 'required',
    content: {
      'application/json': { schema: shown },
      ...(formShapeOf(schema) && { 'multipart/form-data': { schema: asForm(schema, shown) } }),
    },
  };
}

/** The file is a part of its own; what is no text is JSON in its part. */
function asForm({ fileField, required }: TSchema, shown: Json): Json {
  // The cast: the schema of a form is that of an object.
  const { properties, ...rest } = shown as { readonly properties: JsonObject };
  const { [fileField]: _, ...others } = properties;
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const needed = (required ?? []).map((name: string) => (name === fileField ? 'file' : name));
  return { ...rest, properties: { ...others, file }, required: needed };
}

function responsesOf(
  route: InternalRoute,
  schemas: SchemaSink,
  failure: TSchema | undefined,
): JsonObject {
  if (route.method === 'WS') return { 101: { description: 'The WebSocket opens' } };
  const declared: unknown = route.hooks.response;
  const byStatus = isSchema(declared) ? { 200: declared } : (declared ?? { 200: {} });
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, schema]) => [
      status,
      responseOf(status, failure ? withFailure(schema, failure) : schema, schemas),
    ]),
  );
}

/** The schema with `failure` wherever the envelope is one of its choices, or all of it. */
function withFailure(schema: TSchema, failure: TSchema): TSchema {
  if (schema.isFailureEnvelope) return failure;
  if (!Array.isArray(schema.anyOf)) return schema;
  return { ...schema, anyOf: schema.anyOf.map((one: TSchema) => withFailure(one, failure)) };
}

function responseOf(status: string, schema: TSchema, schemas: SchemaSink): Json {
  const frame = {
    description: schema.description ?? STATUS_TEXTS[status] ?? 'Answer',
    headers: { 'x-request-id': { $ref: '#/components/headers/RequestId' } },
  };
  const isEmpty = status === '204' || ['null', 'void', 'undefined'].includes(schema.type);
  if (isEmpty || !isSchema(schema)) return frame;
  const type = schema.type === 'string' ? 'text/plain' : 'application/json';
  return { ...frame, content: { [type]: { schema: plainSchema(schema, schemas) } } };
}

function tagsOf(paths: Paths): Json[] {
  const operations = Object.values(paths).flatMap((operations) => Object.values(operations));
  const names = operations.flatMap(({ tags }) => (Array.isArray(tags) ? tags : []));
  return [...new Set(names)].map((name) => ({ name }));
}

const RequestId = {
  description: 'Id of the request: taken over from the caller, else made; also in the log',
  schema: { type: 'string', maxLength: 128 },
};

const securitySchemes = {
  apikey: {
    type: 'apiKey',
    in: 'header',
    name: 'apikey',
    description:
      'The global key, or the key of one instance with the scopes that the operation names; `global`: the global key alone',
  },
  api_access_token: {
    type: 'apiKey',
    in: 'header',
    name: 'api_access_token',
    description: 'Access token of a user; also taken as api-access-token or as a bearer token',
  },
};

type Json = string | number | boolean | null | Json[] | JsonObject;
type JsonObject = { [name: string]: Json };

/** Schemas with an `$id` meet here and become components under that name. */
type SchemaSink = Map<string, Json>;

/** Ours, for the server alone. */
const PRIVATE = new Set(['$id', 'failsWith', 'wrapper', 'fileField', 'isFailureEnvelope']);
const MAPS = new Set(['properties', 'patternProperties']);
const LISTS = new Set(['anyOf', 'allOf', 'oneOf']);
const SINGLES = new Set(['items', 'additionalProperties', 'unevaluatedProperties', 'not']);

/** The schema in JSON; one with an `$id` goes to `sink` and leaves a reference. */
export function plainSchema(schema: TSchema, sink: SchemaSink): Json {
  const plain = withoutPrivates(schema, sink);
  const id = schema.$id;
  if (id === undefined) return plain;
  const known = sink.get(id);
  if (known !== undefined && !Bun.deepEquals(known, plain)) {
    throw new Error(`two different schemas are called ${id}`);
  }
  sink.set(id, plain);
  return { $ref: `#/components/schemas/${id}` };
}

function withoutPrivates(schema: TSchema, sink: SchemaSink): Json {
  const choices = choicesOf(schema);
  if (choices) return choices;
  const plain: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (PRIVATE.has(keyword) || value === undefined) continue;
    // The default; spelt out, it makes tools invent fields in their examples.
    if (keyword === 'additionalProperties' && value === true) continue;
    // A format that is documented but not checked.
    plain[keyword === 'shownFormat' ? 'format' : keyword] = keywordOf(keyword, value, sink);
  }
  return plain;
}

function keywordOf(keyword: string, value: unknown, sink: SchemaSink): Json {
  // Casts: the keyword says what its value is.
  if (SINGLES.has(keyword) && typeof value === 'object') return plainSchema(value as TSchema, sink);
  if (LISTS.has(keyword)) return (value as TSchema[]).map((one) => plainSchema(one, sink));
  if (!MAPS.has(keyword)) return value as Json;
  return Object.fromEntries(
    Object.entries(value as Record<string, TSchema>).map(([name, one]) => [
      name,
      plainSchema(one, sink),
    ]),
  );
}

/** A union of literals is shown as an enum: shorter, and known to more tools. */
function choicesOf(schema: TSchema): JsonObject | null {
  const variants: unknown = schema.anyOf;
  if (!Array.isArray(variants)) return null;
  const values = variants.map((variant: TSchema): Json | undefined => variant.const);
  if (!values.every((value) => typeof value === 'string')) return null;
  const description = schema.description === undefined ? {} : { description: schema.description };
  return { type: 'string', enum: values, ...description };
}
