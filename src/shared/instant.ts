/** Reads times that callers write. */
const INSTANT = /^(\d{4})-(\d\d)-(\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** The error text for anything else. */
export const INSTANT_PROBLEM =
  'must be an ISO 8601 date and time with a zone, such as 2027-01-31T09:00:00Z';

interface InstantForm {
  /** Whether a date without a time is accepted, as the beginning of its day in UTC. */
  readonly dateAlone?: boolean;
}

/** Returns ms since 1970 of an ISO 8601 date and time with its zone, or null for any other text. */
export function readInstant(text: string, { dateAlone = false }: InstantForm = {}): number | null {
  const [, year, month, day, time] = INSTANT.exec(text) ?? [];
  const at = Date.parse(text);
  if (Number.isNaN(at) || year === undefined || (time === undefined && !dateAlone)) return null;
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number(day) >= 1 && Number(day) <= lastDay ? at : null;
}
