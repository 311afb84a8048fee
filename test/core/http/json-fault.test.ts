import { expect, test } from 'bun:test';
import { jsonFault } from '../../../src/core/http/json-fault.ts';

test.each([
  ["{'text': 1}", "names and texts must be in double quotes at line 1, column 2, found '"],
  ['{text: 1}', 'names and texts must be in double quotes at line 1, column 2, found t'],
  ['number=55&text=a', 'names and texts must be in double quotes at line 1, column 1, found n'],
  ['{"a": True}', 'names and texts must be in double quotes at line 1, column 7, found T'],
  ['{"a": 1,}', 'a name in double quotes is wanted at line 1, column 9, found }'],
  ['{"a": [1,]}', 'a value is wanted at line 1, column 10, found ]'],
  ['{\n  "a": 1\n  "b": 2\n}', 'a comma is wanted at line 3, column 3, found "'],
  ['{"a" 1}', 'a colon is wanted at line 1, column 6, found 1'],
  ['{"a": {"b": 1}', 'a closing brace is wanted at line 1, column 15, found the end'],
  ['[1', 'a closing bracket is wanted at line 1, column 3, found the end'],
  ['{"a":', 'a value is wanted at line 1, column 6, found the end'],
  ['  ', 'a value is wanted at line 1, column 3, found the end'],
  ['{} {}', 'the end is wanted at line 1, column 4, found {'],
  ['// a\n{}', 'comments are not allowed at line 1, column 1, found /'],
  [
    '{"a": "one\ntwo"}',
    'a text must end in double quotes on its own line at line 1, column 11, found a line break',
  ],
  [
    '{"a": "b',
    'a text must end in double quotes on its own line at line 1, column 9, found the end',
  ],
  [
    '{"a": "C:\\new\\dir"}',
    'a backslash must not be before this character at line 1, column 14, found \\',
  ],
  ['{"a": "\\u12"}', 'four hexadecimal digits are wanted after \\u at line 1, column 8, found \\'],
  [
    '{"a": "b\tc"}',
    'control characters must be escaped at line 1, column 9, found a character that is not shown',
  ],
  ['{"a": 😀}', 'names and texts must be in double quotes at line 1, column 7, found 😀'],
])('%j: %s', (text, fault) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(jsonFault(text)).toBe(fault);
});

test('a text that is too long, or nested too deeply, is not looked through', () => {
  expect(jsonFault(`${' '.repeat(1024 * 1024)}x`)).toBeNull();
  expect(jsonFault('['.repeat(500_000))).toBeNull();
});
