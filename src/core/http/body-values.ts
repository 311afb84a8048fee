/** Limits what the text of a body may become, alike for JSON and for the fields of forms. */

import type { TObject, TSchema } from '@sinclair/typebox';
import { type AppError, failure, invalid } from '../shared/errors.ts';
import { endOfText, inexactNumberIn, isExact, placeOf } from '../shared/exact-numbers.ts';
import { type Fields, isFields } from './fields.ts';
import { fieldAt } from './json-fault.ts';
import { SMALL_BYTES } from './memory-budget.ts';

/** Applies to bodies that are not small: each value takes many times its text once it is parsed. */
const VALUES_MAX = 100_000;
/** Deeper bodies are refused, so that no code that walks through them runs out of stack. */
const NESTING_MAX = 64;

/** How a number is treated that JavaScript cannot represent exactly, such as an id above 2^53. */
export type InexactNumbers = 'refused' | 'texts';

/** Reads the texts of one body and counts all of their values together. */
export class BodyValues {
  #left: number;
  readonly #inexact: InexactNumbers;

  /** Nothing is counted when `bodyBytes` is small, because that bounds what the body can become. */
  constructor(bodyBytes: number, inexact: InexactNumbers = 'refused') {
    this.#left = bodyBytes <= SMALL_BYTES ? Number.POSITIVE_INFINITY : VALUES_MAX;
    this.#inexact = inexact;
  }

  /**
   * Returns the value of a JSON text at `level` levels of the body, or undefined if it is not JSON. If two fields have
   * the same name, the last one counts. Throws `invalid` for too many values or levels, for a field `__proto__`, and
   * for a number that cannot be kept exactly unless such numbers become texts.
   */
  parse(text: string, level = 0): unknown {
    this.#count(text, valuesIn);
    const value = parsed(text);
    if (!holdsNumber(value, NESTING_MAX - level)) return value;
    const inexact = inexactNumberIn(text);
    if (inexact === null) return value;
    if (this.#inexact === 'refused') throw notExact(text, inexact);
    const kept = withTexts(text);
    holdsNumber(kept, NESTING_MAX);
    return kept;
  }

  /** Returns the trimmed entries of a list with commas. Throws `invalid` when there are too many. */
  split(text: string): string[] {
    this.#count(text, entriesIn);
    return text.split(',').map((one) => one.trim());
  }

  #count(text: string, countIn: (text: string, max: number) => number): void {
    if (this.#left === Number.POSITIVE_INFINITY) return;
    this.#left -= countIn(text, this.#left);
    if (this.#left < 0) throw failure('body_too_many_values', { max: VALUES_MAX });
  }
}

/** Frees the memory of a large decoded body, because the collector runs only when several have piled up. */
export function freeBody({ buffer, length }: Uint8Array): void {
  if (length > SMALL_BYTES && buffer.byteLength === length) (buffer as ArrayBuffer).transfer(0);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the value with the digits themselves in place of each number that is not exact. */
const withTexts = (text: string): unknown => JSON.parse(text, digitsIfInexact);

const digitsIfInexact = (_: string, value: unknown, context?: { readonly source?: string }) =>
  typeof value === 'number' && !isExact(context?.source ?? '') ? context?.source : value;

function notExact(text: string, at: number): AppError {
  const { line, column } = placeOf(text, at);
  const field = fieldAt(text, at);
  return failure(
    'number_inexact',
    { line, column },
    field === '' ? {} : { hint: `It is the value of ${field}` },
  );
}

/** Makes a value harmless, and returns whether it is a number or holds one. Throws `invalid` if it is nested too deeply. */
function holdsNumber(value: unknown, levelsLeft: number): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'number';
  if (levelsLeft === 0) throw failure('body_too_deep', { max: NESTING_MAX });
  // Careless copies would make it their prototype.
  if (Object.hasOwn(value, '__proto__')) throw invalid('The body has a field named __proto__');
  if (Object.hasOwn(value, 'toString')) makePrintable(value);
  let holds = false;
  for (const inner of Array.isArray(value) ? value : Object.values(value))
    if (typeof inner === 'number') holds = true;
    else if (typeof inner === 'object' && holdsNumber(inner, levelsLeft - 1)) holds = true;
  return holds;
}

/**
 * `${value}` throws when a field called `toString` hides the method, and the framework puts values that break a schema
 * into its errors that way. A symbol is not a field: JSON, copies and checks ignore it.
 */
const makePrintable = (value: object): unknown =>
  Object.defineProperty(value, Symbol.toPrimitive, { value: () => '[object Object]' });

const QUOTE = 0x22;
const COMMA = 0x2c;
const LIST = 0x5b;
const OBJECT = 0x7b;

/** Returns how many values a JSON text has; each text inside counts as one. Stops counting after `max`. */
function valuesIn(json: string, max: number): number {
  let values = 1;
  for (let at = 0; at < json.length && values <= max; at++) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) at = endOfText(json, at);
    // These precede every value but the first.
    else if (sign === COMMA || sign === LIST || sign === OBJECT) values++;
  }
  return values;
}

/** Returns how many entries a list with commas has. Stops counting after `max`. */
function entriesIn(list: string, max: number): number {
  let entries = 1;
  for (let at = list.indexOf(','); at !== -1 && entries <= max; at = list.indexOf(',', at + 1))
    entries++;
  return entries;
}

// Converts values that some languages, forms and tools cannot send better: texts in place of numbers and booleans, and
// null or an empty value in place of an absent field. Only values that their schema refuses are converted, so a valid
// value keeps its meaning.

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
