/** What every text of a template must be. Pure. */

/** Characters are counted as people see code points, not as UTF-16 halves. */
export function textProblems(text: unknown, path: string, charactersMax: number): string[] {
  if (typeof text !== 'string' || text.trim() === '') return [`${path} is required`];
  return [...text].length > charactersMax
    ? [`${path} must have at most ${charactersMax} characters`]
    : [];
}

/** The same where a text may be absent. */
export const textProblemsIfGiven = (
  text: unknown,
  path: string,
  charactersMax: number,
): string[] => (text === undefined ? [] : textProblems(text, path, charactersMax));

/** Whether the text is an http or https URL; a variable may stand in it. */
export function isWebUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol);
}
