/** Examples of what operations take and answer: those of schemas, and others composed field by field. */
import { type TSchema, Type } from '@sinclair/typebox';
import type { Json, JsonObject } from './openapi-components.ts';

/** The examples of a zone. */
export interface ZoneExamples {
  /** The value of any field or parameter of this name whose schema accepts it. */
  readonly fields: Readonly<JsonObject>;
  /** The fields of objects whose schema has this `$id`. */
  readonly records: Readonly<Record<string, JsonObject>>;
}

const ID = '01a1fa97-2109-775b-8df8-e96b45bbbe0f';
const TIME = '2026-01-05T12:00:00.000Z';

export type KnownValues = Pick<ZoneExamples, 'fields' | 'records'>;

const NOTHING: KnownValues = { fields: {}, records: {} };

/**
 * Returns a value that fits `schema`: its own example, that of the field's `name`, or the plainest of its type. An
 * object gets its required fields, or all if none is required.
 */
export function exampleOf(schema: TSchema, known: KnownValues = NOTHING, name = ''): Json {
  const [own] = schema.examples ?? [];
  if (own !== undefined) return own;
  const named = Object.hasOwn(known.fields, name) ? known.fields[name] : undefined;
  if (named !== undefined && takes(schema, named)) return named;
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.anyOf)) return exampleOf(choiceOf(schema.anyOf, name), known, name);
  if (schema.type === 'array') return schema.items ? [exampleOf(schema.items, known, name)] : [];
  if (schema.type === 'object') return objectOf(schema, known);
  return plainest(schema);
}

/** Returns an example of an object, as `exampleOf` does for any value. */
export function objectOf(
  { $id, properties = {}, required }: TSchema,
  known: KnownValues,
): JsonObject {
  const said = known.records[$id ?? ''] ?? {};
  const names: string[] = required?.length > 0 ? required : Object.keys(properties);
  const missing = names.filter((name) => !Object.hasOwn(said, name));
  return {
    ...Object.fromEntries(missing.map((name) => [name, exampleOf(properties[name], known, name)])),
    ...said,
  };
}

/** A field that may be null is null, unless there is an example for its name. */
const choiceOf = (choices: readonly TSchema[], name: string): TSchema =>
  (name && choices.find(({ type }) => type === 'null')) || choices[0] || Type.Null();

function plainest(schema: TSchema): Json {
  if (schema.enum) return schema.enum[0];
  const format = schema.format ?? schema.shownFormat;
  if (schema.type === 'string')
    return format === 'uuid' ? ID : format === 'date-time' ? TIME : 'text';
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  return schema.type === 'boolean' ? false : null;
}

/** Tells whether an example under a field's name has the type of this field. */
function takes(schema: TSchema, value: Json): boolean {
  if (Array.isArray(schema.anyOf)) return schema.anyOf.some((one: TSchema) => takes(one, value));
  if (schema.const !== undefined) return schema.const === value;
  if (schema.enum) return schema.enum.includes(value);
  if (schema.format in FORMATS) return FORMATS[schema.format]?.test(String(value)) === true;
  if (schema.pattern !== undefined) return new RegExp(schema.pattern).test(String(value));
  if (Array.isArray(value) && schema.items)
    return schema.type === 'array' && value.every((item) => takes(schema.items, item));
  return schema.type === undefined || KINDS[schema.type]?.(value) === true;
}

const FORMATS: Readonly<Record<string, RegExp>> = {
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT/,
};

const KINDS: Readonly<Record<string, (value: Json) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  null: (value) => value === null,
};
