/** Readers of the endpoint fields that a schema alone cannot check. */
import { delayAfter, type RetryRule } from '../../events/contract/channel.ts';
import { DEFAULT_ENDPOINT } from '../../events/contract/endpoint.ts';
import {
  errorOf,
  type FieldError,
  type Fields,
  fieldError,
  isFields,
  nestedErrors,
  oneOf,
} from '../../http/read-fields.ts';
import { hasInvisible, isWithin } from '../../shared/characters.ts';
import { type FieldProblem, type Problem, problem } from '../../shared/reasons/problems.ts';
import { compileFilter, type Filter } from '../filter/filter.ts';
import { readVerifyToken } from '../handshake.ts';
import { checkHeaders, type Headers } from '../headers.ts';
import { compileTransform, type Transform } from '../transform/transform.ts';
import { checkChangedUrl, isSameOrigin } from '../url.ts';
import type { FieldContext } from './field.ts';

export const NAME_MAX = 255;
export const DESCRIPTION_MAX = 1000;

/** Who may see and change an endpoint: the keys of the instance alone, or its customer's page too. */
export const OWNERS = ['operator', 'customer'] as const;
export type Owner = (typeof OWNERS)[number];

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && isWithin(value, most) && !hasInvisible(value);

export function readName(value: unknown, { stored }: FieldContext): string | FieldError {
  if (value === undefined) return fieldError('required');
  if (!isText(value, NAME_MAX) || value.trim() === '')
    return fieldError('not_name', { max: NAME_MAX });
  const name = value.trim();
  const isDefault = stored.id === DEFAULT_ENDPOINT;
  if ((name === DEFAULT_ENDPOINT) === isDefault) return name;
  return fieldError(isDefault ? 'must_stay' : 'must_not_be', { value: DEFAULT_ENDPOINT });
}

export const readDescription = (value: unknown): string | FieldError =>
  isText(value, DESCRIPTION_MAX)
    ? value.trim()
    : fieldError('not_description', { max: DESCRIPTION_MAX });

export function readOwner(value: unknown, { stored }: FieldContext): Owner | FieldError {
  if (value === 'customer' && stored.id === DEFAULT_ENDPOINT)
    return fieldError('default_is_operators', { name: DEFAULT_ENDPOINT });
  return oneOf(OWNERS)(value);
}

/** Returns the URL in the form in which it is called. */
export function readUrl(
  value: unknown,
  { guard, stored }: { guard: FieldContext['guard']; stored: { readonly url: string } },
): string | FieldError {
  if (value === undefined) return fieldError('required');
  if (typeof value !== 'string') return fieldError('not_text');
  const checked = checkChangedUrl(value, guard, stored.url);
  return 'url' in checked ? checked.url : errorOf(checked.problem);
}

export function readHeaders(
  value: unknown,
  { stored }: { readonly stored: { readonly url: string; readonly headers: Headers } },
  { url }: Fields,
): Headers | FieldError {
  const isElsewhere = typeof url === 'string' && url !== '' && !isSameOrigin(url, stored.url);
  const checked = checkHeaders(value, { headers: stored.headers, isElsewhere });
  return 'headers' in checked ? checked.headers : nestedErrors(checked.problems);
}

type TokenContext = { readonly stored: Pick<FieldContext['stored'], 'url' | 'verifyToken'> };

/** Returns the reader of a token beside the field that has its URL. */
export const tokenReader =
  (urlField: string) =>
  (value: unknown, { stored }: TokenContext, before: Fields): string | null | FieldError => {
    const found = readVerifyToken(value, stored, before[urlField]);
    return 'problem' in found ? errorOf(found.problem) : found.token;
  };

export const readFlagOrNull = (value: unknown): boolean | null | FieldError =>
  value === null || typeof value === 'boolean' ? value : fieldError('not_boolean_or_null');

export function readFilter(value: unknown): Filter | null | FieldError {
  if (value === null) return null;
  const compiled = compileFilter(value);
  // Only an object compiles.
  return 'test' in compiled ? (value as Filter) : nestedErrors(compiled.problems);
}

export function readTransform(value: unknown): Transform | null | FieldError {
  if (value === null) return null;
  const compiled = compileTransform(value);
  // Only an object with such fields compiles.
  return 'apply' in compiled ? (value as Transform) : nestedErrors(compiled.problems);
}

const isWhole = (value: unknown, least: number, most: number): value is number =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;

/** Returns the reader of retries whose delays are in the field `delays`. */
export const retryReader =
  (delays: string) =>
  (value: unknown): RetryRule | null | FieldError => {
    if (value === null) return null;
    if (!isFields(value)) return fieldError('not_retries', { delays });
    const { attempts, [delays]: delaysMs, ...others } = value;
    const problems = Object.keys(others).map((name) => unknownField(name, 'retry.'));
    if (!isWhole(attempts, 1, ATTEMPTS_MAX))
      problems.push({
        field: 'retry.attempts',
        ...problem('whole_number_between', { min: 1, max: ATTEMPTS_MAX }),
      });
    const isList = Array.isArray(delaysMs) && delaysMs.length > 0 && delaysMs.length <= DELAYS_MAX;
    const isDelay = (one: unknown) => isWhole(one, DELAY_MIN_MS, Number.MAX_SAFE_INTEGER);
    if (!isList || !delaysMs.every(isDelay))
      problems.push({
        field: `retry.${delays}`,
        ...problem('not_delays', { max: DELAYS_MAX, min: DELAY_MIN_MS }),
      });
    if (problems.length > 0) return nestedErrors(problems);
    // Both fields have been checked.
    const rule = { attempts: Number(attempts), delaysMs: delaysMs as number[] };
    const tooLong = retryProblem(rule);
    return tooLong === null ? rule : errorOf(tooLong);
  };

/** Callers choose these names. */
export const unknownField = (name: string, before = ''): FieldProblem => ({
  field: before + (/^[\w-]{1,64}$/.test(name) ? name : JSON.stringify(name.slice(0, 64))),
  ...problem('not_field_of_endpoint'),
});

export const ATTEMPTS_MAX = 20;
/** A shorter delay would hit a receiver that is down again before it can recover. */
export const DELAY_MIN_MS = 1_000;
export const DELAYS_MAX = ATTEMPTS_MAX - 1;
const DAYS_MAX = 3;
const RETRIES_MAX_MS = DAYS_MAX * 24 * 60 * 60 * 1000;

/** Returns why the retries of a webhook may not be these; null when they may. */
function retryProblem(rule: RetryRule): Problem | null {
  let total = 0;
  for (let attempt = 1; attempt < rule.attempts; attempt++) total += delayAfter(rule, attempt);
  return total > RETRIES_MAX_MS
    ? problem('retries_too_long', {
        max: DAYS_MAX,
        attempts: rule.attempts,
        days: days(total),
      })
    : null;
}

const days = (ms: number): number => Math.ceil((ms / 86_400_000) * 10) / 10;
