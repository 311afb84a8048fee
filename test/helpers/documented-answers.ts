/** Every answer that a test of the CRM gets is one that its operation documents. */
import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { AnyElysia } from 'elysia';
import { answersOf } from '../../src/core/http/openapi-responses.ts';

interface DocumentedOperation {
  readonly method: string;
  readonly path: string;
  readonly pattern: RegExp;
  readonly responses: Readonly<Record<string, TSchema>>;
}

/** The routes of the zone by their applications, those with fewer parameters first. */
const documented = new WeakMap<AnyElysia, readonly DocumentedOperation[]>();

function routesOf(app: AnyElysia): readonly DocumentedOperation[] {
  const known = documented.get(app);
  if (known) return known;
  const parameters = ({ path }: DocumentedOperation) => path.split('/:').length;
  const routes = app.routes
    .map((route) => ({
      method: route.method,
      path: route.path,
      pattern: new RegExp(`^${route.path.replace(/:[a-z_]+/g, '[^/]+')}$`),
      responses: answersOf(route),
    }))
    .sort((one, other) => parameters(one) - parameters(other));
  documented.set(app, routes);
  return routes;
}

/** Throws when the operation does not document the answer. */
export function refuseUndocumented(
  app: AnyElysia,
  method: string,
  url: string,
  status: number,
  body: unknown,
) {
  const path = url.replace(/\?.*/, '');
  const route = routesOf(app).find((one) => one.method === method && one.pattern.test(path));
  if (!route) return;
  const schema = route.responses[status];
  if (schema && status === 204 && body === null) return;
  const problem = schema ? Value.Errors(schema, body).First() : null;
  if (schema && problem === undefined) return;
  const what = schema ? `${problem?.path} ${problem?.message}` : 'a status that is not documented';
  throw new Error(
    `${method} ${route.path} answered ${status} with ${what}: ${JSON.stringify(body).slice(0, 300)}`,
  );
}
