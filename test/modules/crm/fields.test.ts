import { describe, expect, test } from 'bun:test';
import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import fc from 'fast-check';
import { normalizeFields } from '../../../src/core/http/checked-schema.ts';
import { fieldProblems } from '../../../src/core/http/thrown-errors.ts';
import { charactersIn } from '../../../src/core/shared/characters.ts';
import { readInstant } from '../../../src/core/shared/instant.ts';
import {
  Body,
  Email,
  FreeObject,
  HttpUrl,
  Instant,
  nullable,
  Text,
  Uuid,
  WrappedBody,
} from '../../../src/modules/crm/fields.ts';
import { anyText } from '../../helpers/any-text.ts';

/** The text of the refusal of `{ value }`, after tidying; null: accepted. */
function refusal(schema: TSchema, value: unknown): string | null {
  const body = { value };
  const whole = Body({ value: schema });
  normalizeFields(whole, body);
  return fieldProblems(Value.Errors(whole, body))[0]?.message ?? null;
}

const name = Text({ max: 5 });

describe('Text', () => {
  test.each([
    ['hello', null],
    ['  hello  ', null],
    ['👨‍👩‍👧', null],
    ['👍🏽x', null],
    ['hello!', 'must have at most 5 characters'],
    ['👍👍👍👍👍', null],
    ['👨‍👩‍👧👍🏽🇧🇷❤️e\u0301', null],
    ['👍👍👍👍👍👍', 'must have at most 5 characters'],
    ['', 'must not be blank'],
    [' \t\n ', 'must not be blank'],
    ['a\nb', 'must not contain control or zero-width characters'],
    ['a\u200bb', 'must not contain control or zero-width characters'],
    ['a\u200db', 'must not contain control or zero-width characters'],
    ['a\ufeffb', 'must not contain control or zero-width characters'],
    ['a\u2028b', 'must not contain control or zero-width characters'],
    ['a\u202eb', 'must not contain control or zero-width characters'],
    ['\u0000', 'must not contain control or zero-width characters'],
    ['a\ud83d', 'must not contain control or zero-width characters'],
    [5, 'must be a string'],
    [null, 'must be a string'],
    [['a'], 'must be a string'],
  ])('%j: %p', (value, text) => expect(refusal(name, value)).toBe(text));

  test('keeps a pile of accents as it is, which would take seconds to compose', () => {
    const body = { value: `e\u0301 ${'\u0301\u0327'.repeat(500_000)}` };
    const { value } = body;
    normalizeFields(Body({ value: name }), body);
    expect(body.value).toBe(value);
  });

  test('takes line ends where lines are meant', () => {
    const lines = Text({ max: 50, isMultiline: true });
    expect(refusal(lines, 'a\nb\r\n\tc')).toBeNull();
    expect(refusal(lines, 'a\u0000b')).not.toBeNull();
  });

  test('whatever is accepted is trimmed, visible and within its bounds', () => {
    const property = fc.property(anyText(12), (value) => {
      const body = { value };
      normalizeFields(Body({ value: name }), body);
      if (!Value.Check(name, body.value)) return;
      expect(body.value).toBe(body.value.trim());
      expect(charactersIn(body.value)).toBeWithin(1, 6);
      expect(body.value.replaceAll('\u200d', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    });
    fc.assert(property, { numRuns: 2_000 });
  });
});

describe('other fields', () => {
  test('Uuid takes any case and becomes lower case', () => {
    const body = { value: '01900000-0000-7000-8000-00000000FFFF' };
    normalizeFields(Body({ value: Uuid() }), body);
    expect(body.value).toBe('01900000-0000-7000-8000-00000000ffff');
    expect(refusal(Uuid(), '01900000')).toBe('must be a UUID');
  });

  test.each(['a@b.co', 'a.b+c@d-e.example.org', ' a@b.co '])('Email takes %j', (value) =>
    expect(refusal(Email(), value)).toBeNull(),
  );
  test.each(['a', 'a@b', 'a@@b.co', 'a b@c.co', 'a@b..co', 'a@-b.co', `${'a'.repeat(65)}@b.co`, 5])(
    'Email refuses %j',
    (value) => expect(refusal(Email(), value)).toStartWith('must be an e-mail address'),
  );

  test.each(['https://a.b/c?d#e', 'http://localhost:1'])('HttpUrl takes %j', (value) =>
    expect(refusal(HttpUrl(), value)).toBeNull(),
  );
  test.each(['ftp://a.b', 'javascript:alert(1)', '//a.b', `https://a.b/${'x'.repeat(2048)}`, 5])(
    'HttpUrl refuses %p',
    (value) => expect(refusal(HttpUrl(), value)).toStartWith('must be an http or https URL'),
  );

  test.each([
    ['2026-02-28T00:00:00Z', Date.UTC(2026, 1, 28)],
    ['2028-02-29T00:00:00.5+02:00', Date.UTC(2028, 1, 28, 22) + 500],
    ['2026-02-28T00:00Z', Date.UTC(2026, 1, 28)],
    ['2026-02-28T00:00:00-0300', Date.UTC(2026, 1, 28, 3)],
    ['2026-02-28T00:00:00.25+0530', Date.UTC(2026, 1, 27, 18, 30) + 250],
    ['2026-02-28T00:00-03', Date.UTC(2026, 1, 28, 3)],
    ['2026-02-28 00:00:00-03:00', Date.UTC(2026, 1, 28, 3)],
    ['2026-02-28 00:00:00 -0300', Date.UTC(2026, 1, 28, 3)],
    ['2026-02-28t00:00:00z', Date.UTC(2026, 1, 28)],
    ['2026-02-28T00:00:00-03000', null],
    ['2026-02-28T00:00:00-9900', null],
    ['2026-02-28T00:00:00 BRT', null],
    ['2026-02-28 00:00:00', null],
    ['2026-02-29T00:00:00Z', null],
    ['2026-02-28T24:01:00Z', null],
    ['2026-02-28T00:00:00', null],
    ['2026-02-28', null],
    ['28 Feb 2026', null],
  ])('an instant %j is %p', (text, at) => expect(readInstant(text)).toBe(at));

  test.each([
    ['2028-02-29', Date.UTC(2028, 1, 29)],
    ['2026-02-28T00:00:00Z', Date.UTC(2026, 1, 28)],
    ['2026-02-29', null],
    ['2026-02-28T00:00:00', null],
    ['2026-2-28', null],
  ])('where a date alone may stand for the beginning of its day, %j is %p', (text, at) =>
    expect(readInstant(text, { isDateEnough: true })).toBe(at),
  );

  test('null is refused in the field’s own words, and so is a wrong value where null is allowed', () => {
    expect(refusal(Instant(), null)).toStartWith('must be an ISO 8601 date and time');
    expect(refusal(nullable(Instant()), null)).toBeNull();
    expect(refusal(nullable(Instant()), 'x')).toEndWith('or null');
    expect(refusal(nullable(Email()), ' a@b.co ')).toBeNull();
  });

  test('FreeObject is bounded by size and depth', () => {
    const free = FreeObject({ maxBytes: 40, maxLevels: 3 });
    expect(refusal(free, { a: { b: { c: 1 } } })).toBeNull();
    expect(refusal(free, { a: { b: { c: {} } } })).toBe('must have at most 3 levels');
    expect(refusal(free, { a: [[[1]]] })).toBe('must have at most 3 levels');
    expect(refusal(free, { a: 'é'.repeat(20) })).toBe('must have at most 40 bytes as JSON');
    expect(refusal(free, [])).toBe('must be an object');
    expect(refusal(free, null)).toBe('must be an object');
  });
});

test('tidying reaches into wrappers and lists, and leaves free objects alone', () => {
  const schema = WrappedBody(
    'outer',
    Body({ name, free: FreeObject({ maxBytes: 99, maxLevels: 9 }) }),
  );
  const body = { outer: { name: ' a ', free: { name: ' a ' } } };
  normalizeFields(schema, body);
  expect(body).toEqual({ outer: { name: 'a', free: { name: ' a ' } } });
});

test('tidying survives any body', () => {
  const schema = WrappedBody('outer', Body({ name, other: nullable(Email()) }));
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('outer', 'x'), fc.jsonValue()), (body) => {
      normalizeFields(schema, body);
      expect(Array.from(Value.Errors(schema, body))).toBeArray();
    }),
  );
});
