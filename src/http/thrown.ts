/**
 * Anything thrown while answering, turned into the AppError to answer with.
 * Owns: the meaning of the framework's own errors. Must never: pass an unexpected error's words on.
 */
import type { TSchema } from '@sinclair/typebox';
import type { ValueError } from '@sinclair/typebox/errors';
import { NotFoundError, ParseError, ValidationError } from 'elysia';
import { AppError, type Details, invalid, unavailabilityOf } from '../shared/errors.ts';
import type { Fields } from '../shared/log.ts';
import { fieldTexts, sentenceOf } from './field-texts.ts';
import type { Zone } from './zone.ts';

const UNEXPECTED = 'An unexpected error occurred';

/** An unexpected error; `cause` is for the log. */
const unexpected = (cause: unknown): AppError => new AppError('internal', UNEXPECTED, { cause });

/** What is out of order is looked at again at least once a second. */
const RETRY_AFTER_SECONDS = '1';

const unavailable = (message: string, cause: unknown): AppError =>
  new AppError('unavailable', message, { cause, headers: { 'retry-after': RETRY_AFTER_SECONDS } });

/** `allowed` lists the methods that the path of the request has routes for. */
export function asAppError(
  error: unknown,
  zone: Zone | undefined,
  allowed: () => string[],
): AppError {
  if (error instanceof AppError && error.reason !== 'internal') return error;
  const outage = unavailabilityOf(error);
  if (outage !== null) return unavailable(outage, error);
  if (error instanceof AppError) return error;
  if (error instanceof NotFoundError) return unrouted(allowed());
  if (error instanceof ParseError) {
    return error.cause instanceof AppError ? error.cause : unexpected(error.cause);
  }
  if (error instanceof ValidationError) return brokenSchema(error, zone);
  return unexpected(error);
}

function unrouted(methods: string[]): AppError {
  if (methods.length === 0) return new AppError('not_found', 'There is nothing at this path');
  const allow = methods.join(', ');
  return new AppError('method_not_allowed', `This path takes ${allow}`, { headers: { allow } });
}

interface Check {
  readonly schema: TSchema;
  Errors(value: unknown): Iterable<ValueError>;
}

function brokenSchema(error: ValidationError, zone: Zone | undefined): AppError {
  // The cast: all schemas of this product are TypeBox's, and so are their compiled checks.
  const check = error.validator as Check;
  const errors = [...check.Errors(error.value)];
  const details = fieldTexts(errors);
  switch (error.type) {
    case 'response':
      return unexpected(new Error(`the answer breaks its schema: ${sentenceOf(details)}`));
    case 'body':
      return brokenBody(details, errors.some(isWhole), check.schema.wrapper, zone);
    case 'query':
      return invalid(`The query is invalid: ${sentenceOf(details)}`, details);
    case 'params':
      return invalid(`The path is invalid: ${sentenceOf(details)}`, details);
    default:
      return invalid(`The headers are invalid: ${sentenceOf(details)}`, details);
  }
}

const isWhole = ({ path }: ValueError): boolean => path === '';

/**
 * A body schema with the option `wrapper` holds its fields inside one key of that name: the key
 * itself missing or misshapen is BAD_REQUEST everywhere, and details name fields without it.
 */
function brokenBody(
  wrapped: Details,
  isBrokenAsWhole: boolean,
  wrapper: unknown,
  zone: Zone | undefined,
): AppError {
  const details = typeof wrapper === 'string' ? unwrapped(wrapped, wrapper) : wrapped;
  const isWrapperBroken = typeof wrapper === 'string' && wrapper in wrapped;
  const isUnprocessable =
    zone?.bodyFailures === 'VALIDATION_ERROR' && !isWrapperBroken && !isBrokenAsWhole;
  const message = `The body is invalid: ${sentenceOf(details)}`;
  return new AppError(isUnprocessable ? 'unprocessable' : 'invalid', message, { details });
}

const unwrapped = (details: Details, wrapper: string): Details =>
  Object.fromEntries(
    Object.entries(details).map(([field, texts]) => [
      field.startsWith(`${wrapper}.`) ? field.slice(wrapper.length + 1) : field,
      texts,
    ]),
  );

const MAX_CAUSES = 5;

/** An error as log fields. A failed query's message holds its parameters, so only its cause is told. */
export function describeForLog(error: unknown, causesLeft = MAX_CAUSES): Fields {
  if (!(error instanceof Error)) return { name: typeof error };
  if ('params' in error) return describeForLog(error.cause, causesLeft);
  const own = { name: error.name, message: error.message, stack: error.stack };
  if (error.cause === undefined || causesLeft === 0) return own;
  return { ...own, cause: describeForLog(error.cause, causesLeft - 1) };
}
