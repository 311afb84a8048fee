/**
 * TypeBox schemas as plain JSON Schema for the OpenAPI document.
 * Owns: what is left out or rewritten on the way. Must never: change what a schema accepts.
 */
import type { TSchema } from '@sinclair/typebox';

export type Json = string | number | boolean | null | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

/** Schemas with an `$id` meet here and become components under that name. */
export type SchemaSink = Map<string, Json>;

/** Ours, for the server alone. */
const PRIVATE = new Set(['$id', 'failsWith', 'wrapper']);
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
