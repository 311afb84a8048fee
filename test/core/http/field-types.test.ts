/** What fields of each kind take and refuse, and what they become. */
import { describe, expect, test } from 'bun:test';
import { type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import {
  Choice,
  Flag,
  Moment,
  Text,
  TrimmedText,
  Uuid,
  Whole,
  WholeText,
} from '../../../src/core/http/field-types.ts';
import { optional, readFields } from '../../../src/core/http/read-fields.ts';
import { problem, sentenceOf } from '../../../src/core/shared/reasons/problems.ts';

const description = 'A field of a test';
const UUID = '01a1fa97-2109-775b-8df8-e96b45bbbe0f';

/** What the field becomes, or what is wrong with it. */
function reading(field: TSchema, value: unknown): unknown {
  const { fields, problems } = readFields(Type.Object({ value: field }), { value });
  return problems.length > 0 ? sentenceOf(problems) : fields.value;
}

const KINDS = [
  ['Flag', Flag({ description }), [true, true], ['yes', 'value must be true or false']],
  [
    'Whole',
    Whole({ description, minimum: 1, maximum: 3 }),
    [3, 3],
    [4, 'value must be a whole number from 1 to 3'],
  ],
  [
    'Whole with a problem of its own',
    Whole({ description, minimum: 1, maximum: 3, failsWith: problem('not_sequence') }),
    ['2', 2],
    [0, 'value must be a sequence: a whole number from 1'],
  ],
  [
    'Text',
    Text({ description, minLength: 1, maxLength: 2 }),
    ['👍🏽 ', '👍🏽 '],
    ['abc', 'value must be a text of 1-2 characters'],
  ],
  [
    'TrimmedText',
    TrimmedText({ description, maxLength: 5 }),
    [' ab ', 'ab'],
    ['  abc ', 'value must be a text of at most 5 characters'],
  ],
  [
    'Choice of words',
    Choice(['on', 'off'], { description }),
    ['on', 'on'],
    ['On', 'value must be one of on, off'],
  ],
  [
    'Choice of numbers',
    Choice([0, 5], { description }),
    ['5', 5],
    [4, 'value must be one of 0, 5'],
  ],
  [
    'Moment',
    Moment({ description }),
    ['2026-01-05T09:00:00-03:00', 1_767_614_400_000],
    [
      '2026-01-05',
      'value must be an ISO 8601 date and time with a zone, such as 2027-01-31T09:00:00Z',
    ],
  ],
  [
    'Uuid',
    Uuid({ failsWith: problem('not_event_id'), description }),
    [UUID.toUpperCase(), UUID],
    ['5', 'value must be an event id'],
  ],
  [
    'WholeText',
    WholeText({ minimum: 1, maximum: 9, description }),
    ['09', 9],
    ['10', 'value must be a whole number from 1 to 9'],
  ],
] as const;

describe.each(KINDS)('%s', (_, field, [taken, becomes], [refused, sentence]) => {
  test('a right value becomes what the operation gets, and a wrong one is refused in its words', () => {
    expect(reading(field, taken)).toBe(becomes);
    expect(reading(field, refused)).toBe(sentence);
  });

  test('an optional one that is absent is left out', () => {
    const body = Type.Object({ value: optional(field) });
    expect(readFields(body, {})).toEqual({ fields: {}, sentFields: {}, problems: [] });
    expect(body.required).toBeUndefined();
  });
});

test('a trimmed text of blanks is shorter than its least length', () => {
  const field = TrimmedText({ description, minLength: 1, maxLength: 5 });
  expect(reading(field, '   ')).toBe('value must be a text of 1-5 characters');
  expect(reading(field, undefined)).toBe('value is required');
});

test('a whole number of a query that is absent is its default', () => {
  expect(reading(WholeText({ minimum: 1, default: 100, description }), undefined)).toBe(100);
});

test('a choice is documented as its words, with its description', () => {
  const field = Choice(['on', 'off'], { description });
  expect(Value.Check(field, 'off')).toBe(true);
  expect(field.description).toBe(description);
});
