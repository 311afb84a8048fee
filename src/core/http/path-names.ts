import { type Problem, problem } from '../shared/reasons/problems.ts';

/** The names of the parameters of a path, such as `id` in `/users/:id`. */
export type NamesIn<R extends string> = R extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : R extends `${string}/:${infer Name}`
    ? Name
    : never;

export const namesIn = (path: string): string[] =>
  path.split('/').flatMap((part) => (part.startsWith(':') ? part.slice(1) : []));

/** Returns why a text cannot be one segment of a path, or null. It would lead to another operation. */
export function segmentProblem(text: string): Problem | null {
  if (text === '') return problem('empty');
  return text === '.' || text === '..' ? problem('dots_alone') : null;
}
