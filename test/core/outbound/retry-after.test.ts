/** The forms in which receivers ask to be left alone. */
import { expect, test } from 'bun:test';
import { retryAfterMs } from '../../../src/core/outbound/retry-after.ts';

const NOW = Date.UTC(2026, 10, 28, 12, 0, 0);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const waitOf = (value: string, others: Record<string, string> = {}, now = NOW) =>
  retryAfterMs(new Headers({ 'retry-after': value, ...others }), now);

for (const [name, value, ms] of [
  ['seconds', '120', 120_000],
  ['seconds with blanks around them', '  120 ', 120_000],
  ['seconds with zeros before them', '0060', MINUTE_MS],
  ['a second with a fraction', '1.5', 1_500],
  ['a date', 'Sat, 28 Nov 2026 12:01:00 GMT', MINUTE_MS],
  ['a date in lower case', 'sat, 28 nov 2026 12:01:00 gmt', MINUTE_MS],
  ['a date with UTC', 'Sat, 28 Nov 2026 12:01:00 UTC', MINUTE_MS],
  ['a date with +0000', 'Sat, 28 Nov 2026 12:01:00 +0000', MINUTE_MS],
  ['a date without its day', '28 Nov 2026 12:01:00 GMT', MINUTE_MS],
  ['a date of RFC 850', 'Saturday, 28-Nov-26 12:01:00 GMT', MINUTE_MS],
  ['a date of asctime', 'Sat Nov 28 12:01:00 2026', MINUTE_MS],
  ['a date of asctime with one digit', 'Tue Dec  1 12:00:00 2026', 3 * DAY_MS],
  ['a date of ISO 8601', '2026-11-28T12:01:00Z', MINUTE_MS],
  ['a date of ISO 8601 in another zone', '2026-11-28T09:01:00-03:00', MINUTE_MS],
  ['seconds since 1970', String(NOW / 1_000 + 60), MINUTE_MS],
  ['milliseconds since 1970', String(NOW + MINUTE_MS), MINUTE_MS],
  ['two waits, of which the longer counts', '60, 120', 120_000],
  ['a date and seconds', 'Sat, 28 Nov 2026 12:01:00 GMT, 5', MINUTE_MS],
  ['two dates', 'Saturday, 28-Nov-26 12:01:00 GMT, Sat, 28 Nov 2026 12:02:00 GMT', 120_000],
  ['something unreadable and seconds', 'soon, 60', MINUTE_MS],
] as const)
  test(`${name} are read as a wait: ${value}`, () => {
    expect(waitOf(value)).toBe(ms);
  });

test('a wait of more digits than a number has is still a long one', () => {
  expect(waitOf('9'.repeat(150))).toBeGreaterThan(365 * DAY_MS);
  expect(waitOf('9'.repeat(12))).toBeGreaterThan(365 * DAY_MS);
});

for (const value of [
  '0',
  '-60',
  '+60',
  '60s',
  '1e3',
  '0x3c',
  'PT1M',
  'one minute',
  'NaN',
  'Infinity',
  '',
  ',',
  'Sat, 28 Nov 2026 11:59:59 GMT',
  'Sat, 28 Foo 2026 12:01:00 GMT',
  'Sat, 28 Nov 2026 12:01:00',
  'Sat, 28 Nov 2026 12:01:00 PST',
  'Sunday, 06-Nov-94 08:49:37 GMT',
  'Sun Nov  6 08:49:37 1994',
  '2026-11-28',
  '1000000000',
  '6'.repeat(201),
])
  test(`nothing is asked by ${JSON.stringify(value.slice(0, 40))}`, () => {
    expect(waitOf(value)).toBeNull();
  });

test('an answer without the header asks for nothing', () => {
  expect(retryAfterMs(new Headers(), NOW)).toBeNull();
});

test('a header that came twice is read like two waits', () => {
  const headers = new Headers();
  headers.append('retry-after', '60');
  headers.append('retry-after', 'Sat, 28 Nov 2026 12:02:00 GMT');
  expect(retryAfterMs(headers, NOW)).toBe(120_000);
});

test('a date counts from what the receiver believes the time is', () => {
  const hourBehind = { date: 'Sat, 28 Nov 2026 11:00:00 GMT' };
  expect(waitOf('Sat, 28 Nov 2026 11:01:00 GMT', hourBehind)).toBe(MINUTE_MS);
  expect(waitOf('60', hourBehind)).toBe(MINUTE_MS);
  expect(waitOf('Sat, 28 Nov 2026 12:01:00 GMT', { date: 'yesterday' })).toBe(MINUTE_MS);
});

test('a hostile header is read in no time', () => {
  for (const value of ['mon,'.repeat(50), ', '.repeat(100), `${'1'.repeat(99)}.${'1'.repeat(99)}x`])
    expect(waitOf(value)).toBeNull();
});
