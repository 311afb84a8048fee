/** The texts of failures in other languages than English, in which the service answers. */
import type { ParametersOf, PersonReason } from '../shared/reasons/reasons.ts';

/** A text, or a function of the values in it. */
export type ReasonTexts = {
  readonly [R in PersonReason]: string | ((parameters: ParametersOf<R>) => string);
};

/** Returns the text of a failure, or null if the table has no text for its reason. */
export function reasonText(
  texts: ReasonTexts | null,
  reason: string,
  parameters: Readonly<Record<string, string | number>>,
): string | null {
  if (texts === null || !Object.hasOwn(texts, reason)) return null;
  // The cast: the table has this key, and its parameters came from the same service.
  const text = texts[reason as PersonReason] as string | ((values: typeof parameters) => string);
  return typeof text === 'string' ? text : text(parameters);
}
