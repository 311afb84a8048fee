/** Returns the numbers and JIDs that were written, one a line or after commas. */
export const peopleIn = (text: string): string[] =>
  text
    .split(/[\n,;]+/)
    .map((one) => one.trim())
    .filter(Boolean);
