import { expect, test } from 'bun:test';
import { durationWords } from '../../../src/manager/page/timeline.js';

test.each([
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [3_725, '1 h 2 min'],
  [86_400, '1 day'],
  [190_000, '2 days 4 h'],
])('%i seconds are said in the two largest units: %s', (seconds, words) => {
  const from = '2026-01-05T10:00:00.000Z';
  expect(durationWords(new Date(Date.parse(from) + seconds * 1000), from)).toBe(words);
});
