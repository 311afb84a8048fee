import { type Problem, problem } from '../shared/reasons/problems.ts';

/** Returns why a text cannot be one segment of a path, or null. It would lead to another operation. */
export function segmentProblem(text: string): Problem | null {
  if (text === '') return problem('empty');
  return text === '.' || text === '..' ? problem('dots_alone') : null;
}
