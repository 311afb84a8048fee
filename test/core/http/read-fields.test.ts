import { describe, expect, test } from 'bun:test';
import { FormatRegistry, type TSchema, Type } from '@sinclair/typebox';
import {
  checkedFields,
  fieldError,
  nestedErrors,
  oneOf,
  parsedBy,
  parsedIfPresent,
  readFields,
  words,
} from '../../../src/core/http/read-fields.ts';
import { AppError } from '../../../src/core/shared/errors.ts';
import { problem } from '../../../src/core/shared/reasons/problems.ts';

const Order = Type.Object({
  note: Type.Optional(Type.String({ maxLength: 3 })),
  size: parsedBy(words('S', 'L'), oneOf(['S', 'L'] as const)),
  days: parsedBy(Type.Optional(Type.Integer()), (value = 3, daysMax: number) =>
    typeof value === 'number' && value <= daysMax
      ? value
      : fieldError('too_large', { max: daysMax }),
  ),
  gift: parsedIfPresent(Type.Object({}), (value, _, { size }) =>
    size === 'S'
      ? nestedErrors(
          ['gift.ribbon', 'gift.card'].map((field) => ({ field, ...problem('required') })),
        )
      : value,
  ),
  paid: Type.Boolean(),
  from: Type.Optional(Type.Object({ from: Type.String() })),
});

function refusal(body: unknown): string {
  try {
    checkedFields(Order, body, 7);
  } catch (error) {
    if (error instanceof AppError && error.reason === 'invalid') return error.message;
    throw error;
  }
  return 'accepted';
}

describe('checkedFields', () => {
  test('fields are given as their readers made them, and unknown ones are left out', () => {
    const body = { size: 'L', gift: { to: 'Ann' }, paid: true, coupon: 5 };
    expect(checkedFields(Order, body, 7)).toEqual({
      size: 'L',
      days: 3,
      gift: { to: 'Ann' },
      paid: true,
    });
  });

  test('a field inside a field is named by its whole path', () => {
    const body = { size: 'L', paid: true };
    expect(refusal({ ...body, from: { to: 'Bob' } })).toBe('from.from is required');
    expect(refusal({ ...body, from: { from: 1 } })).toBe('from.from must be a string');
    expect(refusal({ ...body, from: 'Ann' })).toBe('from must be an object');
  });

  test('a field that may be absent and is absent is left out', () => {
    expect(Object.keys(checkedFields(Order, { size: 'S', paid: false }, 7))).toEqual([
      'size',
      'days',
      'paid',
    ]);
  });

  test('every wrong field is named in one text, in the order of the schema', () => {
    expect(refusal({ paid: 1, gift: { to: 'Ann' }, days: 8, size: 'S', note: 'long' })).toBe(
      'note must have at most 3 characters; days must be at most 7; gift.ribbon is required; gift.card is required; paid must be a boolean',
    );
  });

  test('a required field that is absent is named', () => {
    expect(refusal({})).toBe('size must be one of S, L; paid is required');
  });

  test.each([[null], [undefined], [[]], ['text'], [5]])('%j is no object of fields', (body) => {
    expect(refusal(body)).toBe('the body must be a JSON object');
  });

  test('what an object inherits is no field of it', () => {
    const Named = Type.Object({
      toString: parsedBy(Type.Optional(Type.String()), (value) => value),
    });
    expect(Object.keys(checkedFields(Named, {}))).toEqual([]);
  });

  test('a reader does not see fields before it that are wrong', () => {
    expect(refusal({ size: 'M', gift: { to: 'Ann' }, paid: true })).toBe(
      'size must be one of S, L',
    );
  });
});

test.each([
  ['a text', Type.String({ maxLength: 2 })],
  ['a text or null', Type.Union([Type.String({ maxLength: 2 }), Type.Null()])],
])('the most characters of %s are counted as people see them', (_, text) => {
  const Named = Type.Object({ text, list: Type.Optional(Type.Array(text)) });
  const problems = (name: string) => readFields(Named, { text: name, list: [name] }).problems;
  for (const right of ['ab', '👨‍👩‍👧👍🏽', 'e\u0301e\u0301', '🇧🇷🇧🇷'])
    expect(problems(right)).toEqual([]);
  for (const long of ['abc', '👍👍👍', `a${'\u0301'.repeat(50)}`])
    expect(problems(long)).toHaveLength(2);
});

test('what is wrong inside of an object that may be null is named, and the field is not taken for an absent one', () => {
  const Place = Type.Object({ street: Type.String({ maxLength: 5 }), floor: Type.Integer() });
  const Placed = Type.Object({
    place: Type.Union([Place, Type.Null()]),
    places: Type.Optional(Type.Array(Type.Union([Place, Type.Null()]))),
  });
  const of = (value: object) =>
    readFields(Placed, value).problems.map(({ field, reason }) => [field, reason]);
  const right = { street: 'Rua A', floor: 1 };
  for (const place of [null, right]) expect(of({ place })).toEqual([]);
  expect(of({ place: {} })).toEqual([
    ['place.street', 'required'],
    ['place.floor', 'required'],
  ]);
  expect(of({ place: { ...right, floor: null } })).toEqual([['place.floor', 'not_integer']]);
  expect(of({ place: { ...right, street: 'Avenida' } })).toEqual([['place.street', 'too_long']]);
  expect(of({ place: 5 })).toEqual([['place', 'wrong_type']]);
  expect(of({ place: null, places: [null, right, { street: 'A', floor: 'x' }] })).toEqual([
    ['places.2.floor', 'not_integer'],
  ]);
});

test('what an object that may be null has right is not named beside what it has wrong', () => {
  const Place = Type.Object({ street: Type.String({ maxLength: 5 }), floor: Type.Integer() });
  const Placed = Type.Object({ place: Type.Union([Place, Type.Null()]) });
  const { problems } = readFields(Placed, { place: { street: '👍🏽👍🏽👍🏽', floor: 'x' } });
  expect(problems.map(({ field }) => field)).toEqual(['place.floor']);
});

test.each([
  ['a list', (list: TSchema) => list],
  ['a list that may be null', (list: TSchema) => Type.Union([list, Type.Null()])],
])('of %s of 50,000 wrong items only the first are looked at', (_, made) => {
  let looks = 0;
  const Many = Type.Object({
    list: made(Type.Array(Type.String({ format: 'never' }))),
  });
  FormatRegistry.Set('never', () => {
    looks += 1;
    return false;
  });
  const { problems } = readFields(Many, { list: Array(50_000).fill('x') });
  FormatRegistry.Delete('never');
  expect(problems.length).toBeGreaterThan(9);
  expect(looks).toBeLessThan(5_000);
});

test('readFields gives what is right beside what is wrong, and all that was sent', () => {
  const read = readFields(Order, { size: 'M', paid: true, coupon: 5 }, 7);
  expect(read.fields as object).toEqual({ days: 3, paid: true });
  expect(read.sentFields).toEqual({ size: 'M', paid: true });
  expect(read.problems).toEqual([
    { field: 'size', ...problem('unknown_value', { values: 'S, L' }) },
  ]);
});

test('in the documentation a field that is read is what its schema shows', () => {
  expect(Order.required as object).toEqual(['size', 'paid']);
  expect(JSON.parse(JSON.stringify(Order.properties.days))).toEqual({ type: 'integer' });
});
