/** How examples are put together from schemas and what a zone says of names. */
import { expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { exampleOf } from '../../../src/core/http/openapi-examples.ts';

const orNull = Type.Union([Type.String(), Type.Null()]);
const Person = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    nick: orNull,
    isAdmin: Type.Boolean(),
  },
  { $id: 'Person' },
);

test('an object shows its required fields, each by its name where that fits, else the plainest of its type', () => {
  const fields = { name: 'Agent', id: 'no uuid', isAdmin: 'no boolean' };
  expect(exampleOf(Person, { fields, records: {} })).toEqual({
    id: '01a1fa97-2109-775b-8df8-e96b45bbbe0f',
    name: 'Agent',
    nick: null,
    isAdmin: false,
  });
  const Page = Type.Object({ people: Type.Array(Person), next: Type.Optional(Type.Integer()) });
  expect(Object.keys(exampleOf(Page) as object)).toEqual(['people']);
  expect(exampleOf(Type.Object({ next: Type.Optional(Type.Integer({ minimum: 5 })) }))).toEqual({
    next: 5,
  });
});

test('a record is shown with the fields that are said of it, wherever it stands', () => {
  const known = { fields: { name: 'Agent' }, records: { Person: { isAdmin: true, extra: 1 } } };
  expect(exampleOf(Type.Array(Person), known)).toEqual([
    expect.objectContaining({ name: 'Agent', isAdmin: true, extra: 1 }),
  ]);
});

test('what a schema says of itself goes first: its example, its constant, its default, its first choice', () => {
  const known = { fields: { word: 'other' }, records: {} };
  const of = (schema: Parameters<typeof exampleOf>[0]) => exampleOf(schema, known, 'word');
  expect(of(Type.String({ examples: ['own'] }))).toBe('own');
  expect(of(Type.Literal('fixed'))).toBe('fixed');
  expect(of(Type.Integer({ default: 7 }))).toBe(7);
  expect(of(Type.Union([Type.Literal('one'), Type.Literal('two')]))).toBe('one');
  expect(exampleOf(Type.Union([Person, Type.Null()]))).toMatchObject({ isAdmin: false });
});
