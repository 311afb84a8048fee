/** How lists of the gateway zone are paged: how many at once, and how a wrong number is refused. */
const PAGE_DEFAULT = 100;
const PAGE_MAX = 500;

/** Decimal digits to an integer up to `max`, or null. */
export function wholeNumber(text: string, max = Number.MAX_SAFE_INTEGER): number | null {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return value <= max ? value : null;
}

/** `limit` of a list; what is wrong with it is added to `problems`. */
export function parseLimit(text: string | undefined, problems: string[]): number {
  if (text === undefined) return PAGE_DEFAULT;
  const limit = wholeNumber(text, PAGE_MAX);
  if (limit !== null && limit > 0) return limit;
  problems.push(`limit must be a whole number from 1 to ${PAGE_MAX}`);
  return PAGE_DEFAULT;
}
