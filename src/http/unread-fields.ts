/**
 * Finds fields of a body that nothing reads although they are one step from one that is read. Their request is answered
 * with a warning, or refused if its caller prefers that.
 */
import type { TSchema } from '@sinclair/typebox';
import { nearNames } from '../shared/nearest.ts';
import { type Fields, isFields } from './fields.ts';

/**
 * The option `otherNames` of a body schema: names that are read besides its own. The value is our name of the field, or
 * null for a field that has no effect here.
 */
export type OtherNames = Readonly<Record<string, string | null>>;

/** A body may have any number of fields, and warnings are read by a person. */
const COMPARED_MAX = 32;
const SHOWN_MAX = 5;
const LEVELS_MAX = 4;
const NAME_MAX = 64;

/**
 * Returns a sentence for each such field. Every request passes here, so nothing is made for a field whose name is known.
 */
export function unreadFields(schema: TSchema, body: Fields): readonly string[] {
  const found: string[] = [];
  // Other fields of a closed body are refused by name.
  if (schema.properties && schema.additionalProperties !== false)
    collect(schema, body, '', LEVELS_MAX, found);
  return found;
}

function collect(schema: TSchema, fields: Fields, at: string, levels: number, found: string[]) {
  const properties: Readonly<Record<string, TSchema>> = schema.properties;
  let compared = 0;
  for (const name in fields) {
    if (found.length === SHOWN_MAX) return;
    const value = fields[name];
    if (Object.hasOwn(properties, name)) {
      const inner = properties[name];
      if (inner && typeof value === 'object' && levels > 1)
        collectInside(inner, value, `${at}${name}.`, levels - 1, found);
    } else if (++compared <= COMPARED_MAX) {
      const sentence = sentenceFor(schema, fields, name, at);
      if (sentence !== null) found.push(sentence);
    }
  }
}

function collectInside(
  schema: TSchema,
  value: unknown,
  at: string,
  levels: number,
  found: string[],
): void {
  if (schema.properties && isFields(value)) collect(schema, value, at, levels, found);
  if (!schema.items?.properties || !Array.isArray(value)) return;
  for (const [index, item] of value.slice(0, COMPARED_MAX).entries())
    if (isFields(item)) collect(schema.items, item, `${at}${index}.`, levels, found);
}

function sentenceFor(
  { properties, otherNames = {} }: TSchema,
  fields: Fields,
  name: string,
  at: string,
): string | null {
  const place = `${at}${shown(name)}`;
  const known = (otherNames as OtherNames)[name];
  if (Object.hasOwn(otherNames, name)) {
    const isRead = known === null || known === undefined || fields[known] === undefined;
    return isRead || fields[known] === fields[name]
      ? null
      : `${place} is not read, because ${known} is given`;
  }
  const near = nearNamesOf(properties)(name);
  return near === null || fields[near] === fields[name]
    ? null
    : `${place} is not read: did you mean ${near}?`;
}

const compiled = new WeakMap<object, (typed: string) => string | null>();

function nearNamesOf(properties: object): (typed: string) => string | null {
  let find = compiled.get(properties);
  if (find === undefined) {
    find = nearNames(Object.keys(properties));
    compiled.set(properties, find);
  }
  return find;
}

/** Callers choose these names. */
const shown = (name: string): string =>
  name.length > NAME_MAX ? `${name.slice(0, NAME_MAX)}…` : name;
