import { describe, expect, test } from 'bun:test';
import { sentenceOf } from '../../../src/core/shared/reasons/problems.ts';
import { checkHeaders, maskHeaders } from '../../../src/core/webhooks/headers.ts';

const problemsOf = (value: unknown, headers = {}, isElsewhere = false): string[] => {
  const checked = checkHeaders(value, { headers, isElsewhere });
  return 'problems' in checked ? checked.problems.map((one) => sentenceOf([one])) : [];
};
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, '']));

test('valid headers keep their names, values and order', () => {
  const headers = {
    'X-Token': 'a b\tc',
    authorization: 'Bearer ~!@#$%',
    'x-empty': '',
    content: 'x',
  };
  expect(checkHeaders(headers)).toEqual({ headers });
  expect(Object.keys(headers)).toEqual(['X-Token', 'authorization', 'x-empty', 'content']);
});

describe('names that are not the caller’s to set', () => {
  test.each([
    'host',
    'Host',
    'content-type',
    'Content-Length',
    'content-encoding',
    'transfer-encoding',
    'connection',
    'webhook-id',
    'Webhook-Signature',
    'webhook-anything',
    'te',
    'trailer',
    'upgrade',
    'keep-alive',
    'proxy-authorization',
    'x-gatehouse-attempt',
    '__proto__',
  ])('%s', (name) => {
    const problems = problemsOf(
      JSON.parse(JSON.stringify({ x: 'y' }).replace('"x"', JSON.stringify(name))),
    );
    expect(problems).toEqual([`headers.${name} must not be set`]);
  });
});

describe('names and values that would break the request', () => {
  test.each(['a b', 'a:b', 'a\r\nb', 'ä', '', 'a(b)', 'a\0'])('the name %j', (name) =>
    expect(problemsOf({ [name]: 'x' })).toEqual([
      `headers.${JSON.stringify(name)} must have a valid header name`,
    ]),
  );
  test.each(['a\r\nb: c', 'a\nb', 'a\rb', 'a\0', '\u007f'])('the value %j', (value) =>
    expect(problemsOf({ 'x-a': value })).toEqual([
      'headers.x-a must hold only visible ASCII characters, spaces and tabs',
    ]),
  );
});

describe('beyond ASCII and beyond limits', () => {
  test.each(['ü', '€', '日本'])('the value %s', (value) =>
    expect(problemsOf({ 'x-a': value })).toHaveLength(1),
  );
  test('20 headers pass, 21 and 200 do not', () => {
    expect(problemsOf(many(20))).toEqual([]);
    expect(problemsOf(many(21))).toEqual(['headers must be at most 20, not 21']);
    expect(problemsOf(many(200))).toHaveLength(1);
  });
  test('a value of 4096 bytes passes, one of 4097 or 64 KiB does not', () => {
    expect(problemsOf({ 'x-a': 'a'.repeat(4096) })).toEqual([]);
    expect(problemsOf({ 'x-a': 'a'.repeat(4097) })).toEqual([
      'headers.x-a must have at most 4096 bytes',
    ]);
    expect(problemsOf({ 'x-a': 'a'.repeat(65_536) })).toHaveLength(1);
  });
});

test.each([[null], [[]], ['x'], [5]])('%j is no object of headers', (value) =>
  expect(problemsOf(value)).toEqual(['headers must be an object of texts']),
);

test.each([[5], [null], [true], [{}], [['a']]])('the value %j is no text', (value) =>
  expect(problemsOf({ 'x-a': value })).toEqual(['headers.x-a must be a text']),
);

test('one name in two spellings is refused', () => {
  expect(problemsOf({ 'X-A': '1', 'x-a': '2' })).toEqual(['headers.x-a must not be given twice']);
});

test('every wrong header is named', () => {
  expect(problemsOf({ host: 'x', 'x-a': 5, fine: 'x' })).toHaveLength(2);
});

test('values are masked, and a mask sent back stands for what is stored', () => {
  const stored = { 'X-Token': 'secret', other: 'x' };
  expect(maskHeaders(stored)).toEqual({ 'X-Token': '********', other: '********' });
  const here = { headers: stored, isElsewhere: false };
  expect(checkHeaders({ 'x-token': '********', new: 'y' }, here)).toEqual({
    headers: { 'x-token': 'secret', new: 'y' },
  });
  expect(problemsOf({ unknown: '********' }, stored)).toEqual([
    'headers.unknown must have a value: ******** keeps a stored value, and none is stored under this name',
  ]);
});

test('for another origin no mask stands for anything, and what is given again passes', () => {
  const stored = { 'X-Token': 'secret', other: 'x' };
  expect(
    problemsOf({ 'x-TOKEN': '********', other: 'y', unknown: '********' }, stored, true),
  ).toEqual([
    'headers.x-TOKEN must be given again: a stored value stays with its scheme, host and port',
    'headers.unknown must be given again: a stored value stays with its scheme, host and port',
  ]);
  expect(problemsOf({ 'X-Token': 'new' }, stored, true)).toEqual([]);
});
