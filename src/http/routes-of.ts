/** What the server knows about its own routes, read off Elysia's tables once all are in place. */
import { Kind, type TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { AnyElysia, InternalRoute } from 'elysia';
import type { FormShape } from './form-body.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** For `allow`: the methods that a path has routes for. */
export function methodsOf(app: AnyElysia, path: string): string[] {
  const { static: fixed, http } = app.router;
  const loose = path.endsWith('/') ? path.slice(0, -1) : path;
  const at = fixed[path] ?? fixed[loose] ?? {};
  const methods = METHODS.filter((method) => method in at || http.find(method, path) !== null);
  return methods.includes('GET') ? ['GET', 'HEAD', ...methods.slice(1)] : methods;
}

/** What a route does with a body: not read, may be absent (read as `{}`), must be there, read as it comes. */
export type BodyUse = 'none' | 'optional' | 'required' | 'bytes';

/** Asks by method and route pattern; routes without a body schema read none. */
export function bodyUses(app: AnyElysia): (method: string, route: string) => BodyUse {
  const uses = perRoute(app, ({ hooks }) => useOf(hooks.body));
  return (method, route) => uses(method, route) ?? 'none';
}

/** The forms that a route takes in place of JSON; null: none. */
export function formShapes(app: AnyElysia): (method: string, route: string) => FormShape | null {
  const shapes = perRoute(app, ({ hooks }) => formShapeOf(hooks.body));
  return (method, route) => shapes(method, route) ?? null;
}

/** `schema` is what a route declares as its body, if anything. */
export const formShapeOf = (schema: unknown): FormShape | null =>
  isSchema(schema) && typeof schema.fileField === 'string'
    ? { fileField: schema.fileField, properties: schema.properties }
    : null;

/** What the `security` of a route names beside the credential's header: scopes, for instance. */
export function neededScopes(app: AnyElysia): (method: string, route: string) => readonly string[] {
  const needed = perRoute(app, ({ hooks }) => {
    const security: readonly Record<string, readonly string[]>[] = hooks.detail?.security ?? [];
    return security.flatMap((one) => Object.values(one).flat());
  });
  // A HEAD request is answered by the route of its GET.
  return (method, route) => needed(method === 'HEAD' ? 'GET' : method, route) ?? [];
}

/** Asks once what `read` finds in each route, when all are in place. */
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
 * Refuses unlisted fields in each answer that does not speak of them. Elysia does so too, to the schema itself, when a
 * route is first called: done before any call, answers are checked alike whatever was called before, and the API
 * document is the same at every moment.
 */
export function closeAnswers(routes: readonly InternalRoute[]): void {
  for (const { hooks } of routes) {
    const declared: unknown = hooks.response;
    if (isSchema(declared)) close(declared);
    // Hundreds of routes: the values of an object whose names are numbers cost five times what the names do.
    else for (const status of Object.keys(declared ?? {})) close((declared as Answers)[status]);
  }
}

type Answers = Readonly<Record<string, unknown>>;

function close(schema: unknown): void {
  if (isSchema(schema) && schema.type === 'object') schema.additionalProperties ??= false;
}

/** `schema` is what a route declares as its body, if anything. */
export function useOf(schema: unknown): BodyUse {
  if (!isSchema(schema)) return schema === undefined ? 'none' : 'required';
  if (schema.isReadAsBytes) return 'bytes';
  return Value.Check(schema, {}) ? 'optional' : 'required';
}

export const isSchema = (value: unknown): value is TSchema =>
  typeof value === 'object' && value !== null && Kind in value;
