/** Checks the rules for all texts of templates. Pure. */
import { isWithin } from '../../shared/characters.ts';

/** Characters are counted as code points, not as UTF-16 halves. */
export function textProblems(text: unknown, path: string, charactersMax: number): string[] {
  if (typeof text !== 'string' || text.trim() === '') return [`${path} is required`];
  return !isWithin(text, charactersMax)
    ? [`${path} must have at most ${charactersMax} characters`]
    : [];
}

/** Does the same for a text that may be absent. */
export const textProblemsIfGiven = (
  text: unknown,
  path: string,
  charactersMax: number,
): string[] => (text === undefined ? [] : textProblems(text, path, charactersMax));

/** Tells whether the text is an http or https URL, which may contain a variable. */
export function isWebUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol);
}
