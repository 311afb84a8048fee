/** Formats times for names of files. */
import { iso } from '../../core/shared/clock.ts';

/** Formats a time to the millisecond, in UTC, so that names sort by time: `20270131T090000123Z`. */
export const stampOf = (ms: number): string => iso(ms).replace(/[-:.]/g, '');
