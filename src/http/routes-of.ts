/**
 * What the server knows about its own routes, read off Elysia's tables once all are in place.
 * Owns: which methods a path takes and which routes read a body. Must never: change a route.
 */
import { Kind, type TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { AnyElysia } from 'elysia';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** For `allow`: the methods that a path has routes for. */
export function methodsOf(app: AnyElysia, path: string): string[] {
  const { static: fixed, http } = app.router;
  const loose = path.endsWith('/') ? path.slice(0, -1) : path;
  const at = fixed[path] ?? fixed[loose] ?? {};
  const methods = METHODS.filter((method) => method in at || http.find(method, path) !== null);
  return methods.includes('GET') ? ['GET', 'HEAD', ...methods.slice(1)] : methods;
}

/** What a route does with a body: not read, may be absent (read as `{}`), must be there. */
export type BodyUse = 'none' | 'optional' | 'required';

/** Asks by method and route pattern; routes without a body schema read none. */
export function bodyUses(app: AnyElysia): (method: string, route: string) => BodyUse {
  let uses: Map<string, BodyUse> | undefined;
  return (method, route) => {
    uses ??= new Map(
      app.routes.map((one) => [`${one.method} ${one.path}`, useOf(one.hooks.body)] as const),
    );
    return uses.get(`${method} ${route}`) ?? 'none';
  };
}

/** `schema` is what a route declares as its body, if anything. */
export function useOf(schema: unknown): BodyUse {
  if (!isSchema(schema)) return schema === undefined ? 'none' : 'required';
  return Value.Check(schema, {}) ? 'optional' : 'required';
}

const isSchema = (value: unknown): value is TSchema =>
  typeof value === 'object' && value !== null && Kind in value;
