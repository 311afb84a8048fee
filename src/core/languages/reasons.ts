/** The texts of failures and of problems in other languages than English, in which the service answers. */
import type { AdviceCode, AdviceParametersOf } from '../shared/reasons/advice.ts';
import type { FormProblem, ProblemParametersOf } from '../shared/reasons/problems.ts';
import type { MessageReason, ParametersOf, PersonReason } from '../shared/reasons/reasons.ts';
import type { Parameters } from '../shared/reasons/sentences.ts';

/** A text, or a function of the values in it. */
type Text<P> = string | ((parameters: P) => string);

export type ReasonTexts = { readonly [R in PersonReason]: Text<ParametersOf<R>> };
export type MessageReasonTexts = Pick<ReasonTexts, MessageReason>;

/** The text of a problem is read after the name of its field. */
export type ProblemTexts = { readonly [R in FormProblem]: Text<ProblemParametersOf<R>> };

/** Null without texts of its own: the service answers in English. */
export interface FailureTexts {
  readonly reasons: ReasonTexts | null;
  readonly problems: ProblemTexts | null;
}

export const IN_ENGLISH: FailureTexts = { reasons: null, problems: null };

export type AdviceTexts = { readonly [R in AdviceCode]: Text<AdviceParametersOf<R>> };

/** Returns the text of a failure, a problem or advice, or null if the table has no text for its reason. */
export function reasonText(
  texts: ReasonTexts | ProblemTexts | AdviceTexts | null,
  reason: string,
  parameters: Parameters,
): string | null {
  if (texts === null || !Object.hasOwn(texts, reason)) return null;
  // The cast: the table has this key, and its parameters came from the same service.
  const text = (texts as Readonly<Record<string, Text<Parameters>>>)[reason];
  return typeof text === 'function' ? text(parameters) : (text ?? null);
}
