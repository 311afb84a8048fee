/** Formats counts, numbers, times and durations in a language. */

/** A text for each plural form of the language; `#` becomes the number. A form that is not given is `other`. */
interface PluralForms {
  readonly one: string;
  readonly many?: string;
  readonly other: string;
}

interface Formats {
  /** The language, as `lang` of a page and `Intl` have it. */
  readonly locale: string;
  readonly number: (value: number) => string;
  readonly count: (value: number, forms: PluralForms) => string;
  /** The day and the time to the second, in the time zone of the reader. */
  readonly dateTime: (iso: string) => string;
  readonly day: (iso: string) => string;
  /** The day by the name it has at `now` (ms), `today` or `yesterday`, or else its date. */
  readonly dayName: (iso: string, now: number) => string;
  /** The time on the day of `now` (ms), and the day before that. */
  readonly timeOrDay: (iso: string, now: number) => string;
  /** A size of a file. */
  readonly bytes: (count: number) => string;
  /** Hours and minutes. */
  readonly time: (iso: string) => string;
  /** Hours and minutes, or the day of the week at its beginning. */
  readonly hourOrDay: (iso: string) => string;
  /** A share of 1. */
  readonly percent: (share: number) => string;
  /** A time that something took: `42 ms`, `1.5 s`. */
  readonly latency: (ms: number) => string;
  /** Returns how long ago `iso` was at `now` (ms), or how far away it is, in its largest unit. */
  readonly ago: (iso: string, now: number) => string;
  /** The two largest units: `2 h, 5 min`. */
  readonly duration: (ms: number) => string;
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

export function createFormats(locale: string): Formats {
  const numbers = new Intl.NumberFormat(locale);
  const plurals = new Intl.PluralRules(locale);
  const dateTimes = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium' });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const times = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'short' });
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const distances = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'narrow' });
  const number = (value: number) => numbers.format(value);
  const time = (iso: string) => times.format(new Date(iso));
  const dayName = (iso: string, now: number) => {
    const ago = daysBetween(new Date(iso), new Date(now));
    return ago === 0 || ago === 1 ? distances.format(-ago, 'day') : days.format(new Date(iso));
  };
  return {
    locale,
    number,
    count: (value, { one, many, other }) => {
      const forms: Partial<Record<Intl.LDMLPluralRule, string | undefined>> = { one, many };
      return (forms[plurals.select(value)] ?? other).replaceAll('#', number(value));
    },
    dateTime: (iso) => dateTimes.format(new Date(iso)),
    day: (iso) => days.format(new Date(iso)),
    dayName,
    timeOrDay: (iso, now) =>
      daysBetween(new Date(iso), new Date(now)) === 0 ? time(iso) : dayName(iso, now),
    bytes: (count) => {
      const [unit, size] = SIZES.find(([, size]) => count >= size) ?? SIZES[1];
      return inUnit(locale, Math.max(count / size, SIZE_MIN), unit);
    },
    time,
    hourOrDay: (iso) => {
      const date = new Date(iso);
      return date.getHours() + date.getMinutes() === 0 ? weekdays.format(date) : times.format(date);
    },
    percent: (share) => percents.format(share),
    latency: (ms) =>
      ms < 1_000 ? inUnit(locale, ms, 'millisecond') : inUnit(locale, ms / 1_000, 'second'),
    ago: (iso, now) => {
      const seconds = (new Date(iso).getTime() - now) / 1000;
      const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS[3];
      return distances.format(Math.trunc(seconds / size), unit);
    },
    duration: (ms) => {
      const parts = durationParts(Math.max(0, Math.round(ms / 1000)));
      return parts.map(([value, unit]) => inUnit(locale, value, unit)).join(', ');
    },
  };
}

/** The least that is shown: one decimal. */
const SIZE_MIN = 0.1;
const SIZES = [
  ['megabyte', 1_000_000],
  ['kilobyte', 1_000],
] as const;

/** Counts midnights in the time zone of the reader. */
const daysBetween = (earlier: Date, later: Date): number =>
  Math.round(
    (new Date(later).setHours(0, 0, 0, 0) - new Date(earlier).setHours(0, 0, 0, 0)) / 86_400_000,
  );

function durationParts(seconds: number): [number, string][] {
  const parts: [number, string][] = [];
  let left = seconds;
  for (const [unit, size] of UNITS) {
    const value = Math.floor(left / size);
    left -= value * size;
    if (value > 0) parts.push([value, unit]);
  }
  return parts.length === 0 ? [[0, 'second']] : parts.slice(0, 2);
}

const inUnit = (locale: string, value: number, unit: string): string =>
  new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(value);
