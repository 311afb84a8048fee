/** Compares the fields of a refused body with those of its schema. */
import type { TSchema } from '@sinclair/typebox';
import { readBodyOf } from './body-reader.ts';
import { type Fields, isFields } from './fields.ts';
import { misspeltFields, SHOWN_MAX, shownName } from './unread-fields.ts';

/** Returns a function that returns the hint for the body that was read for a request. */
export const fieldHints =
  (schemaOf: (method: string, route: string) => TSchema | null) =>
  (request: Request): string | undefined => {
    const read = readBodyOf(request);
    const schema = read && schemaOf(read.method, read.route);
    return schema ? fieldHint(schema, read.body) : undefined;
  };

/**
 * Returns which fields were probably meant by those that the schema does not list. If none is near and a required one
 * is missing, returns what was sent beside what is wanted. Returns undefined when there is nothing to say.
 */
function fieldHint(schema: TSchema, body: unknown): string | undefined {
  const inner = typeof schema.wrapper === 'string' ? schema.properties[schema.wrapper] : schema;
  const fields = inner !== schema && isFields(body) ? body[schema.wrapper] : body;
  if (!isFields(fields) || inner?.properties === undefined) return undefined;
  const misspelt = misspeltFields(inner, fields);
  if (misspelt.length > 0) return misspelt.join('; ');
  const lacking = (inner.required ?? []).filter((name: string) => !Object.hasOwn(fields, name));
  const unlisted = unlistedIn(inner, fields);
  if (lacking.length === 0 || unlisted.length === 0) return undefined;
  return `the body has ${unlisted.join(', ')} and lacks ${lacking.join(', ')}`;
}

const unlistedIn = ({ properties }: TSchema, fields: Fields): string[] =>
  Object.keys(fields)
    .filter((name) => name !== '' && !Object.hasOwn(properties, name))
    .slice(0, SHOWN_MAX)
    .map(shownName);
