/** Schemas that name their own problems when the framework checks them, and normalize strings before that. */
import { Kind, type TSchema, type TUnsafe, Type, TypeRegistry } from '@sinclair/typebox';
import { type Problem, unnamedProblem } from '../shared/reasons/problems.ts';
import { fromText } from './body-values.ts';

/** Returns what is wrong with a value, or null. */
export type Fault = (value: unknown) => Problem | null;

export const NORMALIZE = Symbol('normalize');
/**
 * Marks a body schema whose fields are inside one key, its `wrapper`. When that key is missing, the fields are moved
 * into it.
 */
export const WRAPS = Symbol('wraps');
export interface CheckedSchema extends TSchema {
  readonly failsWith: Fault;
  readonly [NORMALIZE]?: (text: string) => string;
}

// The registry calls this only with schemas of this kind.
TypeRegistry.Set(
  'CheckedSchema',
  (schema, value) => (schema as CheckedSchema).failsWith(value) === null,
);

/** `shown` is what the documentation shows; `normalize` is applied to strings before they are checked. */
export function checkedSchema<T>(
  shown: Record<string, unknown>,
  failsWith: Fault,
  normalize?: (text: string) => string,
): TUnsafe<T> {
  return Type.Unsafe<T>({
    [Kind]: 'CheckedSchema',
    ...shown,
    failsWith,
    ...(normalize && { [NORMALIZE]: normalize }),
  });
}

/** A body that its route receives as bytes and checks by itself. `shown` documents it. */
export const bytesBody = (shown: Record<string, unknown>): TUnsafe<Uint8Array> =>
  checkedSchema<Uint8Array>({ ...shown, isReadAsBytes: true }, (value) =>
    value instanceof Uint8Array ? null : unnamedProblem('must be bytes'),
  );

/**
 * Normalizes every string of a body in place, as its field wants, before it is checked. A text that spells a number
 * becomes that number where its field takes one.
 */
export function normalizeFields(schema: TSchema, value: unknown): void {
  if (typeof value !== 'object' || value === null || schema.type !== 'object') return;
  // It is a parsed JSON object, and its fields are checked before they are used.
  const fields = value as Record<string, unknown>;
  if ((schema as { [WRAPS]?: true })[WRAPS]) wrapFields(schema, fields);
  for (const [name, field] of Object.entries<TSchema & Partial<CheckedSchema>>(
    schema.properties ?? {},
  )) {
    const held = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (typeof held === 'string')
      fields[name] = field[NORMALIZE]?.(held) ?? fromText(field, held.trim()) ?? held;
    else if (Array.isArray(held)) fields[name] = normalizeItems(field, held);
    else normalizeFields(field, held);
  }
}

function wrapFields({ wrapper, properties }: TSchema, fields: Record<string, unknown>): void {
  if (Object.hasOwn(fields, wrapper)) return;
  const inside = Object.entries(fields).filter(([name]) => !Object.hasOwn(properties, name));
  for (const [name] of inside) delete fields[name];
  fields[wrapper] = Object.fromEntries(inside);
}

function normalizeItems(schema: TSchema, items: unknown[]): unknown[] {
  const item: (TSchema & Partial<CheckedSchema>) | undefined = schema.items;
  if (item === undefined) return items;
  const normalize = item[NORMALIZE];
  for (const one of items) normalizeFields(item, one);
  return normalize ? items.map((one) => (typeof one === 'string' ? normalize(one) : one)) : items;
}
