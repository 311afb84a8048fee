/**
 * Rows of a page with how much they hold, which is found first: whoever reads them then decides how many at once, and
 * holds memory for them before.
 */
export interface SizedRow {
  /** The key of the row. */
  readonly id: number;
  /** Of its texts, as they are stored. */
  readonly bytes: number;
}

/** Rows that one statement looks at: a few milliseconds of the event loop. */
export const LOOKED_AT_ONCE = 1_000;

/** Longer names and addresses of pictures, which no platform gives, are shown as if they were not known. */
const SHOWN_BYTES_MAX = 4_096;

/** SQL: the text of a column, '' when it is too long. */
export const shownText = (column: string): string =>
  `case when octet_length(${column}) <= ${SHOWN_BYTES_MAX} then ${column} else '' end`;

/** SQL: how many bytes `shownText` has at most. */
export const shownBytes = (column: string): string =>
  `min(octet_length(${column}), ${SHOWN_BYTES_MAX})`;

/** What was found of `ids`, in their order. */
export function inOrder<T>(
  ids: readonly number[],
  found: readonly T[],
  idOf: (one: T) => number,
): T[] {
  const byId = new Map(found.map((one) => [idOf(one), one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
