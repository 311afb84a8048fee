/** Compares the fields of a refused body with those of its schema. */
import type { TSchema } from '@sinclair/typebox';
import { nearest } from '../shared/nearest.ts';
import { readBodyOf } from './body-reader.ts';
import { type Fields, isFields } from './read-fields.ts';

/** Returns a function that returns the hint for the body that was read for a request. */
export const fieldHints =
  (schemaOf: (method: string, route: string) => TSchema | null) =>
  (request: Request): string | undefined => {
    const read = readBodyOf(request);
    const schema = read && schemaOf(read.method, read.route);
    return schema ? fieldHint(schema, read.body) : undefined;
  };

/** A body may have any number of fields, and a hint is read by a person. */
const COMPARED_MAX = 32;
const SHOWN_MAX = 5;
const LEVELS_MAX = 4;

/**
 * Returns which fields were probably meant by those that the schema does not list. If none is near and a required one
 * is missing, returns what was sent beside what is wanted. Returns undefined when there is nothing to say.
 */
function fieldHint(schema: TSchema, body: unknown): string | undefined {
  const inner = typeof schema.wrapper === 'string' ? schema.properties[schema.wrapper] : schema;
  const fields = inner !== schema && isFields(body) ? body[schema.wrapper] : body;
  if (!isFields(fields) || inner?.properties === undefined) return undefined;
  const meant = [...misspelt(inner, fields, '', LEVELS_MAX)].slice(0, SHOWN_MAX);
  if (meant.length > 0) return meant.join('; ');
  const lacking = (inner.required ?? []).filter((name: string) => !Object.hasOwn(fields, name));
  const unlisted = unlistedIn(inner, fields).slice(0, SHOWN_MAX);
  if (lacking.length === 0 || unlisted.length === 0) return undefined;
  return `the body has ${unlisted.map(shown).join(', ')} and lacks ${lacking.join(', ')}`;
}

/** Yields `txt was sent: did you mean text?` for fields of an object and of the objects inside it. */
function* misspelt(schema: TSchema, fields: Fields, at: string, levels: number): Generator<string> {
  const properties: Readonly<Record<string, TSchema>> = schema.properties;
  const absent = Object.keys(properties).filter((name) => !Object.hasOwn(fields, name));
  for (const name of unlistedIn(schema, fields)) {
    const found = nearest(name, absent);
    if (found !== null) yield `${at}${shown(name)} was sent: did you mean ${found}?`;
  }
  if (levels === 1) return;
  for (const [name, property] of Object.entries(properties)) {
    const held = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (property.properties && isFields(held))
      yield* misspelt(property, held, `${at}${name}.`, levels - 1);
  }
}

const unlistedIn = ({ properties }: TSchema, fields: Fields): string[] =>
  Object.keys(fields)
    .slice(0, COMPARED_MAX)
    .filter((name) => name !== '' && !Object.hasOwn(properties, name));

const NAME_MAX = 64;

/** Callers choose these names. */
const shown = (name: string): string =>
  name.length > NAME_MAX ? `${name.slice(0, NAME_MAX)}…` : name;
