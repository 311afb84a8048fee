/** Times in names of files. */
import { iso } from '../shared/clock.ts';

/** To the millisecond, in UTC, and sorted by time: `20270131T090000123Z`. */
export const stampOf = (ms: number): string => iso(ms).replace(/[-:.]/g, '');
