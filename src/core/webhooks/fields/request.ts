/** Reads the body of a request that creates or changes an endpoint, in the same way for both owners. */
import type { TObject, TProperties } from '@sinclair/typebox';
import { type Fields, isFields, readBySchema } from '../../http/read-fields.ts';
import { type FieldProblem, problem } from '../../shared/reasons/problems.ts';
import { isSameOrigin } from '../url.ts';
import {
  type EndpointField,
  type EndpointFields,
  type FieldContext,
  requestFields,
} from './field.ts';
import { unknownField } from './readers.ts';

/** Returns the fields of a new endpoint, which has a name and a URL. */
export const newFields = (
  fields: EndpointFields & Readonly<Record<'name' | 'url', EndpointField>>,
): TProperties => ({
  ...requestFields(fields),
  name: fields.name.request,
  url: fields.url.request,
});

interface ChangeContext extends FieldContext {
  readonly stored: FieldContext['stored'] & { readonly enabled: boolean };
}

/** Returns a problem for each field of a body that no endpoint has. */
const unknownFields = ({ properties }: TObject, body: unknown): FieldProblem[] =>
  (isFields(body) ? Object.keys(body) : [])
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => unknownField(name));

/** Each of any number of wrong fields would be in the answer. */
const PROBLEMS_MAX = 32;

/**
 * Returns what a body changes of the endpoint `stored`, and what is wrong with it: every wrong field, every field that
 * there is not, and stored secrets that would follow the URL to another receiver.
 */
export function readChange(
  schema: TObject,
  body: unknown,
  context: ChangeContext,
): { readonly change: Fields; readonly problems: readonly FieldProblem[] } {
  const { fields, problems } = readBySchema(schema, body, context);
  const found = [...problems, ...unknownFields(schema, body)];
  const { stored } = context;
  const { url = stored.url, headers, verifyToken, enabled = stored.enabled } = fields;
  const isElsewhere = typeof url === 'string' && !isSameOrigin(url, stored.url);
  if (enabled && url === '' && problems.length === 0)
    found.push({ field: 'url', ...problem('required_while_enabled') });
  if (headers === undefined && isElsewhere && Object.keys(stored.headers).length > 0)
    found.push({ field: 'headers', ...problem('values_stay_there') });
  if (verifyToken === undefined && isElsewhere && stored.verifyToken !== null)
    found.push({ field: 'verifyToken', ...problem('token_stays_there') });
  return { change: fields, problems: found.slice(0, PROBLEMS_MAX) };
}
