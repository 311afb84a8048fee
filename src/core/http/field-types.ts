/**
 * Kinds of fields in bodies and queries. Each declares a field once: what it accepts, how the document shows it, the
 * words of its refusal, and the value that the operation gets.
 */
import { type SchemaOptions, Type } from '@sinclair/typebox';
import { isWithin } from '../shared/characters.ts';
import { isUuid } from '../shared/ids.ts';
import { readInstant } from '../shared/instant.ts';
import { type Problem, problem } from '../shared/reasons/problems.ts';
import { shownAsInteger } from './openapi-schema.ts';
import { errorOf, fieldError, oneOf, parsedBy, words } from './read-fields.ts';

interface DescribedOptions extends SchemaOptions {
  readonly description: string;
}

/** The options of kinds whose problem says enough about every field. */
interface FieldOptions extends DescribedOptions {
  readonly failsWith?: never;
}

/** The options of kinds whose problem a field may replace, to name the thing that it counts or names. */
interface NamingOptions extends DescribedOptions {
  /** The problem in place of that of the kind. */
  readonly failsWith?: Problem;
}

export const Flag = (options: FieldOptions) =>
  Type.Boolean({ ...options, failsWith: problem('not_boolean') });

interface WholeOptions extends NamingOptions {
  readonly minimum: number;
  readonly maximum: number;
}

export const Whole = (options: WholeOptions) =>
  Type.Integer({
    failsWith: problem('whole_number_between', { min: options.minimum, max: options.maximum }),
    ...options,
  });

interface TextOptions extends FieldOptions {
  readonly minLength?: number;
  /** In characters as people count them. */
  readonly maxLength: number;
}

const textProblem = ({ minLength: min, maxLength: max }: TextOptions): Problem =>
  min ? problem('text_length', { min, max }) : problem('text_too_long', { max });

export const Text = (options: TextOptions) =>
  Type.String({ ...options, failsWith: textProblem(options) });

/** A text that loses the blanks around it. They count for its greatest length, and not for its least. */
export const TrimmedText = (options: TextOptions) =>
  parsedBy(Type.String({ ...options }), (value) => {
    if (value === undefined) return fieldError('required');
    const text = typeof value === 'string' && isWithin(value, options.maxLength) && value.trim();
    return text === false || text.length < (options.minLength ?? 0)
      ? errorOf(textProblem(options))
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
    (value) => (typeof value === 'string' ? readInstant(value) : null) ?? fieldError('not_a_time'),
  );

/** A UUID in any case, which becomes lower case. */
export const Uuid = ({ failsWith = problem('not_uuid'), ...options }: NamingOptions) =>
  parsedBy(Type.String({ shownFormat: 'uuid', ...options }), (value) =>
    typeof value === 'string' && isUuid(value) ? value.toLowerCase() : errorOf(failsWith),
  );

/** Returns the integer up to `max` that decimal digits spell, or null for any other value. */
export function wholeNumber(text: unknown, max = Number.MAX_SAFE_INTEGER): number | null {
  const value = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return value <= max ? value : null;
}

interface WholeTextOptions extends NamingOptions {
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
  const ofKind =
    maximum === undefined
      ? problem('whole_number_from', { min: minimum })
      : problem('whole_number_between', { min: minimum, max: maximum });
  const schema = shownAsInteger(range, shown);
  const absent = byDefault === undefined ? undefined : String(byDefault);
  return parsedBy(absent === undefined ? schema : Type.Optional(schema), (value = absent) => {
    const number = wholeNumber(value, maximum);
    return number !== null && number >= minimum ? number : errorOf(failsWith ?? ofKind);
  });
}
