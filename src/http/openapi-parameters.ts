/** The parameters of an operation in the OpenAPI document: those in its path, in its query and in its headers. */
import { type TSchema, Type } from '@sinclair/typebox';
import type { InternalRoute } from 'elysia';
import type { Components, Json } from './openapi-components.ts';
import { exampleOf, type KnownValues } from './openapi-examples.ts';
import { plainSchema } from './openapi-schema.ts';
import type { RequestHeader } from './route-detail.ts';
import { isSchema } from './routes-of.ts';

/** Names in a path may be declared; what the query may have is always declared. */
export function parametersOf(
  route: InternalRoute,
  components: Components,
  known: KnownValues | undefined,
): Json[] {
  const { path, hooks } = route;
  const declared = propertiesOf(hooks.params);
  const inPath = [...path.matchAll(/:([^/?]+)/g)].map(([, name = '']) =>
    parameterOf({ name, place: 'path', isRequired: true }, declared[name] ?? Type.String()),
  );
  const inQuery = Object.entries(propertiesOf(hooks.query)).map(([name, schema]) => {
    const isRequired = hooks.query.required?.includes(name) || schema.isDemanded === true;
    return parameterOf({ name, place: 'query', isRequired }, schema);
  });
  return [...inPath, ...inQuery, ...headersOf(route)];

  /**
   * Required parameters have an example, which pages for trying operations out fill in. The examples of a schema stay
   * with it, where a plain list of them is allowed.
   */
  function parameterOf({ name, place, isRequired }: Place, schema: TSchema): Json {
    // The cast: a schema without its description is one.
    const { description, ...undescribed } = schema;
    return {
      name,
      in: place,
      ...(isRequired && { required: true, example: exampleOf(schema, known, name) }),
      ...(description !== undefined && { description }),
      schema: plainSchema(undescribed as TSchema, components),
    };
  }
}

interface Place {
  readonly name: string;
  readonly place: 'path' | 'query';
  readonly isRequired: boolean;
}

const propertiesOf = (schema: unknown): Readonly<Record<string, TSchema>> =>
  isSchema(schema) ? schema.properties : {};

/** The headers that a route reads by itself. */
function headersOf({ method, hooks }: InternalRoute): Json[] {
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
