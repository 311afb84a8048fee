/** Schemas of values that may also be null. */
import { type TSchema, Type } from '@sinclair/typebox';

export const orNull = <S extends TSchema>(schema: S, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

export const textOrNull = (description: string) => orNull(Type.String(), description);

/** Answers the JSON text `null`; Elysia would turn a returned null into an empty body, which is not JSON. */
export const jsonNull = (status = 200): Response =>
  new Response('null', { status, headers: { 'content-type': 'application/json' } });
