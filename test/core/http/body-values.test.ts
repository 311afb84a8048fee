/** What was meant by values that a schema refuses: nothing that has a meaning of its own gets another one. */
import { describe, expect, test } from 'bun:test';
import { type TSchema, Type } from '@sinclair/typebox';
import { keepingEmpty } from '../../../src/core/http/body-values.ts';
import { checkedFields, words } from '../../../src/core/http/read-fields.ts';
import { AppError } from '../../../src/core/shared/errors.ts';
import { nullable, Text } from '../../../src/modules/crm/fields.ts';

/** What is read of `{ field: value }`, or the refusal. */
function readAs(field: TSchema, value: unknown): unknown {
  try {
    return checkedFields(Type.Object({ field }), { field: value });
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

const optional = {
  integer: Type.Optional(Type.Integer({ minimum: 0 })),
  number: Type.Optional(Type.Number()),
  boolean: Type.Optional(Type.Boolean()),
  text: Type.Optional(Type.String()),
  name: Type.Optional(Type.String({ minLength: 1 })),
  word: Type.Optional(words('on', 'off')),
  switch: Type.Optional(Type.Union([Type.Literal('enabled'), Type.Boolean()])),
  seconds: Type.Optional(Type.Union([Type.Literal(0), Type.Literal(86400)])),
  port: Type.Optional(Type.Union([Type.Integer(), Type.String({ pattern: '^[a-z]+$' })])),
  removable: Type.Optional(Type.Union([Type.String({ minLength: 1 }), Type.Null()])),
  list: Type.Optional(Type.Array(Type.Integer(), { minItems: 1 })),
  key: Type.Optional(
    Type.Object({
      id: Type.String({ minLength: 1 }),
      fromMe: Type.Optional(Type.Boolean()),
      note: Type.Optional(Type.String()),
    }),
  ),
};

describe('a text is read as the number or the boolean that it spells', () => {
  test.each<[keyof typeof optional, string, unknown]>([
    ['integer', '1200', 1200],
    ['integer', ' 1200 ', 1200],
    ['integer', '1200.0', 1200],
    ['integer', '0', 0],
    ['number', '-23.5505', -23.5505],
    ['boolean', 'true', true],
    ['boolean', 'False', false],
    ['switch', 'true', true],
    ['switch', 'enabled', 'enabled'],
    ['seconds', '86400', 86400],
    ['text', '1200', '1200'],
    ['text', 'true', 'true'],
  ])('%s: %j is %j', (name, text, value) => {
    expect(readAs(optional[name], text)).toEqual({ field: value });
  });

  test.each<[keyof typeof optional, string]>([
    ['integer', '1.200'],
    ['integer', '2.000'],
    ['integer', '1,5'],
    ['integer', '1e3'],
    ['integer', '0x10'],
    ['integer', '-1'],
    ['integer', '12345678901234567890'],
    ['integer', 'Infinity'],
    ['integer', 'soon'],
    ['number', '-23,5505'],
    ['number', 'NaN'],
    ['boolean', '1'],
    ['boolean', 'yes'],
    ['seconds', '90'],
    ['port', '80'],
    ['word', 'true'],
  ])('%s: %j stays refused under the name of the field', (name, text) => {
    expect(readAs(optional[name], text)).toStartWith('field ');
  });

  test('texts inside lists and objects are read too', () => {
    expect(readAs(optional.list, ['1', 2])).toEqual({ field: [1, 2] });
    expect(readAs(optional.key, { id: 'A', fromMe: 'true' })).toEqual({
      field: { id: 'A', fromMe: true },
    });
    expect(readAs(optional.key, { id: 'A', fromMe: 'maybe' })).toBe(
      'field.fromMe must be a boolean',
    );
  });
});

describe('null, an empty text and an empty object are an absent field where nothing is said by them', () => {
  test.each<[keyof typeof optional, unknown]>([
    ['integer', null],
    ['integer', ''],
    ['boolean', null],
    ['text', null],
    ['name', null],
    ['name', ''],
    ['word', ''],
    ['list', null],
    ['list', []],
    ['key', null],
    ['key', {}],
    ['key', []],
    ['key', ''],
  ])('%s: %j', (name, value) => {
    expect(readAs(optional[name], value)).toEqual({});
  });

  test('inside an object, a field is absent only where its own schema refuses the value', () => {
    expect(readAs(optional.key, { id: 'A', fromMe: null, note: '' })).toEqual({
      field: { id: 'A', note: '' },
    });
  });

  test.each<[keyof typeof optional, unknown, unknown]>([
    ['text', '', ''],
    ['removable', null, null],
  ])('%s: %j keeps its meaning', (name, value, kept) => {
    expect(readAs(optional[name], value)).toEqual({ field: kept });
  });

  test.each<[string, TSchema, unknown]>([
    ['a field that must be there', Type.Integer(), null],
    ['a field that null removes, whose empty text may mean something', optional.removable, ''],
    ['a list for a number', optional.integer, []],
    ['an object that holds something', optional.key, { note: 'x' }],
    ['an object for a number', optional.integer, {}],
    ['an object whose fields are empty, as its values were lost', optional.key, { id: '' }],
  ])('%s stays refused', (_, field, value) => {
    expect(readAs(field, value)).toStartWith('field');
  });

  test('a body that changes or selects something keeps empty fields', () => {
    const Change = keepingEmpty(Type.Object({ name: optional.name, size: optional.integer }));
    expect(() => checkedFields(Change, { name: '' })).toThrow('name must not be empty');
    expect(() => checkedFields(Change, { size: null })).toThrow('size must be an integer');
    expect(checkedFields(Change, { size: '3' })).toEqual({ size: 3 });
  });

  test('the fields of the CRM keep null apart', () => {
    expect(readAs(Type.Optional(nullable(Text({ max: 9 }))), null)).toEqual({ field: null });
  });
});
