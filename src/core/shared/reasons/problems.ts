/** The problems of fields: each has a name that never changes, and its sentence in English. */
import { formProblems } from './form-problems.ts';
import { programProblems } from './program-problems.ts';
import { fillSentence, type Parameters, type PlacesIn } from './sentences.ts';

export type FormProblem = keyof typeof formProblems;

export const PROBLEMS = { ...formProblems, ...programProblems };

export type ProblemCode = keyof typeof PROBLEMS;

/** A reason to refuse a value. */
export interface Problem {
  /** The stable name of the problem; `invalid` where it has no name of its own. */
  readonly reason: ProblemCode | 'invalid';
  /** The sentence in English, which is read after the name of the field: `must be …`. */
  readonly message: string;
  /** The values in the sentence, by name. */
  readonly parameters?: Parameters;
}

/** A problem without its sentence. */
export interface NamedProblem {
  readonly reason: ProblemCode;
  readonly parameters: Parameters | undefined;
}

/** A reason to refuse one field of a request. */
export interface FieldProblem extends Problem {
  /** The path of the field, such as `headers.host`; empty for a problem of several fields, which its sentence names. */
  readonly field: string;
}

/** The arguments behind the name of a problem. */
export type ProblemParameters<R extends ProblemCode> = [PlacesIn<(typeof PROBLEMS)[R]>] extends [
  never,
]
  ? []
  : [parameters: ProblemParametersOf<R>];

/** The values in the sentence of a problem. */
export type ProblemParametersOf<R extends ProblemCode> = Readonly<
  Record<PlacesIn<(typeof PROBLEMS)[R]>, string | number>
>;

/** Returns the problem that the table declares, with its sentence. */
export const problem = <R extends ProblemCode>(
  reason: R,
  ...[parameters]: ProblemParameters<R>
): Problem => withSentence({ reason, parameters });

export function withSentence({ reason, parameters }: NamedProblem): Problem {
  const message = fillSentence(PROBLEMS[reason], parameters);
  return parameters === undefined ? { reason, message } : { reason, message, parameters };
}

/** Returns a problem without a name of its own. */
export const unnamedProblem = (message: string): Problem => ({ reason: 'invalid', message });

/** Returns a function that moves problems of an object's fields to the path of the object. */
export const underPath =
  (path: string) =>
  (one: FieldProblem): FieldProblem => ({ ...one, field: `${path}.${one.field}` });

/** Returns a function that puts other names in place of the first name in the paths of problems. */
export const renameFirst =
  (nameOf: (name: string) => string) =>
  (one: FieldProblem): FieldProblem => ({
    ...one,
    field: one.field.replace(/^\w+/, (name) => nameOf(name)),
  });

/** Joins problems into one sentence: `name is required; age must be an integer and must be at least 1`. */
export function sentenceOf(problems: readonly FieldProblem[]): string {
  // A problem of several fields is a sentence of its own, and keeps its place.
  const bySubject = Map.groupBy(problems, (one) => (one.field === '' ? one : one.field));
  return [...bySubject]
    .map(([subject, same]) => {
      const messages = same.map(({ message }) => message).join(' and ');
      return typeof subject === 'string' ? `${subject} ${messages}` : messages;
    })
    .join('; ');
}

/** Returns the texts of the problems by field. */
export const detailsOf = (problems: readonly FieldProblem[]): Record<string, string[]> =>
  Object.fromEntries(
    [...Map.groupBy(problems, ({ field }) => field)].map(([field, same]) => [
      field,
      same.map(({ message }) => message),
    ]),
  );
