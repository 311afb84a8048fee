/** The OpenAPI 3.1 document, made of the routes. */
import { filterPaths, registerSchemaPath } from '@elysiajs/swagger/utils';
import { type TSchema, Type } from '@sinclair/typebox';
import type { AnyElysia, InternalRoute } from 'elysia';
import { bodyUseOf, forbidUnlistedFields, formShapeOf, isSchema } from './document-routes.ts';
import {
  type Components,
  type Json,
  type JsonObject,
  noComponents,
  shareParameters,
  shownComponents,
} from './openapi-components.ts';
import { exampleOf, type KnownValues } from './openapi-examples.ts';
import { type DocumentedEvent, RequestId, responsesOf, webhooksOf } from './openapi-responses.ts';
import { plainSchema } from './openapi-schema.ts';
import type { AgentOffer, RequestHeader, RouteExample } from './route-detail.ts';
import { type Zone, zoneOf } from './zone.ts';

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'WS']);

/**
 * Returns a function that builds the document at its first call, when every route exists. It names no servers: see
 * `documentRoutes`.
 */
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
  /** Where callers reach the service, if that is configured. */
  readonly publicUrl?: string | null;
  /** A description of each group of operations. */
  readonly tags?: Readonly<Record<string, string>>;
  /** The events that the service delivers by webhook. */
  readonly events?: () => readonly DocumentedEvent[];
}

function buildDocument(
  routes: readonly InternalRoute[],
  { version, zones, publicUrl, tags = {}, events }: ServiceFacts,
): JsonObject {
  forbidUnlistedFields(routes);
  const components = noComponents();
  const shown = routes.filter(isOffered);
  const paths = draftOf(shown);
  for (const route of shown) {
    const operations = paths[pathKey(route.path)] ?? {};
    const method = httpMethod(route).toLowerCase();
    operations[method] = operationOf(
      route,
      operations[method] ?? {},
      components,
      zoneOf(zones, route.path),
    );
  }
  shareParameters(Object.values(paths).flatMap(Object.values), components);
  const sockets = takeSockets(paths);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gatehouse',
      version,
      description:
        'Messaging and CRM gateway: instances, durable signed event delivery, CRM resources.',
      contact: { name: 'Operator of this service', ...(publicUrl && { url: publicUrl }) },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: tagsOf(paths, tags),
    paths,
    webhooks: webhooksOf(events?.() ?? [], components),
    'x-websockets': sockets,
    components: {
      ...shownComponents(components),
      headers: { RequestId },
      securitySchemes: schemesOf(paths),
    },
  };
}

type Operation = JsonObject;
type Paths = Record<string, Record<string, Operation>>;

/** An operation that can only refuse is not documented. */
export function isOffered({ method, hooks }: InternalRoute): boolean {
  if (!METHODS.has(method) || hooks.detail?.hide === true) return false;
  if (isSchema(hooks.response) || hooks.response === undefined) return true;
  return Object.keys(hooks.response).some((status) => Number(status) < 400);
}

/**
 * OpenAPI requires an answer of 2xx or 3xx of every operation, so WebSockets are not operations. The schema of what one
 * sends is `frames` in the detail of its route.
 */
function takeSockets(paths: Paths): JsonObject {
  const sockets: JsonObject = {};
  for (const [path, { get, ...others }] of Object.entries(paths)) {
    // The cast is safe: answers are made above.
    if (get === undefined || !('101' in (get.responses as JsonObject))) continue;
    sockets[path] = get;
    if (Object.keys(others).length > 0) paths[path] = others;
    else delete paths[path];
  }
  return sockets;
}

/** Returns what the generator reads in the routes: paths, operation ids, details and parameters. */
function draftOf(routes: readonly InternalRoute[]): Paths {
  const paths = {};
  for (const route of routes) {
    const { path, hooks } = route;
    registerSchemaPath({ schema: paths, path, hook: hooks, method: httpMethod(route), models: {} });
  }
  // The generator types its result as OpenAPI 3.0; from here on it is plain JSON.
  return filterPaths(paths, { excludeStaticFile: false, exclude: [] }) as Paths;
}

const httpMethod = (route: InternalRoute) =>
  // A WebSocket opens with a GET. The cast is safe: METHODS has been checked.
  (route.method === 'WS' ? 'GET' : route.method) as 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const pathKey = (path: string): string => path.replace(/:([^/?]+)\??/g, '{$1}');

function operationOf(
  route: InternalRoute,
  drafted: Operation,
  components: Components,
  zone: Zone | undefined,
): Operation {
  const { hooks } = route;
  const known = zone?.examples;
  const { requestHeaders: _, frames: __, agent: ___, example: ____, security, ...draft } = drafted;
  const offered: AgentOffer | undefined = hooks.detail?.agent;
  const example: RouteExample = hooks.detail?.example ?? {};
  const parameters = Array.isArray(draft.parameters) ? draft.parameters : [];
  return {
    ...draft,
    ...accessOf(route),
    ...(offered && { 'x-effect': offered.effect }),
    parameters: [
      ...parameters.map((one) => parameterOf(one as Parameter, components, known)),
      ...headerParameters(route),
    ],
    ...(isSchema(hooks.body)
      ? {
          requestBody: requestBodyOf(
            hooks.body,
            components,
            example.body ?? exampleOf(hooks.body, known),
          ),
        }
      : {}),
    responses: responsesOf(route, components, {
      failure: zone?.failureShape?.schema,
      successOf: (schema) => example.answer ?? exampleOf(schema, known),
    }),
    ...(isSchema(hooks.detail?.frames) && {
      frames: plainSchema(hooks.detail.frames, components),
    }),
  };
}

/**
 * `security` has no scopes when the credential is a key: OpenAPI knows them only for OAuth, and some tools refuse
 * others.
 */
function accessOf({ hooks }: InternalRoute): JsonObject {
  const security: readonly Record<string, readonly string[]>[] = hooks.detail?.security ?? [];
  const scopes = security.flatMap((one) => Object.values(one).flat());
  const bare = security.map((one) => mapValues(one, () => []));
  if (scopes.length === 0) return { security: bare };
  const needed = scopes.includes('global')
    ? 'Needs the global key.'
    : `Needs a key with the scope ${scopes.map((scope) => `\`${scope}\``).join(' and ')}.`;
  const description = [hooks.detail?.description, needed].filter(Boolean).join(' ');
  return { security: bare, description, 'x-scopes': scopes };
}

const mapValues = <T>(map: Readonly<Record<string, unknown>>, value: () => T): Record<string, T> =>
  Object.fromEntries(Object.keys(map).map((key) => [key, value()]));

function headerParameters({ method, hooks }: InternalRoute): Json[] {
  const headers: readonly RequestHeader[] = hooks.detail?.requestHeaders ?? [];
  return headers
    .filter(({ methods }) => methods?.includes(method) ?? true)
    .map(({ name, description, example, schema = { type: 'string' } }) => ({
      name,
      in: 'header',
      ...(example !== undefined && { example }),
      description,
      schema,
    }));
}

interface Parameter extends JsonObject {
  readonly name: string;
  readonly in: string;
  readonly schema: TSchema;
}

/**
 * Required parameters have an example, which pages for trying operations out fill in; others only if they declare one.
 * The examples of a schema stay with it, where a plain list of them is allowed.
 */
function parameterOf(
  draft: Parameter,
  components: Components,
  known: KnownValues | undefined,
): Json {
  const { name, in: place, description, examples, schema } = draft;
  const whole = examples === undefined ? schema : { ...schema, examples };
  const isRequired = place === 'path' || draft.required === true || schema.isDemanded === true;
  const example = isRequired ? exampleOf(whole, known, name) : draft.example;
  return {
    name,
    in: place,
    ...(isRequired && { required: true }),
    ...(example !== undefined && { example }),
    ...(description === undefined ? {} : { description }),
    schema: plainSchema(whole, components),
  };
}

function requestBodyOf(schema: TSchema, components: Components, example: Json): Json {
  const as = (one: TSchema) => ({ schema: plainSchema(one, components) });
  if (schema.isStreamedForm)
    return { required: true, content: { 'multipart/form-data': { ...as(schema), example } } };
  return {
    // If the route checks the body by itself, its schema says more than that `{}` is accepted.
    required: bodyUseOf(schema) !== 'optional' || schema.required?.length > 0,
    content: {
      'application/json': { ...as(schema), example },
      ...(formShapeOf(schema) && { 'multipart/form-data': as(formOf(schema)) }),
    },
  };
}

/** Returns the schema of the form for a body: one part has the file, and parts with other values than texts have JSON. */
function formOf(schema: TSchema): TSchema {
  const { [schema.fileField]: _, ...properties } = schema.properties;
  const file = Type.String({
    contentMediaType: 'application/octet-stream',
    description: `The file itself, as a part of the form in place of \`${schema.fileField}\``,
  });
  const required = (schema.required ?? []).map((name: string) =>
    name === schema.fileField ? 'file' : name,
  );
  return {
    ...schema,
    ...(schema.$id && { $id: `${schema.$id}Form` }),
    properties: { ...properties, file },
    required,
  };
}

function tagsOf(paths: Paths, described: Readonly<Record<string, string>>): Json[] {
  const operations = Object.values(paths).flatMap((operations) => Object.values(operations));
  const names = operations.flatMap(({ tags }) => (Array.isArray(tags) ? tags : []));
  return [...new Set(names)].map((name) => {
    const description = described[`${name}`];
    return { name: `${name}`, ...(description && { description }) };
  });
}

/** Returns the credentials that operations take, in the order of the table. */
function schemesOf(paths: Paths): JsonObject {
  const operations = Object.values(paths).flatMap((operations) => Object.values(operations));
  const security = operations.flatMap(({ security }) => (Array.isArray(security) ? security : []));
  const used = new Set(security.flatMap((one) => Object.keys(one as JsonObject)));
  return Object.fromEntries(Object.entries(SECURITY_SCHEMES).filter(([name]) => used.has(name)));
}

const SECURITY_SCHEMES = {
  apikey: {
    type: 'apiKey',
    in: 'header',
    name: 'apikey',
    description:
      'The global key, or the key of one instance with the scopes that the operation names; `global`: the global key alone',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'On the paths of the Graph API: the global key or the key of one instance; also taken as `access_token` in the query, which is never logged',
  },
  api_access_token: {
    type: 'apiKey',
    in: 'header',
    name: 'api_access_token',
    description: 'Access token of a user; also taken as api-access-token or as a bearer token',
  },
};
