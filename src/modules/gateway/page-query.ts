/** The paging of lists in the gateway zone: the entry to begin after, and how many to return. */

import { WholeText } from '../../core/http/field-types.ts';
import { problem } from '../../core/shared/reasons/problems.ts';

const PAGE_DEFAULT = 100;
const PAGE_MAX = 500;
/** Pages whose entries may be large end here, or with the one entry that is larger. */
export const PAGE_BYTES_MAX = 8 * 1024 * 1024;

/** The parameter `after` of lists with numbered entries; defaults to 0. `noun` is the name of the number. */
export const AfterNumber = (noun: string, description: string) =>
  WholeText({
    minimum: 0,
    default: 0,
    description,
    failsWith: {
      ...problem('whole_number_from', { min: 0 }),
      message: `must be ${noun}: a whole number from 0`,
    },
  });

export const PageLimit = (description = 'Maximum number of entries to return') =>
  WholeText({ minimum: 1, maximum: PAGE_MAX, default: PAGE_DEFAULT, description });
