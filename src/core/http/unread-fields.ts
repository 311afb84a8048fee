/**
 * Finds fields of a body that nothing reads although their names are near to one that is read. A request that is done
 * is answered with a warning, or refused if its caller prefers that; the answer of a failed request has them as a hint.
 */
import type { TSchema } from '@sinclair/typebox';
import { nearest, ONE_STEP, question, type Tolerance, UP_TO_THREE } from '../shared/nearest.ts';
import { type Fields, isFields } from './fields.ts';

/**
 * The option `otherNames` of a body schema: names that are read besides its own. The value is our name of the field, or
 * null for a field that has no effect here.
 */
export type OtherNames = Readonly<Record<string, string | null>>;

/** A body may have any number of fields, and sentences are read by a person. */
const COMPARED_MAX = 32;
export const SHOWN_MAX = 5;
const LEVELS_MAX = 4;
const NAME_MAX = 64;

/** How far a name may be away, and the sentences that were found. */
interface Search {
  readonly tolerance: Tolerance;
  readonly found: string[];
}

/**
 * Returns a sentence for each field of a body, and of objects inside it, that is one step from one that is read. Every
 * request with a body passes here, so nothing is made for a field whose name is known.
 */
export const unreadFields = (schema: TSchema, body: Fields): readonly string[] =>
  // Other fields of a closed body are refused by name.
  schema.additionalProperties === false ? [] : sentencesFor(schema, body, ONE_STEP);

/** Returns the sentences for a body that was refused. */
export const misspeltFields = (schema: TSchema, body: Fields): readonly string[] =>
  sentencesFor(schema, body, UP_TO_THREE);

function sentencesFor(schema: TSchema, body: Fields, tolerance: Tolerance): readonly string[] {
  const search: Search = { tolerance, found: [] };
  if (schema.properties) collect(schema, body, '', LEVELS_MAX, search);
  return search.found;
}

function collect(schema: TSchema, fields: Fields, at: string, levels: number, search: Search) {
  const properties: Readonly<Record<string, TSchema>> = schema.properties;
  let compared = 0;
  for (const name in fields) {
    if (search.found.length === SHOWN_MAX) return;
    const value = fields[name];
    if (Object.hasOwn(properties, name)) {
      const inner = properties[name];
      if (inner && typeof value === 'object' && levels > 1)
        collectInside(inner, value, `${at}${name}.`, levels - 1, search);
    } else if (++compared <= COMPARED_MAX) {
      const reason = reasonFor(schema, fields, name, search.tolerance);
      if (reason !== null) search.found.push(`${at}${shownName(name)} is not read${reason}`);
    }
  }
}

function collectInside(
  schema: TSchema,
  value: unknown,
  at: string,
  levels: number,
  search: Search,
): void {
  if (schema.properties && isFields(value)) collect(schema, value, at, levels, search);
  if (!schema.items?.properties || !Array.isArray(value)) return;
  for (const [index, item] of value.slice(0, COMPARED_MAX).entries())
    if (isFields(item)) collect(schema.items, item, `${at}${index}.`, levels, search);
}

/** Returns null for a field that is read under another name, that repeats one that is read, or that is near to no name. */
function reasonFor(
  { properties, otherNames = {} }: TSchema,
  fields: Fields,
  name: string,
  tolerance: Tolerance,
): string | null {
  const isOther = Object.hasOwn(otherNames, name);
  const known = isOther
    ? (otherNames as OtherNames)[name]
    : nearest(name, Object.keys(properties), tolerance);
  if (known === null || known === undefined || fields[known] === fields[name]) return null;
  if (!isOther) return `: ${question(known)}`;
  return fields[known] === undefined ? null : `, because ${known} is given`;
}

/** Callers choose these names. */
export const shownName = (name: string): string =>
  name.length > NAME_MAX ? `${name.slice(0, NAME_MAX)}…` : name;
