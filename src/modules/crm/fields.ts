/**
 * The kinds of field in bodies and queries under /api/v1. Each is a TypeBox schema, so that one declaration is the
 * check, the type, the documentation and the problem of a wrong value.
 */
import { type TSchema, Type } from '@sinclair/typebox';
import {
  type CheckedSchema,
  checkedSchema,
  type Fault,
  NORMALIZE,
  WRAPS,
} from '../../core/http/checked-schema.ts';
import { describe, type IntegerRange, shownAsInteger } from '../../core/http/openapi-schema.ts';
import { hasInvisible, isWithin } from '../../core/shared/characters.ts';
import { iso } from '../../core/shared/clock.ts';
import { isUuid } from '../../core/shared/ids.ts';
import { readInstant } from '../../core/shared/instant.ts';
import { type Problem, problem } from '../../core/shared/reasons/problems.ts';

const trimmed = (text: string): string => text.trim();

/** Time to compose a pile of accents grows with the square of its height; a name of 255 letters with one each is shorter. */
const COMPOSED_MAX = 512;

/** Returns a text trimmed, each letter with its accent as one character, so that a search for either form finds it. */
function composed(text: string): string {
  const inner = text.trim();
  return inner.length > COMPOSED_MAX ? inner : inner.normalize('NFC');
}

const LINE_ENDS = /[\n\r\t]/g;

/** This zone calls a text a string, as JSON does. */
export const notString: Problem = { ...problem('not_text'), message: 'must be a string' };

interface TextOptions {
  /** Characters as people count them, after trimming. */
  readonly min?: number;
  readonly max: number;
  /** Whether line ends and tabs are allowed. */
  readonly isMultiline?: boolean;
  readonly description?: string;
  readonly examples?: readonly string[];
}

/** A text for people: trimmed, without control and zero-width characters. `min` is 1 by default. */
export function Text({ min = 1, max, isMultiline = false, description, examples }: TextOptions) {
  const shown = {
    type: 'string',
    minLength: min,
    maxLength: max,
    ...(description && { description }),
    ...(examples && { examples }),
  };
  return checkedSchema<string>(shown, textFault(min, max, isMultiline), composed);
}

const textFault =
  (min: number, max: number, isMultiline: boolean): Fault =>
  (value) => {
    if (typeof value !== 'string') return notString;
    if (value.length < min) return min === 1 ? problem('blank') : problem('too_short', { min });
    if (!isWithin(value, max)) return problem('too_long', { max });
    const plain = isMultiline ? value.replace(LINE_ENDS, '') : value;
    return hasInvisible(plain) ? problem('invisible_characters') : null;
  };

/** Returns the problem of a value outside this list, in the sentence of this zone. */
export function notOneOf(choices: readonly (string | number)[]): Problem {
  const values = choices.join(', ');
  return { ...problem('unknown_value', { values }), message: `must be one of: ${values}` };
}

/** One of some words in a query; unlike the others it may be absent. */
export const OptionalWord = (words: readonly string[], description: string) =>
  Type.Optional(
    Type.String({
      pattern: `^(${words.join('|')})$`,
      failsWith: notOneOf(words),
      description,
      shownAs: { type: 'string', enum: words },
    }),
  );

/** Digits of one form in a query, which the document shows as an integer; they may be absent. */
export const OptionalInteger = (
  pattern: string,
  failsWith: Problem,
  shown: IntegerRange,
  description: string,
) => Type.Optional(shownAsInteger(shown, { pattern, failsWith, description }));

const EXAMPLE_ID = '01a1fa97-2109-775b-8df8-e96b45bbbe0f';

/** A UUID in any case, which becomes lower case. */
export const Uuid = (description?: string, example = EXAMPLE_ID) =>
  checkedSchema<string>(
    {
      type: 'string',
      format: 'uuid',
      ...(description && { description, examples: [example] }),
    },
    (value) => (typeof value === 'string' && isUuid(value) ? null : problem('not_uuid')),
    (text) => text.toLowerCase(),
  );

const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9-]{2,63}$/;

export const Email = (description?: string, example = 'agent@example.com') =>
  checkedSchema<string>(
    {
      type: 'string',
      format: 'email',
      maxLength: 254,
      ...(description && { description, examples: [example] }),
    },
    (value) =>
      typeof value === 'string' && value.length <= 254 && EMAIL.test(value)
        ? null
        : problem('not_email', { max: 254 }),
    trimmed,
  );

export const HttpUrl = (description?: string, example = 'https://shop.example.com/hook') =>
  checkedSchema<string>(
    {
      type: 'string',
      format: 'uri',
      maxLength: 2048,
      ...(description && { description, examples: [example] }),
    },
    (value) =>
      typeof value === 'string' && value.length <= 2048 && /^https?:$/.test(protocolOf(value))
        ? null
        : problem('not_http_url', { max: 2048 }),
    trimmed,
  );

const protocolOf = (text: string): string => URL.parse(text)?.protocol ?? '';

export const Instant = (description?: string, example = '2027-01-31T09:00:00Z') =>
  checkedSchema<string>(
    {
      type: 'string',
      format: 'date-time',
      ...(description && { description, examples: [example] }),
    },
    (value) =>
      typeof value === 'string' && readInstant(value) !== null ? null : problem('not_a_time'),
    trimmed,
  );

/** One of some words. The type is asserted because a list of literals loses which ones they are. */
export const Words = <const W extends readonly string[]>(...names: W) =>
  Type.Unsafe<W[number]>(Type.Union(names.map((name) => Type.Literal(name))));

const orNull = (found: Problem | null): Problem | null =>
  found && { ...found, message: `${found.message} or null` };

/** Allows null beside the field; it is still described, trimmed and refused in the field's own words. */
export function nullable<T extends TSchema & Partial<CheckedSchema>>(schema: T) {
  const { failsWith, [NORMALIZE]: normalize, description, ...plain } = schema;
  const own = {
    ...plain,
    ...(failsWith && { failsWith }),
    ...(normalize && { [NORMALIZE]: normalize }),
  };
  // The cast: the whole schema except its description, which moves to the union.
  return Type.Union([own as T, Type.Null()], {
    ...(description && { description }),
    ...(typeof failsWith === 'function' && {
      failsWith: (value: unknown) => orNull(failsWith(value)),
    }),
    ...(normalize && { [NORMALIZE]: normalize }),
  });
}

export type JsonFields = Record<string, unknown>;

/** Any JSON object up to a size (bytes of its JSON text) and a depth (levels, including itself). */
export const FreeObject = (
  { maxBytes, maxLevels }: { maxBytes: number; maxLevels: number },
  about = 'Any JSON object',
) =>
  checkedSchema<JsonFields>(
    {
      type: 'object',
      description: `${about}; at most ${maxBytes} bytes as JSON and ${maxLevels} levels deep`,
    },
    (value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        return problem('not_object');
      if (isDeeper(value, maxLevels)) return problem('too_many_levels', { max: maxLevels });
      return Buffer.byteLength(JSON.stringify(value)) > maxBytes
        ? problem('too_many_json_bytes', { max: maxBytes })
        : null;
    },
  );

function isDeeper(value: object, levels: number): boolean {
  if (levels === 0) return true;
  return Object.values(value).some(
    (inner) => typeof inner === 'object' && inner !== null && isDeeper(inner, levels - 1),
  );
}

/** A body of exactly these fields; others are refused by name. */
export const Body = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

/** A body whose fields are inside one key; it is a bad request when that key is missing or not an object. */
export const WrappedBody = <
  W extends string,
  T extends TSchema,
  P extends Record<string, TSchema> = Record<never, TSchema>,
>(
  wrapper: W,
  inner: T,
  beside: P = {} as P,
) =>
  Type.Object(
    {
      [wrapper]: describe(
        `Fields of the ${wrapper.replace('_', ' ')}; absent ones keep their values in a change`,
        inner,
      ),
      ...beside,
    } as { [K in W]: T } & P,
    { additionalProperties: false, wrapper },
  );

/** The same, except that the fields may also stand in the body itself: what names no other field is one of them. */
export const FlatOrWrappedBody: typeof WrappedBody = (wrapper, inner, beside) => ({
  ...WrappedBody(wrapper, inner, beside),
  [WRAPS]: true,
});

/** A field that a client of another system sends and that is not kept; see `notKeptIn`. */
export const NotKept = (what: string) =>
  Type.Optional(
    Type.Unknown({
      description: `${what}; accepted but not stored, as the message says`,
      examples: [{ source: 'import' }],
    }),
  );

/** Returns the end of an answer's message with the names of the fields that were sent and not stored, or ''. */
export function notKeptIn(fields: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(fields).filter((name) => fields[name] !== undefined);
  return names.length === 0 ? '' : `; not kept: ${names.join(', ')}`;
}

/** A query of these values besides the account; others are ignored. */
export const Query = <P extends Record<string, TSchema> = Record<never, TSchema>>(
  values: P = {} as P,
) =>
  Type.Object(
    {
      account_id: Type.Optional(
        Type.String({
          description:
            'Id of the account to act in, a UUID; may also be given as the header `account-id`',
          examples: ['01a1fae0-f341-706a-bd5b-e5fb135b6385'],
        }),
      ),
      ...values,
    },
    { additionalProperties: true },
  );

/** A time in answers. */
export const Time = Type.String({ format: 'date-time' });
export const Id = Type.String({ format: 'uuid' });
export const TIMES = {
  created_at: describe('When the record was created, ISO 8601 in UTC', Time),
  updated_at: describe('When the record was last changed, ISO 8601 in UTC', Time),
};

export const timesOf = (row: { readonly createdAt: number; readonly updatedAt: number }) => ({
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});
