/** Serves the OpenAPI document at the address that Swagger UI gave it and at the one that programs look for. */

import { Kind, type TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { type AnyElysia, Elysia, type InternalRoute } from 'elysia';
import { originOf } from './client-address.ts';
import type { FormShape } from './form-body.ts';
import { answerFile, prepareFile, type StaticFile } from './static-file.ts';

const hidden = { detail: { hide: true } };
/** It takes 60 ms to compress, so callers that make up addresses get it as it is. */
const COMPRESSED_MAX = 4;

/**
 * `document` returns the OpenAPI document without its servers, 1 MB of JSON and 120 KB when compressed. They are
 * `publicUrl` or else the address that was asked, because some programs cannot follow a path alone.
 */
export function documentRoutes(document: () => object, publicUrl: string | null = null) {
  const files = new Map<string, StaticFile>();
  let text: string | undefined;
  const fileAt = (address: string): StaticFile => {
    text ??= JSON.stringify(document());
    const servers = JSON.stringify([{ url: address }]);
    const file = prepareFile(`${text.slice(0, -1)},"servers":${servers}}`, 'application/json');
    if (files.size >= COMPRESSED_MAX) return { ...file, compressed: null };
    files.set(address, file);
    return file;
  };
  const answer = ({ request }: { readonly request: Request }) => {
    const address = publicUrl ?? originOf(request);
    return answerFile(request, files.get(address) ?? fileAt(address));
  };
  return new Elysia({ name: 'API document' })
    .get('/swagger/json', answer, hidden)
    .get('/openapi.json', answer, hidden);
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Returns the methods that a path has routes for, for `allow`. */
export function methodsOf(app: AnyElysia, path: string): string[] {
  const { static: fixed, http } = app.router;
  const loose = path.endsWith('/') ? path.slice(0, -1) : path;
  const at = fixed[path] ?? fixed[loose] ?? {};
  const methods = METHODS.filter((method) => method in at || http.find(method, path) !== null);
  return methods.includes('GET') ? ['GET', 'HEAD', ...methods.slice(1)] : methods;
}

/**
 * How a route uses its body: not at all, optional (read as `{}`), required, as bytes, or as a form that it reads itself
 * while it comes.
 */
export type BodyUse = 'none' | 'optional' | 'required' | 'bytes' | 'streamed form';

/**
 * Returns a function that tells how a route reads its body, by method and route pattern; routes without a body schema
 * do not read it.
 */
export function bodyUses(app: AnyElysia): (method: string, route: string) => BodyUse {
  const uses = perRoute(app, ({ hooks }) => bodyUseOf(hooks.body));
  return (method, route) => uses(method, route) ?? 'none';
}

/** Returns the schema of the body that a route takes, or null. */
export function bodySchemas(app: AnyElysia): (method: string, route: string) => TSchema | null {
  const schemas = perRoute(app, ({ hooks }) => (isSchema(hooks.body) ? hooks.body : null));
  return (method, route) => schemas(method, route) ?? null;
}

/** Returns the forms that a route takes beside JSON, or null. */
export function formShapes(app: AnyElysia): (method: string, route: string) => FormShape | null {
  const shapes = perRoute(app, ({ hooks }) => formShapeOf(hooks.body));
  return (method, route) => shapes(method, route) ?? null;
}

/** `schema` is the declared body of a route, if any. */
export const formShapeOf = (schema: unknown): FormShape | null =>
  isSchema(schema) && typeof schema.fileField === 'string'
    ? { fileField: schema.fileField, properties: schema.properties }
    : null;

/**
 * Returns what the `security` of a route names beside the header of the credential, such as scopes, and what a page for
 * a customer needs for it.
 */
export function neededScopes(app: AnyElysia): (method: string, route: string) => readonly string[] {
  const needed = perRoute(app, ({ hooks }) => {
    const security: readonly Record<string, readonly string[]>[] = hooks.detail?.security ?? [];
    const pageScope: string | undefined = hooks.detail?.['x-page-scope'];
    const scopes = security.flatMap((one) => Object.values(one).flat());
    return pageScope === undefined ? scopes : [...scopes, pageScope];
  });
  // The route of a GET answers HEAD requests.
  return (method, route) => needed(method === 'HEAD' ? 'GET' : method, route) ?? [];
}

/** Reads each route once, when all are in place. */
function perRoute<T>(app: AnyElysia, read: (route: InternalRoute) => T) {
  let found: Map<string, Map<string, T>> | undefined;
  return (method: string, route: string): T | undefined => {
    found ??= byPathAndMethod(app.routes, read);
    return found.get(route)?.get(method);
  };
}

function byPathAndMethod<T>(routes: readonly InternalRoute[], read: (route: InternalRoute) => T) {
  const found = new Map<string, Map<string, T>>();
  for (const route of routes) {
    const methods = found.get(route.path) ?? new Map<string, T>();
    found.set(route.path, methods.set(route.method, read(route)));
  }
  return found;
}

/**
 * Refuses unlisted fields in each answer that does not mention them. Elysia does so too, in the schema itself, when a
 * route is first called. Done before any call, answers are checked alike and the API document never changes.
 */
export function forbidUnlistedFields(routes: readonly InternalRoute[]): void {
  for (const { hooks } of routes) {
    const declared: unknown = hooks.response;
    if (isSchema(declared)) close(declared);
    // There are hundreds of routes, and the values of an object with numeric names cost five times what its names do.
    else for (const status of Object.keys(declared ?? {})) close((declared as Answers)[status]);
  }
}

type Answers = Readonly<Record<string, unknown>>;

function close(schema: unknown): void {
  if (isSchema(schema) && schema.type === 'object') schema.additionalProperties ??= false;
}

/** `schema` is the declared body of a route, if any. */
export function bodyUseOf(schema: unknown): BodyUse {
  if (!isSchema(schema)) return schema === undefined ? 'none' : 'required';
  if (schema.isReadAsBytes) return 'bytes';
  if (schema.isStreamedForm) return 'streamed form';
  return Value.Check(schema, {}) ? 'optional' : 'required';
}

export const isSchema = (value: unknown): value is TSchema =>
  typeof value === 'object' && value !== null && Kind in value;
