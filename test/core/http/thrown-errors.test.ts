import { describe, expect, test } from 'bun:test';
import { type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { fieldProblems } from '../../../src/core/http/thrown-errors.ts';
import { detailsOf, problem, sentenceOf } from '../../../src/core/shared/reasons/problems.ts';
import 'elysia';

const texts = (schema: TSchema, value: unknown) =>
  detailsOf(fieldProblems(Value.Errors(schema, value)));
const inField = (schema: TSchema, value: unknown) =>
  texts(Type.Object({ field: schema }), { field: value }).field;

describe('one field', () => {
  const table: [string, TSchema, unknown, string[]][] = [
    ['a number for a string', Type.String(), 5, ['must be a string']],
    ['null for a string', Type.String(), null, ['must be a string']],
    ['"5" for an integer', Type.Integer(), '5', ['must be an integer']],
    ['1.5 for an integer', Type.Integer(), 1.5, ['must be an integer']],
    ['a string for a boolean', Type.Boolean(), 'true', ['must be a boolean']],
    ['an object for an array', Type.Array(Type.String()), {}, ['must be an array']],
    ['an array for an object', Type.Object({}), [], ['must be an object']],
    ['too small', Type.Integer({ minimum: 1 }), 0, ['must be at least 1']],
    ['too big', Type.Number({ maximum: 9 }), 10, ['must be at most 9']],
    ['empty', Type.String({ minLength: 1 }), '', ['must not be empty']],
    ['too short', Type.String({ minLength: 3 }), 'a', ['must have at least 3 characters']],
    ['too long', Type.String({ maxLength: 2 }), 'abc', ['must have at most 2 characters']],
    ['a pattern', Type.String({ pattern: '^a$' }), 'b', ['must match ^a$']],
    [
      'a problem of its own',
      Type.String({ pattern: '^a$', failsWith: problem('must_be', { value: 'a' }) }),
      'b',
      ['must be a'],
    ],
    ['a UUID', Type.String({ format: 'uuid' }), 'x', ['must be a UUID']],
    ['a time', Type.String({ format: 'date-time' }), 'x', ['must be an ISO 8601 date and time']],
    ['no items', Type.Array(Type.String(), { minItems: 1 }), [], ['must have at least 1 item']],
    [
      'items',
      Type.Array(Type.String(), { maxItems: 2 }),
      ['', '', ''],
      ['must have at most 2 items'],
    ],
    [
      'twins',
      Type.Array(Type.String(), { uniqueItems: true }),
      ['a', 'a'],
      ['must not have the same item twice'],
    ],
    ['one literal', Type.Literal(true), false, ['must be true']],
    ['literals', Type.Union([Type.Literal('a'), Type.Literal('b')]), 'c', ['must be one of: a, b']],
    ['or null', Type.Union([Type.String(), Type.Null()]), 5, ['must be a string or null']],
    [
      'both',
      Type.String({ minLength: 2, pattern: '^a' }),
      'b',
      ['must have at least 2 characters', 'must match ^a'],
    ],
  ];
  for (const [name, schema, value, expected] of table) {
    test(`${name}: ${expected.join(' and ')}`, () =>
      expect(inField(schema, value)).toEqual(expected));
  }
});

test('a missing field is required and nothing else', () => {
  const schema = Type.Object({
    a: Type.String({ minLength: 1 }),
    b: Type.Object({ c: Type.Integer() }),
  });
  expect(texts(schema, {})).toEqual({ a: ['is required'], b: ['is required'] });
});

test('an unknown field is named', () => {
  const schema = Type.Object({ a: Type.Optional(Type.String()) }, { additionalProperties: false });
  expect(texts(schema, { z: 1 })).toEqual({ z: ['is not a known field'] });
});

test('nested fields have dotted paths', () => {
  const schema = Type.Object({ a: Type.Array(Type.Object({ 'x/y': Type.String() })) });
  expect(texts(schema, { a: [{ 'x/y': 'ok' }, { 'x/y': 1 }] })).toEqual({
    'a.1.x/y': ['must be a string'],
  });
});

test('inside a union, the fields of the variant that fits', () => {
  const schema = Type.Object({ a: Type.Union([Type.Object({ b: Type.String() }), Type.Null()]) });
  expect(texts(schema, { a: { b: 1 } })).toEqual({ 'a.b': ['must be a string'] });
});

test('a value that is wrong as a whole is the body', () => {
  expect(texts(Type.Object({}), 5)).toEqual({ body: ['must be an object'] });
});

test('values are never repeated', () => {
  const schema = Type.Object({ a: Type.Integer(), b: Type.String({ format: 'uuid' }) });
  expect(JSON.stringify(texts(schema, { a: 'hunter2', b: 'hunter2' }))).not.toContain('hunter2');
});

test('however many fields are wrong, 32 are named, by names of bounded length', () => {
  const schema = Type.Object({}, { additionalProperties: false });
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`field${i}`, 1]));
  expect(Object.keys(texts(schema, many))).toHaveLength(32);
  const [name = ''] = Object.keys(texts(schema, { ['x'.repeat(5000)]: 1 }));
  expect(name.length).toBeLessThan(200);
});

test('a sentence joins them', () => {
  const problems = [
    { field: 'a', ...problem('required') },
    { field: 'b', ...problem('too_small', { min: 1 }) },
    { field: 'b', ...problem('not_a_multiple', { step: 2 }) },
    { field: '', ...problem('selection_missing') },
  ];
  expect(sentenceOf(problems)).toBe(
    'a is required; b must be at least 1 and must be a multiple of 2; one of ids, state, from and to is required',
  );
});

test.each<[string, TSchema, unknown, object]>([
  ['a missing field', Type.String(), undefined, { reason: 'required' }],
  ['a length', Type.String({ minLength: 3 }), 'a', { reason: 'too_short', parameters: { min: 3 } }],
  ['a range', Type.Integer({ maximum: 9 }), 10, { reason: 'too_large', parameters: { max: 9 } }],
  [
    'a pattern',
    Type.String({ pattern: '^a$' }),
    'b',
    { reason: 'wrong_pattern', parameters: { pattern: '^a$' } },
  ],
  ['a type', Type.Boolean(), 'yes', { reason: 'not_boolean' }],
  [
    'several types',
    Type.Union([Type.String(), Type.Null()]),
    5,
    { reason: 'wrong_type', parameters: { types: 'string, null' } },
  ],
  [
    'a choice',
    Type.Union([Type.Literal('a'), Type.Literal('b')]),
    'c',
    { reason: 'unknown_value', parameters: { values: 'a, b' } },
  ],
])('%s has a stable reason, with the values of its sentence', (_, schema, value, expected) => {
  const body = Type.Object({ field: schema });
  const sent = value === undefined ? {} : { field: value };
  expect(fieldProblems(Value.Errors(body, sent))).toMatchObject([expected]);
});
