/** Sentences with the names of their parameters in braces. */

/** The values in a sentence, by name. */
export type Parameters = Readonly<Record<string, string | number>>;

/** The names of the parameters of a sentence; never for a sentence without any. */
export type PlacesIn<S extends string> = S extends `${string}{${infer Place}}${infer Rest}`
  ? Place | PlacesIn<Rest>
  : never;

/** Returns the sentence with its parameters. */
export const fillSentence = (sentence: string, parameters: Parameters = {}): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name) => String(parameters[name]));
