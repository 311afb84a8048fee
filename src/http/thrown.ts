/** Turns whatever was thrown into the AppError to answer with. */
import { Kind, type TSchema } from '@sinclair/typebox';
import { type ValueError, ValueErrorType as Wrong } from '@sinclair/typebox/errors';
import { NotFoundError, ParseError, ValidationError } from 'elysia';
import { AppError, type Details, failure, invalid, unavailabilityOf } from '../shared/errors.ts';
import type { Fields } from '../shared/log.ts';
import { didYouMean, question } from '../shared/nearest.ts';
import type { Zone } from './zone.ts';

/** An unexpected error; `cause` is for the log. */
const unexpected = (cause: unknown): AppError => failure('unexpected', {}, { cause });

/** Facts of a request that no route takes. */
export interface Unrouted {
  /** The method in the form that failures show. */
  readonly method: string;
  /** Returns the methods that the path has routes for. */
  allowed(): string[];
  /** Returns the operation that was probably meant, as method and path, or null. */
  nearest(): string | null;
}

export function asAppError(error: unknown, zone?: Zone, request?: Unrouted): AppError {
  if (error instanceof AppError && error.reason !== 'internal') return error;
  const outage = unavailabilityOf(error);
  if (outage !== null) return new AppError('unavailable', outage, { cause: error });
  if (error instanceof AppError) return error;
  if (error instanceof NotFoundError && request) return unrouted(request);
  if (error instanceof ParseError) {
    return error.cause instanceof AppError ? error.cause : unexpected(error.cause);
  }
  if (error instanceof ValidationError) return brokenSchema(error, zone);
  return unexpected(error);
}

function unrouted({ method, allowed, nearest }: Unrouted): AppError {
  const methods = allowed();
  if (methods.length === 0) {
    const found = nearest();
    const hint = found === null ? '/swagger lists every operation' : question(found);
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
  const errors = [...check.Errors(error.value)];
  const details = fieldTexts(errors);
  switch (error.type) {
    case 'response':
      return unexpected(new Error(`the answer breaks its schema: ${sentenceOf(details)}`));
    case 'body':
      return brokenBody(details, errors, check.schema.wrapper, zone);
    case 'query':
      return invalid(`The query is invalid: ${sentenceOf(details)}`, details);
    case 'params':
      return invalid(`The path is invalid: ${sentenceOf(details)}`, details);
    default:
      return invalid(`The headers are invalid: ${sentenceOf(details)}`, details);
  }
}

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
 * BAD_REQUEST everywhere, and details name fields without it.
 */
function brokenBody(
  wrapped: Details,
  errors: readonly ValueError[],
  wrapper: unknown,
  zone: Zone | undefined,
): AppError {
  const details = typeof wrapper === 'string' ? unwrapped(wrapped, wrapper) : wrapped;
  const isWrapperBroken = typeof wrapper === 'string' && wrapper in wrapped;
  const isUnprocessable =
    zone?.bodyFailures === 'VALIDATION_ERROR' && !isWrapperBroken && !errors.some(isWhole);
  const message = `The body is invalid: ${sentenceOf(details)}`;
  return new AppError(isUnprocessable ? 'unprocessable' : 'invalid', message, {
    details,
    hint: choiceHint(errors),
  });
}

const unwrapped = (details: Details, wrapper: string): Details =>
  Object.fromEntries(
    Object.entries(details).map(([field, texts]) => [
      field.startsWith(`${wrapper}.`) ? field.slice(wrapper.length + 1) : field,
      texts,
    ]),
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
 * Returns texts by dotted field path, such as `{ "custom_fields.attributes.0": ["must be a string"] }`. A schema may
 * bring its own sentence in the option `failsWith`, or a function that words it for a value.
 */
export function fieldTexts(errors: Iterable<ValueError>): Details {
  const details: Details = {};
  collect(errors, details);
  return details;
}

/** Joins them into one sentence: `name is required; age must be an integer`. */
export const sentenceOf = (details: Details): string =>
  Object.entries(details)
    .map(([field, texts]) => `${field} ${texts.join(' and ')}`)
    .join('; ');

function collect(errors: Iterable<ValueError>, details: Details): void {
  for (const error of errors) {
    const inner = innerErrors(error);
    if (inner) {
      collect(inner, details);
      continue;
    }
    const field = fieldOf(error.path);
    // Callers choose the names of unknown fields, and an inherited `toString` must not count as one.
    const known = Object.hasOwn(details, field) ? details[field] : undefined;
    if (known === undefined && Object.keys(details).length >= MAX_FIELDS) return;
    // A missing field also breaks its own schema, which would not help the caller.
    if (known?.[0] === REQUIRED) continue;
    const text = textOf(error);
    if (known === undefined) details[field] = [text];
    else if (!known.includes(text)) known.push(text);
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

const REQUIRED = 'is required';

function textOf({ type, schema, value }: ValueError): string {
  if (type === Wrong.ObjectRequiredProperty) return REQUIRED;
  if (type === Wrong.ObjectAdditionalProperties) return 'is not a known field';
  if (typeof schema.failsWith === 'string') return schema.failsWith;
  if (typeof schema.failsWith === 'function') return String(schema.failsWith(value));
  return BOUNDS[type]?.(schema) ?? `must be ${kindOf(schema)}`;
}

/** Word broken bounds of a value that has the right type. */
const BOUNDS: Partial<Record<Wrong, (schema: TSchema) => string>> = {
  [Wrong.StringMinLength]: ({ minLength }) =>
    minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`,
  [Wrong.StringMaxLength]: ({ maxLength }) => `must have at most ${maxLength} characters`,
  [Wrong.StringPattern]: ({ pattern }) => `must match ${pattern}`,
  [Wrong.StringFormat]: ({ format }) => `must be ${FORMATS[format] ?? `in the form ${format}`}`,
  [Wrong.IntegerMinimum]: ({ minimum }) => `must be at least ${minimum}`,
  [Wrong.NumberMinimum]: ({ minimum }) => `must be at least ${minimum}`,
  [Wrong.IntegerMaximum]: ({ maximum }) => `must be at most ${maximum}`,
  [Wrong.NumberMaximum]: ({ maximum }) => `must be at most ${maximum}`,
  [Wrong.IntegerExclusiveMinimum]: ({ exclusiveMinimum }) => `must be over ${exclusiveMinimum}`,
  [Wrong.NumberExclusiveMinimum]: ({ exclusiveMinimum }) => `must be over ${exclusiveMinimum}`,
  [Wrong.IntegerExclusiveMaximum]: ({ exclusiveMaximum }) => `must be under ${exclusiveMaximum}`,
  [Wrong.NumberExclusiveMaximum]: ({ exclusiveMaximum }) => `must be under ${exclusiveMaximum}`,
  [Wrong.IntegerMultipleOf]: ({ multipleOf }) => `must be a multiple of ${multipleOf}`,
  [Wrong.NumberMultipleOf]: ({ multipleOf }) => `must be a multiple of ${multipleOf}`,
  [Wrong.ArrayMinItems]: ({ minItems }) => `must have at least ${counted(minItems, 'item')}`,
  [Wrong.ArrayMaxItems]: ({ maxItems }) => `must have at most ${counted(maxItems, 'item')}`,
  [Wrong.ArrayUniqueItems]: () => 'must not have the same item twice',
  [Wrong.ObjectMinProperties]: ({ minProperties }) =>
    `must have at least ${counted(minProperties, 'field')}`,
  [Wrong.ObjectMaxProperties]: ({ maxProperties }) =>
    `must have at most ${counted(maxProperties, 'field')}`,
};

const FORMATS: Record<string, string> = {
  uuid: 'a UUID',
  'date-time': 'an ISO 8601 date and time',
  date: 'an ISO 8601 date',
  email: 'an e-mail address',
  uri: 'a URL',
};

const KINDS: Record<string, string> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

/** Says what a schema accepts, to be read after "must be". */
function kindOf(schema: TSchema): string {
  const variants = variantsOf(schema);
  if (variants.length > 0) {
    const isChoice = variants.every((variant) => 'const' in variant);
    if (isChoice) return `one of: ${variants.map((variant) => variant.const).join(', ')}`;
    return [...new Set(variants.map(kindOf))].join(' or ');
  }
  if ('const' in schema) return JSON.stringify(schema.const);
  return KINDS[schema.type] ?? (schema[Kind] === 'Intersect' ? 'an object' : 'a valid value');
}

const variantsOf = (schema: TSchema): TSchema[] =>
  Array.isArray(schema.anyOf) ? schema.anyOf : [];

const counted = (count: number, noun: string): string =>
  count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
