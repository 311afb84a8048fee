/** Returns why a text cannot be one segment of a path, or null. It would lead to another operation. */
export function segmentProblem(text: string): string | null {
  if (text === '') return 'must not be empty';
  return text === '.' || text === '..' ? 'must be more than dots' : null;
}
