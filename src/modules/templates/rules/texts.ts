/** Checks the rules for all texts of templates. Pure. */
import { isWithin } from '../../../core/shared/characters.ts';
import {
  type FieldProblem,
  type Problem,
  problem,
  unnamedProblem,
} from '../../../core/shared/reasons/problems.ts';

/** Returns a problem of the part of a template that has this path; a text is one without a name of its own. */
export const wrong = (field: string, found: Problem | string): FieldProblem => ({
  field,
  ...(typeof found === 'string' ? unnamedProblem(found) : found),
});

/** Characters are counted as code points, not as UTF-16 halves. */
export function textProblems(text: unknown, path: string, charactersMax: number): FieldProblem[] {
  if (typeof text !== 'string' || text.trim() === '') return [wrong(path, problem('required'))];
  return !isWithin(text, charactersMax)
    ? [wrong(path, problem('too_long', { max: charactersMax }))]
    : [];
}

/** Returns the problems of a text that may be absent. */
export const textProblemsIfGiven = (
  text: unknown,
  path: string,
  charactersMax: number,
): FieldProblem[] => (text === undefined ? [] : textProblems(text, path, charactersMax));

/** Tells whether the text is an http or https URL, which may contain a variable. */
export function isWebUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol);
}
