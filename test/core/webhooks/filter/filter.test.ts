/** Filters against bodies as they are sent, and against a plain reading of the same rules. */

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { FilterBudgetSpent } from '../../../../src/core/events/contract/filter-budget.ts';
import { sentenceOf } from '../../../../src/core/shared/reasons/problems.ts';
import { compileFilter } from '../../../../src/core/webhooks/filter/filter.ts';

const BODY = {
  event: 'Message',
  sequence: 5,
  timestamp: '2026-01-05T10:00:00.000Z',
  data: {
    Info: { Chat: '5511888880000@s.whatsapp.net', IsFromMe: false, PushName: 'Bia', Alt: null },
    Message: { conversation: 'Where is my order?' },
    labels: ['vip', 'new'],
    items: [
      { name: 'shirt', price: 10 },
      { name: 'shoe', price: 90 },
    ],
    none: [],
  },
};

function compiled(filter: unknown) {
  const result = compileFilter(filter);
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return result.test;
}
const fits = (filter: unknown, body: unknown = BODY) => compiled(filter)(body);
const problemsOf = (filter: unknown): string[] => {
  const result = compileFilter(filter);
  return 'problems' in result ? result.problems.map((one) => sentenceOf([one])) : [];
};

describe('what fits', () => {
  test.each<[string, object, boolean]>([
    ['a value that is the same', { event: 'Message' }, true],
    ['another value', { event: 'Receipt' }, false],
    ['all of several fields', { event: 'Message', sequence: 5 }, true],
    ['one of several fields alone', { event: 'Message', sequence: 6 }, false],
    ['a nested field', { data: { Info: { IsFromMe: false } } }, true],
    ['a path with dots', { 'data.Info.IsFromMe': false }, true],
    ['a field that is null', { 'data.Info.Alt': null }, true],
    ['null for what is absent', { 'data.Info.Nothing': null }, false],
    ['a number for a text', { event: 5 }, false],
    ['$eq', { event: { $eq: 'Message' } }, true],
    ['$neq', { event: { $neq: 'Receipt' } }, true],
    ['$neq of what is absent', { nothing: { $neq: 'Receipt' } }, true],
    ['$gt', { sequence: { $gt: 5 } }, false],
    ['$gte', { sequence: { $gte: 5 } }, true],
    ['$lt', { sequence: { $lt: 6 } }, true],
    ['$lte', { sequence: { $lte: 4 } }, false],
    ['a range', { sequence: { $gt: 1, $lt: 9 } }, true],
    ['times as texts', { timestamp: { $gte: '2026-01-05' } }, true],
    ['a text compared with a number', { event: { $gt: 0 } }, false],
    ['$in', { event: { $in: ['Receipt', 'Message'] } }, true],
    ['$nin', { event: { $nin: ['Receipt', 'Message'] } }, false],
    ['$nin of what is absent', { nothing: { $nin: [null, 'a'] } }, true],
    ['$startsWith', { 'data.Info.Chat': { $startsWith: '5511' } }, true],
    ['$endsWith', { 'data.Info.Chat': { $endsWith: '@g.us' } }, false],
    ['$contains of a text', { 'data.Message.conversation': { $contains: 'order' } }, true],
    ['$contains, which is exact about case', { event: { $contains: 'message' } }, false],
    ['$contains of a list', { 'data.labels': { $contains: 'vip' } }, true],
    ['$contains of a part of an element', { 'data.labels': { $contains: 'vi' } }, false],
    ['$exists', { 'data.Message.imageMessage': { $exists: false } }, true],
    ['$exists of null', { 'data.Info.Alt': { $exists: true } }, true],
    ['$exists of an object', { 'data.Info': { $exists: true } }, true],
    ['$or', { $or: [{ event: 'Receipt' }, { sequence: 5 }] }, true],
    ['$or beside fields', { event: 'Receipt', $or: [{ sequence: 5 }] }, false],
    ['$or of values', { event: { $or: ['Receipt', { $startsWith: 'Mess' }] } }, true],
    ['$and', { $and: [{ event: 'Message' }, { sequence: 6 }] }, false],
    ['$not of a filter', { $not: { event: 'Message' } }, false],
    ['$not of a value', { event: { $not: 'Receipt' } }, true],
    ['one element of a list', { 'data.labels': 'new' }, true],
    ['no element of a list', { 'data.labels': 'old' }, false],
    ['$neq with an element of a list', { 'data.labels': { $neq: 'vip' } }, false],
    ['operators that fit two elements', { 'data.labels': { $gt: 'u', $lt: 'o' } }, true],
    ['fields of one object in a list', { 'data.items': { name: 'shoe', price: 90 } }, true],
    ['fields of two objects in a list', { 'data.items': { name: 'shirt', price: 90 } }, false],
    ['a field of an object in a list', { 'data.items.price': { $gt: 50 } }, true],
    ['a field of an empty list', { 'data.none.name': { $exists: false } }, true],
    ['a name that every object inherits', { toString: { $exists: true } }, false],
    ['a name of a prototype', JSON.parse('{"__proto__":{"event":"Message"}}'), false],
    ['a constructor', { constructor: { name: 'Object' } }, false],
  ])('%s: %j gives %p', (_, filter, expected) => {
    expect(fits(filter)).toBe(expected);
  });

  test('a name of a prototype is the field of a body that has it', () => {
    const filter = JSON.parse('{"__proto__":{"admin":true}}');
    expect(fits(filter, JSON.parse('{"__proto__":{"admin":true}}'))).toBe(true);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test('a body that is no object fits nothing but what asks for absence', () => {
    expect(fits({ event: 'Message' }, null)).toBe(false);
    expect(fits({ event: { $exists: false } }, 'text')).toBe(true);
  });
});

describe('what is refused', () => {
  test.each<[unknown, string]>([
    [[], 'filter must be an object, or null for no filter'],
    ['Message', 'filter must be an object, or null for no filter'],
    [{}, 'filter must not be empty'],
    [{ data: {} }, 'filter.data must not be empty'],
    [{ event: ['Message'] }, 'filter.event must be a value, fields or operators: $in takes a list'],
    [{ 'data..Info': 1 }, 'filter.data..Info must not have an empty name'],
    [
      { data: { Info: { Chat: { $startWith: 'a' } } } },
      'filter.data.Info.Chat.$startWith is not an operator: did you mean $startsWith?',
    ],
    [{ a: { $regularExpression: '.' } }, '$regularExpression is not an operator: there are $eq,'],
    [{ a: { $in: 'x' } }, 'filter.a.$in must be a list of 1 to 500 values'],
    [{ a: { $in: [] } }, 'filter.a.$in must be a list of 1 to 500 values'],
    [{ a: { $in: [{}] } }, 'filter.a.$in must be a list of texts, numbers, true, false and null'],
    [{ a: { $gt: true } }, 'filter.a.$gt must be a number or a text'],
    [{ a: { $eq: [] } }, 'filter.a.$eq must be a text, a number, true, false or null'],
    [{ a: { $startsWith: '' } }, 'filter.a.$startsWith must be a text that is not empty'],
    [{ a: { $contains: '' } }, 'filter.a.$contains must be a text that is not empty'],
    [{ a: { $exists: 'yes' } }, 'filter.a.$exists must be true or false'],
    [{ $or: {} }, 'filter.$or must be a list of filters'],
    [{ $and: [] }, 'filter.$and must be a list of filters'],
    [{ $or: [{ a: 1 }, { a: { $gte: null } }] }, 'filter.$or[1].a.$gte must be a number or a text'],
    [{ $not: {} }, 'filter.$not must not be empty'],
    [{ 'a\nb"': {} }, 'filter."a\\nb\\"" must not be empty'],
  ])('%j: %s', (filter, problem) => {
    expect(problemsOf(filter)[0]).toContain(problem);
  });

  test('a filter of 1 MB, of 100 levels, and of more conditions than anybody reads', () => {
    expect(problemsOf({ a: 'x'.repeat(1024 * 1024) })).toEqual([
      'filter must have at most 16384 bytes, not 1048584',
    ]);
    let deep: unknown = 1;
    for (let level = 0; level < 100; level++) deep = { a: deep };
    expect(problemsOf(deep)).toEqual(['filter must not be more than 16 levels deep']);
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${at}`, at]));
    expect(problemsOf(many)).toEqual(['filter must have at most 200 conditions']);
  });

  test('of many problems the first five are named', () => {
    const wrong = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`f${at}`, {}]));
    expect(problemsOf(wrong)).toHaveLength(5);
  });

  test('a text of more than 256 characters to look for in others', () => {
    expect(problemsOf({ a: { $contains: 'x'.repeat(256) } })).toEqual([]);
    expect(problemsOf({ a: { $contains: 'x'.repeat(257) } })).toEqual([
      'filter.a.$contains must have at most 256 characters, not 257',
    ]);
  });

  test('an event that would cost too much cannot be decided', () => {
    const numbers = Array.from({ length: 60_000 }, (_, at) => at);
    expect(() => fits({ numbers: -1 }, { numbers })).toThrow(FilterBudgetSpent);
    const text = 'a'.repeat(4_000_000);
    expect(() => fits({ text: { $contains: 'b' } }, { text })).toThrow(FilterBudgetSpent);
  });

  test('a search is charged for what it may compare: the length of the text times that of what it looks for', () => {
    const text = 'a'.repeat(65_536);
    const looked = (needle: string) => () => fits({ text: { $contains: needle } }, { text });
    expect(looked(`${'a'.repeat(16)}b`)()).toBe(false);
    expect(looked(`ab${'a'.repeat(254)}`)).toThrow(FilterBudgetSpent);
  });

  test.each(['$eq', '$gt', '$startsWith', '$endsWith', '$contains'])(
    'comparing the elements of a list by %s is charged for the length of what they are compared with',
    (operator) => {
      const compared = (length: number) => () =>
        fits(
          { list: { [operator]: `${'a'.repeat(length - 1)}b` } },
          { list: Array.from({ length: 20_000 }, () => 'a'.repeat(64)) },
        );
      expect(compared(64)()).toBe(false);
      expect(compared(256)).toThrow(FilterBudgetSpent);
    },
  );
});

describe('compiled filters and a plain reading of the rules', () => {
  type Fields = Record<string, unknown>;
  const isObject = (value: unknown): value is Fields =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const one = (value: unknown, holds: (value: unknown) => boolean) =>
    Array.isArray(value) ? value.some(holds) : holds(value);

  /** Reads the filter anew for every value. */
  function plain(filter: unknown, value: unknown): boolean {
    if (!isObject(filter)) return one(value, (each) => each === filter);
    const fields = Object.entries(filter).filter(([name]) => !name.startsWith('$'));
    const hasFields = (object: unknown) =>
      fields.every(([name, operand]) => inField(name.split('.'), operand, object));
    if (fields.length > 0 && !eachObject(value).some(hasFields)) return false;
    return Object.entries(filter).every(([name, operand]) => {
      const list = operand as unknown[];
      const number = operand as number;
      const sameType = (each: unknown) => typeof each === typeof operand;
      switch (name) {
        case '$eq':
          return one(value, (each) => each === operand);
        case '$neq':
          return !one(value, (each) => each === operand);
        case '$gt':
          return one(value, (each) => sameType(each) && (each as number) > number);
        case '$gte':
          return one(value, (each) => sameType(each) && (each as number) >= number);
        case '$lt':
          return one(value, (each) => sameType(each) && (each as number) < number);
        case '$lte':
          return one(value, (each) => sameType(each) && (each as number) <= number);
        case '$in':
          return one(value, (each) => list.includes(each));
        case '$nin':
          return !one(value, (each) => list.includes(each));
        case '$startsWith':
          return one(value, (each) => typeof each === 'string' && each.startsWith(`${operand}`));
        case '$endsWith':
          return one(value, (each) => typeof each === 'string' && each.endsWith(`${operand}`));
        case '$contains':
          return typeof value === 'string' && typeof operand === 'string'
            ? value.includes(operand)
            : one(value, (each) => each === operand);
        case '$exists':
          return (value !== undefined) === operand;
        case '$or':
          return list.some((each) => plain(each, value));
        case '$and':
          return list.every((each) => plain(each, value));
        case '$not':
          return !plain(operand, value);
        default:
          return true;
      }
    });
  }

  function inField(names: readonly string[], filter: unknown, value: unknown): boolean {
    const [first, ...rest] = names;
    if (first === undefined) return plain(filter, value);
    const inner = isObject(value) && Object.hasOwn(value, first) ? value[first] : undefined;
    return rest.length === 0
      ? plain(filter, inner)
      : eachObject(inner).some((each) => inField(rest, filter, each));
  }

  const eachObject = (value: unknown): unknown[] =>
    Array.isArray(value) && value.length > 0 ? value : [value];

  const name = fc.constantFrom('a', 'b', 'c');
  const scalar = fc.constantFrom<unknown>('x', 'xy', 'yx', 0, 1, 2, true, false, null);
  const text = fc.constantFrom('x', 'y', 'xy');
  const comparable = fc.constantFrom<unknown>('x', 'xy', 0, 1, 2);
  const { body } = fc.letrec((tie) => ({
    body: fc.oneof(
      { maxDepth: 4 },
      scalar,
      fc.dictionary(name, tie('body'), { maxKeys: 3 }),
      fc.array(tie('body'), { maxLength: 3 }),
    ),
  }));
  const operator = fc.oneof(
    fc.tuple(fc.constantFrom('$eq', '$neq', '$contains'), scalar),
    fc.tuple(fc.constantFrom('$gt', '$gte', '$lt', '$lte'), comparable),
    fc.tuple(fc.constantFrom('$in', '$nin'), fc.array(scalar, { minLength: 1, maxLength: 3 })),
    fc.tuple(fc.constantFrom('$startsWith', '$endsWith'), text),
    fc.tuple(fc.constant('$exists'), fc.boolean()),
  );
  const { filter } = fc.letrec((tie) => ({
    any: fc.oneof({ maxDepth: 4 }, scalar, tie('filter')),
    filter: fc
      .array(
        fc.oneof(
          { maxDepth: 4 },
          operator,
          fc.tuple(
            fc.oneof(
              name,
              fc.tuple(name, name).map((two) => two.join('.')),
            ),
            tie('any'),
          ),
          fc.tuple(
            fc.constantFrom('$or', '$and'),
            fc.array(tie('any'), { minLength: 1, maxLength: 3 }),
          ),
          fc.tuple(fc.constant('$not'), tie('any')),
        ),
        { minLength: 1, maxLength: 3 },
      )
      .map((entries) => Object.fromEntries(entries as [string, unknown][])),
  }));

  test('say the same of every filter and body', () => {
    fc.assert(
      fc.property(filter, body, (condition, value) => {
        const result = compileFilter(condition);
        // A filter that is too deep is refused; what is generated has no other fault.
        fc.pre('test' in result);
        if ('test' in result) expect(result.test(value)).toBe(plain(condition, value));
      }),
      { numRuns: 5_000 },
    );
  });
});
