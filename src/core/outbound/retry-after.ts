/** Reads for how long an answer asks to be left alone: the header `retry-after` in all forms that are in use. */

/** Beyond it a header is no wait. */
const CHARACTERS_MAX = 200;
/** A comma that is not the one after the name of a day: a header that came twice arrives as one, joined by commas. */
const BETWEEN_VALUES = /(?<!\b(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?), */i;
const NUMBER = /^\d+(?:\.\d+)?$/;
/** Nobody asks for thirty years: such a number is a time in seconds since 1970, and a thousand times as much one in ms. */
const EPOCH_SECONDS_MIN = 1e9;
const EPOCH_MS_MIN = 1e12;

/**
 * Returns the ms that an answer asks to wait, or null if it does not ask, or not in a readable form. `now` is in ms
 * since 1970. A time is compared with the answer's own `date`, because the clock of its sender may be wrong. The
 * longest of several waits counts.
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const header = headers.get('retry-after');
  if (header === null || header.length > CHARACTERS_MAX) return null;
  const sentAt = timeIn(headers.get('date')?.slice(0, CHARACTERS_MAX) ?? '', now) ?? now;
  const waits = header
    .split(BETWEEN_VALUES)
    .map((value) => waitIn(value.trim(), sentAt))
    .filter((ms) => ms !== null && ms > 0);
  return waits.length === 0 ? null : Math.max(...waits.map(Number));
}

function waitIn(value: string, now: number): number | null {
  if (!NUMBER.test(value)) {
    const at = timeIn(value, now);
    return at === null ? null : at - now;
  }
  const number = Number(value);
  if (number >= EPOCH_MS_MIN) return number - now;
  if (number >= EPOCH_SECONDS_MIN) return number * 1_000 - now;
  return Math.ceil(number * 1_000);
}

/** `Sun, 06 Nov 1994 08:49:37 GMT`, and the obsolete `Sunday, 06-Nov-94 08:49:37 GMT`. */
const DAY_FIRST =
  /^(?:[a-z]{3,9}, *)?(\d{1,2})[ -]([a-z]{3})[ -](\d{4}|\d\d) (\d\d):(\d\d):(\d\d) (?:GMT|UTC|[+-]0000)$/i;
/** The obsolete `Sun Nov  6 08:49:37 1994`, which means UTC. */
const MONTH_FIRST = /^[a-z]{3} ([a-z]{3}) {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d) (\d{4})$/i;
/** Not allowed in this header, and sent nevertheless. */
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Returns the time that a header has, in ms since 1970, or null. */
function timeIn(value: string, now: number): number | null {
  const [, day, month, year, ...clock] = DAY_FIRST.exec(value) ?? [];
  if (year !== undefined) return timeOf([day, month, year, ...clock], now);
  const [, named, date, hours, minutes, seconds, full] = MONTH_FIRST.exec(value) ?? [];
  if (full !== undefined) return timeOf([date, named, full, hours, minutes, seconds], now);
  return ISO.test(value) ? numberOrNull(Date.parse(value)) : null;
}

/** A year of two digits is at most 50 years ahead. */
function timeOf(parts: readonly (string | undefined)[], now: number): number | null {
  const [day = '', month = '', written = '', ...clock] = parts;
  const [hours, minutes, seconds] = clock.map(Number);
  const index = MONTHS.indexOf(month.toLowerCase());
  const at = (year: number) =>
    index === -1 ? null : numberOrNull(Date.UTC(year, index, Number(day), hours, minutes, seconds));
  if (written.length === 4) return at(Number(written));
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + Number(written);
  if (year > thisYear + 50) return at(year - 100);
  return at(year <= thisYear - 50 ? year + 100 : year);
}

const numberOrNull = (number: number): number | null => (Number.isFinite(number) ? number : null);
