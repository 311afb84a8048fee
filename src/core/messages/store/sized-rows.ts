/** SQL of the texts in a row and of their size, and the order of the rows. */

/** How many rows one statement examines, which takes a few milliseconds of the event loop. */
export const LOOKED_AT_ONCE = 1_000;

/** Longer names and picture URLs, which no platform sends, are shown as unknown. */
const SHOWN_BYTES_MAX = 4_096;

/** Returns the SQL of a column's text, which is '' when the text is too long. */
export const shownText = (column: string): string =>
  `case when octet_length(${column}) <= ${SHOWN_BYTES_MAX} then ${column} else '' end`;

/** Returns the SQL of the size of `shownText`. */
export const shownBytes = (column: string): string =>
  `min(octet_length(${column}), ${SHOWN_BYTES_MAX})`;

/** Returns the found rows in the order of `ids`. */
export function inOrder<T>(
  ids: readonly number[],
  found: readonly T[],
  idOf: (one: T) => number,
): T[] {
  const byId = new Map(found.map((one) => [idOf(one), one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
