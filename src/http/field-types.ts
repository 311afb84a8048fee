/**
 * Kinds of fields in bodies and queries. Each declares a field once: what it accepts, how the document shows it, the
 * words of its refusal, and the value that the operation gets.
 */
import { type SchemaOptions, Type } from '@sinclair/typebox';
import { isWithin } from '../shared/characters.ts';
import { isUuid } from '../shared/ids.ts';
import { INSTANT_PROBLEM, readInstant } from '../shared/instant.ts';
import { shownAsInteger } from './openapi-schema.ts';
import { fieldError, oneOf, parsedBy, words } from './read-fields.ts';

interface FieldOptions extends SchemaOptions {
  readonly description: string;
  /** Words of the refusal in place of those of the kind, to be read after the field's name. */
  readonly failsWith?: string;
}

export const Flag = (options: FieldOptions) =>
  Type.Boolean({ ...options, failsWith: 'must be true or false' });

interface WholeOptions extends FieldOptions {
  readonly minimum: number;
  readonly maximum: number;
}

/** An integer. `failsWith` may say what it counts. */
export const Whole = (options: WholeOptions) =>
  Type.Integer({
    failsWith: `must be a whole number from ${options.minimum} to ${options.maximum}`,
    ...options,
  });

interface TextOptions extends FieldOptions {
  readonly minLength?: number;
  /** In characters as people count them. */
  readonly maxLength: number;
}

const textProblem = ({ minLength, maxLength }: TextOptions): string =>
  minLength
    ? `must be a text of ${minLength}-${maxLength} characters`
    : `must be a text of at most ${maxLength} characters`;

export const Text = (options: TextOptions) =>
  Type.String({ ...options, failsWith: textProblem(options) });

/** A text that loses the blanks around it. They count for its greatest length, and not for its least. */
export const TrimmedText = (options: TextOptions) =>
  parsedBy(Type.String({ ...options }), (value) => {
    if (value === undefined) return fieldError('is required');
    const text = typeof value === 'string' && isWithin(value, options.maxLength) && value.trim();
    return text === false || text.length < (options.minLength ?? 0)
      ? fieldError(textProblem(options))
      : text;
  });

/** One of some words, or of some numbers. */
export const Choice = <const W extends string | number>(
  choices: readonly W[],
  options: FieldOptions,
) => parsedBy<W>({ ...words(...choices), ...options }, oneOf(choices));

/** A choice in a query that the operation alone checks, after the key and the instance. */
export const ChoiceText = <const W extends string>(choices: readonly W[], options: FieldOptions) =>
  parsedBy<W>(
    Type.String({ ...options, shownAs: { type: 'string', enum: choices } }),
    oneOf(choices),
  );

/** A time, which becomes ms since 1970. */
export const Moment = (options: FieldOptions) =>
  parsedBy(
    Type.String({ format: 'date-time', examples: ['2027-01-31T09:00:00Z'], ...options }),
    (value) =>
      (typeof value === 'string' ? readInstant(value) : null) ?? fieldError(INSTANT_PROBLEM),
  );

/** A UUID in any case, which becomes lower case. */
export const Uuid = ({ failsWith = 'must be a UUID', ...options }: FieldOptions) =>
  parsedBy(Type.String({ shownFormat: 'uuid', ...options }), (value) =>
    typeof value === 'string' && isUuid(value) ? value.toLowerCase() : fieldError(failsWith),
  );

/** Returns the integer up to `max` that decimal digits spell, or null for any other value. */
export function wholeNumber(text: unknown, max = Number.MAX_SAFE_INTEGER): number | null {
  const value = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return value <= max ? value : null;
}

interface WholeTextOptions extends FieldOptions {
  readonly minimum: number;
  readonly maximum?: number;
  readonly default?: number;
}

/** A number of a query, whose parameters are texts. An absent one is its default. */
export function WholeText(options: WholeTextOptions) {
  const { minimum, maximum, default: byDefault, failsWith, ...shown } = options;
  const range = {
    minimum,
    ...(maximum !== undefined && { maximum }),
    ...(byDefault !== undefined && { default: byDefault }),
  };
  const upTo = maximum === undefined ? '' : ` to ${maximum}`;
  const problem = failsWith ?? `must be a whole number from ${minimum}${upTo}`;
  const schema = shownAsInteger(range, shown);
  const absent = byDefault === undefined ? undefined : String(byDefault);
  return parsedBy(absent === undefined ? schema : Type.Optional(schema), (value = absent) => {
    const number = wholeNumber(value, maximum);
    return number !== null && number >= minimum ? number : fieldError(problem);
  });
}
