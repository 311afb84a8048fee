/** Reads times that callers write. */
const INSTANT =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(?:[Zz]|([+-]\d\d)(?::?(\d\d))?))?$/;

/** The error text for anything else. */
export const INSTANT_PROBLEM =
  'must be an ISO 8601 date and time with a zone, such as 2027-01-31T09:00:00Z';

interface InstantForm {
  /** Whether a date without a time is accepted, as the beginning of its day in UTC. */
  readonly isDateEnough?: boolean;
}

/**
 * Returns ms since 1970 of an ISO 8601 date and time with its zone, or null for any other text. The zone may be Z, -03:00,
 * -0300 or -03, and a blank may stand for the T.
 */
export function readInstant(
  text: string,
  { isDateEnough = false }: InstantForm = {},
): number | null {
  const [, year, month, day, time, hours, minutes = '00'] = INSTANT.exec(text) ?? [];
  if (year === undefined || (time === undefined && !isDateEnough)) return null;
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`;
  const at = Date.parse(`${year}-${month}-${day}T${time ?? '00:00'}${zone}`);
  if (Number.isNaN(at)) return null;
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number(day) >= 1 && Number(day) <= lastDay ? at : null;
}
