/** TypeBox schemas as JSON of the OpenAPI document; those with an `$id` are shown once, under that name. */
import { type StringOptions, type TSchema, Type } from '@sinclair/typebox';
import { type Components, component, type Json, type JsonObject } from './openapi-components.ts';

export interface IntegerRange {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
  readonly examples?: readonly number[];
}

/** A text in a query that is checked as a text and documented as the integer that it spells. */
export const shownAsInteger = (range: IntegerRange, options: StringOptions) =>
  Type.String({ ...options, shownAs: { type: 'integer', ...range } });

/** A text in a query that is documented as required; the handler refuses its absence after it has checked the key. */
export const shownAsRequired = (options: StringOptions) =>
  Type.Optional(Type.String({ ...options, isDemanded: true }));

/** Returns the schema with a description of its field or parameter. */
export const describe = <S extends TSchema>(description: string, schema: S): S => ({
  ...schema,
  description,
});

/** Keywords that only the server needs. */
const PRIVATE = new Set([
  '$id',
  'failsWith',
  'wrapper',
  'fileField',
  'otherNames',
  'isFailureEnvelope',
  'isReadAsBytes',
  'isStreamedForm',
  'usualStatus',
  'answerDescription',
  'isDemanded',
]);
const MAPS = new Set(['properties', 'patternProperties']);
const LISTS = new Set(['anyOf', 'allOf', 'oneOf']);
const SINGLES = new Set(['items', 'additionalProperties', 'unevaluatedProperties', 'not']);

/** Returns the schema as JSON; if it has an `$id`, a reference to the component that it becomes. */
export function plainSchema(schema: TSchema, components: Components): Json {
  if (schema.shownAs) {
    const { shownAs, description, examples } = schema;
    return { ...(examples && { examples }), ...shownAs, description };
  }
  const plain = withoutPrivates(schema, components);
  return schema.$id === undefined ? plain : component(components, 'schemas', schema.$id, plain);
}

function withoutPrivates(schema: TSchema, components: Components): Json {
  const choices = choicesOf(schema);
  if (choices) return choices;
  const plain: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (PRIVATE.has(keyword) || value === undefined) continue;
    // True is the default. When it is written, tools invent fields, unless there is nothing else to say.
    if (keyword === 'additionalProperties' && value === true && !isAnyObject(schema)) continue;
    if (keyword === 'properties' && isAnyObject(schema)) continue;
    // A format that is documented but not checked.
    plain[keyword === 'shownFormat' ? 'format' : keyword] = keywordOf(keyword, value, components);
  }
  return plain;
}

const isAnyObject = ({ properties, additionalProperties }: TSchema): boolean =>
  additionalProperties === true && Object.keys(properties ?? {}).length === 0;

function keywordOf(keyword: string, value: unknown, components: Components): Json {
  // The casts are safe: the keyword determines the type of its value.
  if (SINGLES.has(keyword) && typeof value === 'object')
    return plainSchema(value as TSchema, components);
  if (LISTS.has(keyword)) return (value as TSchema[]).map((one) => plainSchema(one, components));
  if (!MAPS.has(keyword)) return value as Json;
  return Object.fromEntries(
    Object.entries(value as Record<string, TSchema>).map(([name, one]) => [
      name,
      plainSchema(one, components),
    ]),
  );
}

/** A union of literals is shown as an enum, which is shorter and understood by more tools. */
function choicesOf(schema: TSchema): JsonObject | null {
  const variants: unknown = schema.anyOf;
  if (!Array.isArray(variants)) return null;
  const values = variants.map((variant: TSchema): Json | undefined => variant.const);
  if (!values.every((value) => typeof value === 'string')) return null;
  const description = schema.description === undefined ? {} : { description: schema.description };
  return { type: 'string', enum: values, ...description };
}
