/** Schemas that word their own refusals, and checking a body against them field by field. */
import {
  Kind,
  type Static,
  type TObject,
  type TSchema,
  type TUnsafe,
  Type,
  TypeRegistry,
} from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { invalid } from '../shared/errors.ts';
import { fieldTexts, sentenceOf } from './thrown.ts';

/** What is wrong with a value, to be read after the field's name, or null. */
export type Fault = (value: unknown) => string | null;

export const TIDY = Symbol('tidy');
export interface Checked extends TSchema {
  readonly failsWith: Fault;
  readonly [TIDY]?: (text: string) => string;
}

// The registry is asked with schemas of this kind alone.
TypeRegistry.Set('Checked', (schema, value) => (schema as Checked).failsWith(value) === null);

/** `shown` is what the documentation says; `tidy` is applied to strings before they are checked. */
export function checked<T>(
  shown: Record<string, unknown>,
  failsWith: Fault,
  tidy?: (text: string) => string,
): TUnsafe<T> {
  return Type.Unsafe<T>({ [Kind]: 'Checked', ...shown, failsWith, ...(tidy && { [TIDY]: tidy }) });
}

/** Brings every string of a body into the form its field wants, in place, before it is checked. */
export function tidyFields(schema: TSchema, value: unknown): void {
  if (typeof value !== 'object' || value === null || schema.type !== 'object') return;
  // A parsed JSON object: what its fields hold is looked at before use.
  const fields = value as Record<string, unknown>;
  for (const [name, field] of Object.entries<TSchema & Partial<Checked>>(schema.properties ?? {})) {
    const held = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (typeof held === 'string' && field[TIDY]) fields[name] = field[TIDY](held);
    else if (Array.isArray(held)) fields[name] = tidyItems(field, held);
    else tidyFields(field, held);
  }
}

function tidyItems(schema: TSchema, items: unknown[]): unknown[] {
  const item: (TSchema & Partial<Checked>) | undefined = schema.items;
  if (item === undefined) return items;
  const tidy = item[TIDY];
  for (const one of items) tidyFields(item, one);
  return tidy ? items.map((one) => (typeof one === 'string' ? tidy(one) : one)) : items;
}

/**
 * The fields that `schema` names, tidied in a copy; others are left out. 400 names every wrong field, in the
 * schema's order. For handlers that have something else to refuse before the body.
 */
export function checkedBody<T extends TObject>(schema: T, body: unknown): Static<T> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid('the body must be a JSON object');
  const fields: Record<string, unknown> = Object.fromEntries(
    Object.entries(body).filter(([name]) => Object.hasOwn(schema.properties, name)),
  );
  tidyFields(schema, fields);
  const problems = Object.entries(schema.properties).flatMap(([name, field]) => {
    if (fields[name] !== undefined)
      return sentenceOf(fieldTexts(Value.Errors(field, fields[name]), name)) || [];
    return schema.required?.includes(name) ? `${name} is required` : [];
  });
  if (problems.length > 0) throw invalid(problems.join('; '));
  // Every field has been checked against its schema.
  return fields as Static<T>;
}
