/**
 * Reads bodies and queries that handlers check, field by field. A schema is the type, the documentation and the check;
 * its fields may bring readers for what a schema cannot say.
 */
import {
  type Static,
  type TObject,
  type TOptional,
  type TSchema,
  type TUnknown,
  type TUnsafe,
  Type,
} from '@sinclair/typebox';
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors';
import { Value } from '@sinclair/typebox/value';
import { isWithin } from '../shared/characters.ts';
import { invalid, invalidFields } from '../shared/errors.ts';
import {
  type FieldProblem,
  type Problem,
  type ProblemCode,
  type ProblemParameters,
  problem,
} from '../shared/reasons/problems.ts';
import { lenientValue } from './body-values.ts';
import { type Fields, isFields } from './fields.ts';
import { fieldProblems, firstErrors } from './thrown-errors.ts';

/**
 * Returns `schema` for a body that its handler checks, without the symbols that make the server check it. It allows
 * unlisted fields, which Elysia would otherwise forbid in the schema itself when the route is first called.
 */
export const uncheckedBody = (schema: TSchema): TUnknown =>
  Type.Unknown({ additionalProperties: true, ...Object.fromEntries(Object.entries(schema)) });

/**
 * Returns `schema` for a body that its handler checks, as `uncheckedBody` does. The route also takes a form, whose part
 * `file` becomes the field `fileField`, a `FormFile`.
 */
export const uncheckedForm = (schema: TSchema, fileField: string): TUnknown =>
  Type.Unknown({ ...uncheckedBody(schema), fileField });

/** The query of a route that ignores the parameters that `schema` does not list; Elysia would refuse them. */
export const tolerantQuery = <S extends TObject>(schema: S): S => ({
  ...schema,
  additionalProperties: true,
});

/** The form of a route that reads it itself, while it comes: see `readStreamedForm`. */
export const streamedForm = (schema: TSchema): TUnknown =>
  Type.Unknown({ ...uncheckedBody(schema), isStreamedForm: true });

export { type Fields, fieldsIn, isFields, withoutNulls } from './fields.ts';

/** An error in a field: what is wrong with it, or with parts of it. */
export class FieldError {
  readonly problemsOf: (field: string) => readonly FieldProblem[];

  constructor(problemsOf: (field: string) => readonly FieldProblem[]) {
    this.problemsOf = problemsOf;
  }
}

/** Returns the error of a field that has the problem of this name. */
export const fieldError = <R extends ProblemCode>(
  reason: R,
  ...parameters: ProblemParameters<R>
): FieldError => errorOf(problem(reason, ...parameters));

/** Returns the error of a field that has the problem. */
export const errorOf = (found: Problem): FieldError =>
  new FieldError((field) => [{ field, ...found }]);

/** Returns an error inside the field. Each problem names the part that is wrong, such as `headers.host`. */
export const nestedErrors = (problems: readonly FieldProblem[]): FieldError =>
  new FieldError(() => problems);

/**
 * Turns what a caller sent for one field into its value, or returns a `FieldError`. An absent field is passed as
 * undefined. `before` has the earlier fields of the schema that are valid.
 */
type Read<T, C> = (value: unknown, context: C, before: Fields) => T | FieldError;

const READ = Symbol('read');
interface ReadField<T, C> extends TUnsafe<T> {
  readonly [READ]: Read<T, C>;
}

/** Returns a field that `read` checks. `shown` documents it, and says whether it may be absent. */
export const parsedBy = <T, C = unknown>(shown: TSchema, read: Read<T, C>): ReadField<T, C> =>
  Object.assign(Type.Unsafe<T>({ ...shown }), { [READ]: read });

/** Returns the field as one that may be absent, and is left out of the result then. */
export function optional<S extends TSchema>(field: S): TOptional<S> {
  const { [READ]: read } = field as Partial<ReadField<unknown, unknown>>;
  const readIfPresent: Read<unknown, unknown> = (value, context, before) =>
    value === undefined ? undefined : read?.(value, context, before);
  // The cast: TypeBox types a copy of a generic schema as any schema.
  return { ...Type.Optional(field), ...(read && { [READ]: readIfPresent }) } as TOptional<S>;
}

/** Returns an optional field that `read` checks if it is present. An absent field is left out of the result. */
export const parsedIfPresent = <T, C = unknown>(
  shown: TSchema,
  read: Read<T, C>,
): TOptional<ReadField<T, C>> => optional(parsedBy<T, C>(shown, read));

/** One of some words, or of some numbers. The type is asserted because TypeBox loses the literals of a list. */
export const words = <const W extends string | number>(...all: readonly W[]) =>
  Type.Unsafe<W>(Type.Union(all.map((word) => Type.Literal(word))));

export const oneOf =
  <W>(words: readonly W[]) =>
  (value: unknown): W | FieldError =>
    words.find((word) => word === value) ??
    fieldError('unknown_value', { values: words.join(', ') });

type ContextOf<S extends TObject> =
  Extract<S['properties'][keyof S['properties']], ReadField<unknown, never>> extends ReadField<
    unknown,
    infer C
  >
    ? C
    : never;
type Context<S extends TObject> = unknown extends ContextOf<S> ? [] : [context: ContextOf<S>];

/**
 * Returns the fields of `schema` as its readers return them; others are ignored. Throws 400 with every wrong field, in
 * the schema's order. For queries, and for handlers that refuse something before a body.
 */
export function checkedFields<S extends TObject>(
  schema: S,
  value: unknown,
  ...context: Context<S>
): Static<S> {
  return checkedBy(schema, value, ...context);
}

/**
 * Returns the fields of `schema` as its readers return them, as `checkedFields` does, for a schema whose type is not
 * known here. The caller ensures that `context` suits every reader.
 */
export function checkedBy<S extends TObject>(
  schema: S,
  value: unknown,
  context?: unknown,
): Static<S> {
  const { fields, problems } = readBySchema(schema, value, context);
  if (problems.length > 0) throw invalidFields(problems);
  // Every field has been read without a problem.
  return fields as Static<S>;
}

/**
 * Reads the fields of `schema` without throwing for wrong fields. Returns the valid fields, all fields that were sent
 * as `sentFields`, and the problems. Throws 400 only if `value` is not an object.
 */
export function readFields<S extends TObject>(
  schema: S,
  value: unknown,
  ...context: Context<S>
): FieldsRead<S> {
  return readBySchema(schema, value, ...context);
}

interface FieldsRead<S extends TObject> {
  fields: Partial<Static<S>>;
  sentFields: Fields;
  problems: FieldProblem[];
}

/**
 * Reads the fields as `readFields` does, for a schema whose type is not known here. The caller ensures that `context`
 * suits every reader.
 */
export function readBySchema<S extends TObject>(
  schema: S,
  value: unknown,
  context?: unknown,
): FieldsRead<S> {
  if (!isFields(value)) throw invalid('the body must be a JSON object');
  const sentFields: Record<string, unknown> = {};
  const fields: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  for (const [name, field] of Object.entries(schema.properties)) {
    const own = Object.hasOwn(value, name) ? value[name] : undefined;
    // The cast is safe: the caller makes sure that the context suits every reader.
    const read = (field as Partial<ReadField<unknown, unknown>>)[READ] ?? bySchema(schema, name);
    const strictly = read(own, context, fields);
    const meant = strictly instanceof FieldError ? lenientValue(schema, name, own) : own;
    if (meant !== undefined) sentFields[name] = own;
    const found = meant === own ? strictly : rightOne(read(meant, context, fields), strictly);
    if (found instanceof FieldError) problems.push(...found.problemsOf(name));
    else if (found !== undefined) fields[name] = found;
  }
  // Each value came from the reader of its field, or was checked against its schema.
  return { fields: fields as Partial<Static<S>>, sentFields, problems };
}

/** If the converted value is wrong too, the caller gets the error for the value that it sent. */
const rightOne = (found: unknown, strictly: unknown): unknown =>
  found instanceof FieldError ? strictly : found;

/** Reads a field that only needs its schema. */
const bySchema =
  ({ properties, required }: TObject, name: string): Read<unknown, unknown> =>
  (value) => {
    const schema = properties[name];
    if (schema === undefined || value === undefined)
      return required?.includes(name) ? fieldError('required') : undefined;
    if (errorsIn(schema, value).length === 0) return value;
    // It is checked as a field of the body, so that errors inside it have the whole path.
    const body = Type.Object({ [name]: schema });
    return nestedErrors(fieldProblems(errorsIn(body, { [name]: value })));
  };

// Checks values against schemas. The length of a text counts the characters that people see.

/** Returns what is wrong with the value. TypeBox itself counts an emoji as two characters or more. */
function errorsIn(schema: TSchema, value: unknown): readonly ValueError[] {
  // Nearly every value is valid and needs nothing more. An iterator does not repeat its first error, so a new one lists
  // the errors.
  if (Value.Errors(schema, value).First() === undefined) return [];
  return realErrors(Value.Errors(schema, value));
}

/** Reads also the errors of the variants of a union, which TypeBox gives only once, so that they can be read again. */
const realErrors = (found: Iterable<ValueError>): ValueError[] =>
  firstErrors(
    Iterator.from(found)
      // The cast: nobody needs more of them than that they can be iterated.
      .map((error) => ({
        ...error,
        errors: error.errors.map(realErrors) as unknown as VariantErrors,
      }))
      .filter(isError),
  );

type VariantErrors = ValueError['errors'];

function isError({ type, schema, value, errors }: ValueError): boolean {
  if (type === ValueErrorType.StringMaxLength && typeof value === 'string')
    return !isWithin(value, Number(schema.maxLength));
  if (type === ValueErrorType.Union) return errors.every((branch) => [...branch].length > 0);
  return true;
}
