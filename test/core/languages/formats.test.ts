import { expect, test } from 'bun:test';
import { createFormats } from '../../../src/core/languages/formats.ts';

const NOW = Date.parse('2026-01-05T10:00:00.000Z');
const at = (ms: number) => new Date(NOW + ms).toISOString();

test('counts have the plural form and the number of their language', () => {
  const forms = { one: '# entrega', other: '# entregas' };
  const { count } = createFormats('pt-BR');
  expect([0, 1, 2, 1234].map((value) => count(value, forms))).toEqual([
    '0 entrega',
    '1 entrega',
    '2 entregas',
    '1.234 entregas',
  ]);
  const english = createFormats('en').count;
  expect([0, 1, 2].map((value) => english(value, { one: '# row', other: '# rows' }))).toEqual([
    '0 rows',
    '1 row',
    '2 rows',
  ]);
});

test('a million has its form, or that of all others', () => {
  const { count } = createFormats('es');
  expect(count(1_000_000, { one: '# día', other: '# días' })).toBe('1.000.000 días');
  expect(count(1_000_000, { one: '# día', many: '# de días', other: '# días' })).toBe(
    '1.000.000 de días',
  );
});

test('a time is said by its distance, in its largest unit', () => {
  const { ago } = createFormats('en');
  expect(ago(at(-30_000), NOW)).toBe('30s ago');
  expect(ago(at(-5 * 60_000), NOW)).toBe('5m ago');
  expect(ago(at(-26 * 3_600_000), NOW)).toBe('yesterday');
  expect(ago(at(90_000), NOW)).toBe('in 1m');
  expect(createFormats('pt-BR').ago(at(-5 * 60_000), NOW)).toBe('há 5 min.');
});

test('a duration has its two largest units', () => {
  const { duration } = createFormats('en');
  expect(duration(0)).toBe('0 sec');
  expect(duration(59_400)).toBe('59 sec');
  expect(duration(7_500_000)).toBe('2 hr, 5 min');
  expect(duration(90_061_000)).toBe('1 day, 1 hr');
  expect(createFormats('es').duration(7_500_000)).toBe('2 h, 5 min');
});

test('a day is called today or yesterday, and by its date before that', () => {
  const { dayName, timeOrDay } = createFormats('en');
  // Noon of the reader, whose time zone this is.
  const noon = new Date(2026, 0, 5, 12).getTime();
  const daysAgo = (days: number) => new Date(2026, 0, 5 - days, 12).toISOString();
  expect([0, 1, 2].map((days) => dayName(daysAgo(days), noon))).toEqual([
    'today',
    'yesterday',
    'Jan 3, 2026',
  ]);
  expect(timeOrDay(daysAgo(0), noon)).toMatch(/^12:00\sPM$/);
  expect(timeOrDay(daysAgo(1), noon)).toBe('yesterday');
  expect(createFormats('pt-BR').dayName(daysAgo(1), noon)).toBe('ontem');
});

test('a size of a file is said in kB or MB, and never as nothing', () => {
  const { bytes } = createFormats('en');
  expect([9, 322, 1_800, 2_500_000].map(bytes)).toEqual(['0.1 kB', '0.3 kB', '1.8 kB', '2.5 MB']);
  expect(createFormats('pt-BR').bytes(1_800)).toBe('1,8 kB');
});

test('a latency has its unit, a share its percent, and an hour is named by its day at midnight', () => {
  const english = createFormats('en');
  expect([42, 999, 1_500].map(english.latency)).toEqual(['42 ms', '999 ms', '1.5 sec']);
  expect(createFormats('pt-BR').latency(1_500)).toBe('1,5 s');
  expect(english.percent(0.872)).toBe('87.2%');
  const at = (hour: number, minute = 0) =>
    english.hourOrDay(new Date(2026, 0, 5, hour, minute).toISOString());
  expect(at(0)).toBe('Mon');
  expect(at(0, 10)).toMatch(/^12:10\sAM$/);
  expect(at(13)).toMatch(/^1:00\sPM$/);
});
