/** A wait between two acts of a case; facts are waited for with `until`. */
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));
