/** The paging of lists in the gateway zone: the entry to begin after, and how many to return. */
import { Type } from '@sinclair/typebox';
import { shownAsInteger } from '../../http/openapi-schema.ts';
import { fieldError, parsedBy } from '../../http/read-fields.ts';

const PAGE_DEFAULT = 100;
const PAGE_MAX = 500;
/** Pages whose entries may be large end here, or with the one entry that is larger. */
export const PAGE_BYTES_MAX = 8 * 1024 * 1024;

/** Decimal digits to an integer up to `max`, or null. */
export function wholeNumber(text: unknown, max = Number.MAX_SAFE_INTEGER): number | null {
  const value = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return value <= max ? value : null;
}

/** The parameter `after` of lists with numbered entries; defaults to 0. `noun` is the name of the number. */
export const AfterNumber = (noun: string, description: string) =>
  parsedBy(
    Type.Optional(shownAsInteger({ minimum: 0, default: 0 }, { description })),
    (value = '0') => wholeNumber(value) ?? fieldError(`must be ${noun}: a whole number from 0`),
  );

export const PageLimit = (description = 'Maximum number of entries to return') =>
  parsedBy(
    Type.Optional(
      shownAsInteger({ minimum: 1, maximum: PAGE_MAX, default: PAGE_DEFAULT }, { description }),
    ),
    (value = String(PAGE_DEFAULT)) =>
      wholeNumber(value, PAGE_MAX) || fieldError(`must be a whole number from 1 to ${PAGE_MAX}`),
  );
