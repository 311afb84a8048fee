/**
 * Converts values that some languages, forms and tools cannot send better: texts in place of numbers and booleans, and
 * null or an empty value in place of an absent field. Only values that their schema refuses are converted, so a valid
 * value keeps its meaning.
 */
import type { TObject, TSchema } from '@sinclair/typebox';
import { type Fields, isFields } from './fields.ts';

const KEEPS_EMPTY = Symbol('keeps empty');

/**
 * Marks a body, or a field, in which an empty value must not become an absent one: it may remove a stored value, or it
 * may be part of a selection, and without a field the selection is larger.
 */
export const keepingEmpty = <S extends TSchema>(schema: S): S =>
  Object.assign(schema, { [KEEPS_EMPTY]: true });

/**
 * Returns the value to use for a field whose schema has refused the sent one: undefined if the field counts as absent,
 * and the sent value if nothing else can be meant.
 */
export function lenientValue(body: TObject, name: string, value: unknown): unknown {
  const schema = body.properties[name];
  if (schema === undefined) return value;
  return isUnset(body, name, schema, value) ? undefined : inTypeOf(schema, value);
}

function isUnset(body: TObject, name: string, schema: TSchema, value: unknown): boolean {
  if (KEEPS_EMPTY in body || KEEPS_EMPTY in schema || body.required?.includes(name)) return false;
  // Where null has a meaning, it is not known whether an empty value has the same one.
  return isEmpty(value, schema) && !variantsOf(schema).some(({ type }) => type === 'null');
}

/** An empty list may also be an object without fields, because some languages have one type for both. */
function isEmpty(value: unknown, schema: TSchema): boolean {
  if (value === null || value === '') return true;
  const types = variantsOf(schema).map(({ type }) => type);
  if (Array.isArray(value))
    return value.length === 0 && (types.includes('array') || types.includes('object'));
  return isFields(value) && types.includes('object') && Object.keys(value).length === 0;
}

/** Returns the value with its texts in the types of the schema, or the same value if there is nothing to change. */
function inTypeOf(schema: TSchema, value: unknown): unknown {
  if (typeof value === 'string') return fromText(schema, value.trim()) ?? value;
  if (Array.isArray(value)) return itemsInTypeOf(schema.items, value);
  return isFields(value) && schema.properties ? fieldsInTypeOf(schema as TObject, value) : value;
}

function itemsInTypeOf(item: TSchema | undefined, values: readonly unknown[]): unknown {
  if (item === undefined) return values;
  const meant = values.map((value) => inTypeOf(item, value));
  return meant.some((value, index) => value !== values[index]) ? meant : values;
}

function fieldsInTypeOf(schema: TObject, fields: Fields): unknown {
  const meant = { ...fields };
  let isChanged = false;
  for (const [name, inner] of Object.entries(schema.properties)) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (value === undefined || (value === '' && takesEmptyText(inner))) continue;
    const found = lenientValue(schema, name, value);
    if (found === value) continue;
    isChanged = true;
    if (found === undefined) delete meant[name];
    else meant[name] = found;
  }
  return isChanged ? meant : fields;
}

const takesEmptyText = (schema: TSchema): boolean =>
  variantsOf(schema).some(
    (one) => isFreeText(one) && !one.minLength && !one.pattern && !one.format,
  );

const isFreeText = ({ type, const: word, enum: words }: TSchema): boolean =>
  type === 'string' && word === undefined && words === undefined;

const INTEGER = /^-?\d{1,15}(?:\.0)?$/;
const DECIMAL = /^-?\d{1,15}(?:\.\d{1,20})?$/;
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** Returns the number or the boolean that a text spells; undefined if it spells none, or if the field takes any text. */
export function fromText(schema: TSchema, text: string): number | boolean | undefined {
  const variants = variantsOf(schema);
  if (variants.some(isFreeText)) return undefined;
  for (const variant of variants) {
    const found = spelled(variant, text);
    if (found !== undefined) return found;
  }
  return undefined;
}

function spelled({ type, const: only }: TSchema, text: string): number | boolean | undefined {
  if (only !== undefined) return typeof only !== 'string' && `${only}` === text ? only : undefined;
  if (type === 'boolean') return BOOLEANS.get(text.toLowerCase());
  const isNumber =
    type === 'integer' ? INTEGER.test(text) : type === 'number' && DECIMAL.test(text);
  return isNumber ? Number(text) : undefined;
}

const variantsOf = (schema: TSchema): readonly TSchema[] =>
  Array.isArray(schema.anyOf) ? schema.anyOf : [schema];
