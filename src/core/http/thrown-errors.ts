/** Turns whatever was thrown into the AppError to answer with. */
import { Kind, type TSchema } from '@sinclair/typebox';
import { type ValueError, ValueErrorType as Wrong } from '@sinclair/typebox/errors';
import { NotFoundError, ParseError, ValidationError } from 'elysia';
import { AppError, failure, unavailabilityOf } from '../shared/errors.ts';
import type { Fields } from '../shared/log.ts';
import { didYouMean, question } from '../shared/nearest.ts';
import {
  type FieldProblem,
  type Problem,
  type ProblemCode,
  problem,
  sentenceOf,
} from '../shared/reasons/problems.ts';
import type { Zone } from './zone.ts';

/** An unexpected error; `cause` is for the log. */
const unexpected = (cause: unknown): AppError => failure('unexpected', {}, { cause });

/** Facts of a request that no route takes. */
export interface UnroutedRequest {
  /** The method in the form that failures show. */
  readonly method: string;
  /** Returns the methods that the path has routes for. */
  allowed(): string[];
  /** Returns the operation that was probably meant, as method and path, or null. */
  nearest(): string | null;
  /** Where the operations are listed. */
  readonly listing: string;
}

export function asAppError(error: unknown, zone?: Zone, request?: UnroutedRequest): AppError {
  if (error instanceof AppError && error.reason !== 'internal') return error;
  const outage = unavailabilityOf(error);
  if (outage !== null) return outage;
  if (error instanceof AppError) return error;
  if (error instanceof NotFoundError && request) return unrouted(request);
  if (error instanceof ParseError) {
    return error.cause instanceof AppError ? error.cause : unexpected(error.cause);
  }
  if (error instanceof ValidationError) return brokenSchema(error, zone);
  return unexpected(error);
}

function unrouted({ method, allowed, nearest, listing }: UnroutedRequest): AppError {
  const methods = allowed();
  if (methods.length === 0) {
    const found = nearest();
    const hint = found === null ? `${listing} lists every operation` : question(found);
    return failure('path_unknown', {}, { hint });
  }
  const allow = methods.join(', ');
  return failure(
    'method_unknown',
    { methods: allow },
    { headers: { allow }, hint: `${method} was sent: send ${methods[0]}` },
  );
}

interface Check {
  readonly schema: TSchema;
  Errors(value: unknown): Iterable<ValueError>;
}

function brokenSchema(error: ValidationError, zone: Zone | undefined): AppError {
  // The cast is safe: all schemas of this product are TypeBox's, and so are their compiled checks.
  const check = error.validator as Check;
  const errors = firstErrors(check.Errors(error.value));
  const problems = fieldProblems(errors);
  const refused = (part: string) =>
    new AppError('invalid', `${part}: ${sentenceOf(problems)}`, { problems });
  switch (error.type) {
    case 'response':
      return unexpected(new Error(`the answer breaks its schema: ${sentenceOf(problems)}`));
    case 'body':
      return brokenBody(problems, errors, check.schema.wrapper, zone);
    case 'query':
      return refused('The query is invalid');
    case 'params':
      return refused('The path is invalid');
    default:
      return refused('The headers are invalid');
  }
}

const ERRORS_MAX = 1_000;

/** Returns as many errors as an answer can need. A body may hold many more, and finding them would stop other work. */
export const firstErrors = (errors: Iterable<ValueError>): ValueError[] =>
  Iterator.from(errors).take(ERRORS_MAX).toArray();

/** Returns which word of a list was probably meant, if a text is near one, or undefined. */
function choiceHint(errors: readonly ValueError[]): string | undefined {
  for (const { schema, value, path } of errors) {
    const words = variantsOf(schema).map((variant) => variant.const);
    if (typeof value !== 'string' || !words.every((word) => typeof word === 'string')) continue;
    const hint = didYouMean(value, words);
    if (hint !== null) return `${fieldOf(path)}: ${hint}`;
  }
  return undefined;
}

const isWhole = ({ path }: ValueError): boolean => path === '';

/**
 * A body schema with the option `wrapper` holds its fields inside one key of that name. A missing or malformed key is
 * BAD_REQUEST everywhere, and problems name fields without it.
 */
function brokenBody(
  wrapped: readonly FieldProblem[],
  errors: readonly ValueError[],
  wrapper: unknown,
  zone: Zone | undefined,
): AppError {
  const problems = typeof wrapper === 'string' ? unwrapped(wrapped, wrapper) : wrapped;
  const isWrapperBroken = wrapped.some(({ field }) => field === wrapper);
  const isUnprocessable =
    zone?.bodyFailures === 'VALIDATION_ERROR' && !isWrapperBroken && !errors.some(isWhole);
  const message = `The body is invalid: ${sentenceOf(problems)}`;
  return new AppError(isUnprocessable ? 'unprocessable' : 'invalid', message, {
    problems,
    hint: choiceHint(errors),
  });
}

const unwrapped = (problems: readonly FieldProblem[], wrapper: string): FieldProblem[] =>
  problems.map((one) =>
    one.field.startsWith(`${wrapper}.`)
      ? { ...one, field: one.field.slice(wrapper.length + 1) }
      : one,
  );

const MAX_CAUSES = 5;

/**
 * Returns the fields of an error for the log. The message of a failed query holds its parameters, so only its cause is
 * logged.
 */
export function describeForLog(error: unknown, causesLeft = MAX_CAUSES): Fields {
  if (!(error instanceof Error)) return { name: typeof error };
  if ('params' in error) return describeForLog(error.cause, causesLeft);
  const own = { name: error.name, message: error.message, stack: error.stack };
  if (error.cause === undefined || causesLeft === 0) return own;
  return { ...own, cause: describeForLog(error.cause, causesLeft - 1) };
}

/** Answers stay readable and small with any number of wrong fields. */
const MAX_FIELDS = 32;
const MAX_NAME = 128;

/** The name for a value that is wrong as a whole. */
const WHOLE = 'body';

/**
 * Returns what is wrong by dotted field path, such as `custom_fields.attributes.0`. A schema may bring its own problem in
 * the option `failsWith`, or a function that returns it for a value.
 */
export function fieldProblems(errors: Iterable<ValueError>): FieldProblem[] {
  const byField = new Map<string, Problem[]>();
  collect(errors, byField);
  return [...byField].flatMap(([field, problems]) => problems.map((one) => ({ field, ...one })));
}

function collect(errors: Iterable<ValueError>, byField: Map<string, Problem[]>): void {
  for (const error of errors) {
    const inner = innerErrors(error);
    if (inner) {
      collect(inner, byField);
      continue;
    }
    const field = fieldOf(error.path);
    const known = byField.get(field);
    if (known === undefined && byField.size >= MAX_FIELDS) return;
    // A missing field also breaks its own schema, which would not help the caller.
    if (known?.[0]?.reason === 'required') continue;
    const found = problemOf(error);
    if (known === undefined) byField.set(field, [found]);
    else if (!known.some(({ message }) => message === found.message)) known.push(found);
  }
}

/** Turns a JSON pointer into a dotted path. */
function fieldOf(pointer: string): string {
  if (pointer === '') return WHOLE;
  const names = pointer.slice(1).split('/');
  const path = names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')).join('.');
  return path.length > MAX_NAME ? `${path.slice(0, MAX_NAME)}…` : path;
}

/** Returns the errors of the one variant of a union that has the shape of the value, if there is one. */
function innerErrors(error: ValueError): Iterable<ValueError> | null {
  if (error.type !== Wrong.Union || typeof error.value !== 'object' || error.value === null) {
    return null;
  }
  const shape = Array.isArray(error.value) ? 'array' : 'object';
  const fitting = variantsOf(error.schema).flatMap((variant, index) =>
    variant.type === shape ? [index] : [],
  );
  const only = fitting.length === 1 ? fitting[0] : undefined;
  return only === undefined ? null : (error.errors[only] ?? null);
}

function problemOf({ type, schema, value }: ValueError): Problem {
  if (type === Wrong.ObjectRequiredProperty) return problem('required');
  if (type === Wrong.ObjectAdditionalProperties) return problem('field_unknown');
  const own: Problem | ((value: unknown) => Problem | null) | undefined = schema.failsWith;
  const failed = typeof own === 'function' ? own(value) : own;
  return failed ?? BOUNDS[type]?.(schema) ?? typeProblem(schema);
}

/** Name broken bounds of a value that has the right type. */
const BOUNDS: Partial<Record<Wrong, (schema: TSchema) => Problem>> = {
  [Wrong.StringMinLength]: ({ minLength: min }) =>
    min === 1 ? problem('empty') : problem('too_short', { min }),
  [Wrong.StringMaxLength]: ({ maxLength: max }) => problem('too_long', { max }),
  [Wrong.StringPattern]: ({ pattern }) => problem('wrong_pattern', { pattern }),
  [Wrong.StringFormat]: ({ format }) => formatProblem(format),
  [Wrong.IntegerMinimum]: ({ minimum: min }) => problem('too_small', { min }),
  [Wrong.NumberMinimum]: ({ minimum: min }) => problem('too_small', { min }),
  [Wrong.IntegerMaximum]: ({ maximum: max }) => problem('too_large', { max }),
  [Wrong.NumberMaximum]: ({ maximum: max }) => problem('too_large', { max }),
  [Wrong.IntegerExclusiveMinimum]: ({ exclusiveMinimum: limit }) => problem('not_over', { limit }),
  [Wrong.NumberExclusiveMinimum]: ({ exclusiveMinimum: limit }) => problem('not_over', { limit }),
  [Wrong.IntegerExclusiveMaximum]: ({ exclusiveMaximum: limit }) => problem('not_under', { limit }),
  [Wrong.NumberExclusiveMaximum]: ({ exclusiveMaximum: limit }) => problem('not_under', { limit }),
  [Wrong.IntegerMultipleOf]: ({ multipleOf: step }) => problem('not_a_multiple', { step }),
  [Wrong.NumberMultipleOf]: ({ multipleOf: step }) => problem('not_a_multiple', { step }),
  [Wrong.ArrayMinItems]: ({ minItems: min }) => singular(problem('too_few_items', { min }), min),
  [Wrong.ArrayMaxItems]: ({ maxItems: max }) => singular(problem('too_many_items', { max }), max),
  [Wrong.ArrayUniqueItems]: () => problem('repeated_item'),
  [Wrong.ObjectMinProperties]: ({ minProperties: min }) =>
    singular(problem('too_few_fields', { min }), min),
  [Wrong.ObjectMaxProperties]: ({ maxProperties: max }) =>
    singular(problem('too_many_fields', { max }), max),
};

/** The sentences end with a noun in the plural. */
const singular = (one: Problem, count: number): Problem =>
  count === 1 ? { ...one, message: one.message.replace(/s$/, '') } : one;

const FORMATS: Record<string, string> = {
  uuid: 'a UUID',
  'date-time': 'an ISO 8601 date and time',
  date: 'an ISO 8601 date',
  email: 'an e-mail address',
  uri: 'a URL',
};

function formatProblem(format: string): Problem {
  const found = problem('wrong_format', { format });
  const name = FORMATS[format];
  return name === undefined ? found : { ...found, message: `must be ${name}` };
}

/** The types of JSON, and the problem of a value of any other type. */
const TYPES: Readonly<Record<string, { readonly name: string; readonly reason?: ProblemCode }>> = {
  string: { name: 'a string', reason: 'not_text' },
  integer: { name: 'an integer', reason: 'not_integer' },
  number: { name: 'a number', reason: 'not_number' },
  boolean: { name: 'a boolean', reason: 'not_boolean' },
  array: { name: 'an array', reason: 'not_list' },
  object: { name: 'an object', reason: 'not_object' },
  null: { name: 'null' },
};

/** Says in the words of JSON what a schema accepts. */
function typeProblem(schema: TSchema): Problem {
  const message = `must be ${kindOf(schema)}`;
  const variants = variantsOf(schema);
  const choices = variants.filter((variant) => 'const' in variant);
  if (variants.length > 0 && choices.length === variants.length) {
    const values = choices.map((variant) => variant.const).join(', ');
    return { ...problem('unknown_value', { values }), message };
  }
  const types = variants.length === 0 ? [schema.type] : variants.map(({ type }) => type);
  const reason = types.length === 1 ? TYPES[types[0]]?.reason : undefined;
  return reason === undefined
    ? { ...problem('wrong_type', { types: [...new Set(types)].join(', ') }), message }
    : { reason, message };
}

/** Says what a schema accepts, to be read after "must be". */
function kindOf(schema: TSchema): string {
  const variants = variantsOf(schema);
  if (variants.length > 0) {
    const isChoice = variants.every((variant) => 'const' in variant);
    if (isChoice) return `one of: ${variants.map((variant) => variant.const).join(', ')}`;
    return [...new Set(variants.map(kindOf))].join(' or ');
  }
  if ('const' in schema) return JSON.stringify(schema.const);
  return TYPES[schema.type]?.name ?? (schema[Kind] === 'Intersect' ? 'an object' : 'a valid value');
}

const variantsOf = (schema: TSchema): TSchema[] =>
  Array.isArray(schema.anyOf) ? schema.anyOf : [];
