/** Throws 422 for what no schema can check. */
import { AppError } from '../../core/shared/errors.ts';
import {
  type FieldProblem,
  type ProblemCode,
  type ProblemParameters,
  problem,
  sentenceOf,
} from '../../core/shared/reasons/problems.ts';

/** Returns a 422 on one field, for what only the database knows. */
export const unprocessable = <R extends ProblemCode>(
  field: string,
  reason: R,
  ...parameters: ProblemParameters<R>
): AppError => unprocessableFields([{ field, ...problem(reason, ...parameters) }]);

/** Returns a 422 on fields, or on parts of them. */
export const unprocessableFields = (problems: readonly FieldProblem[]): AppError =>
  new AppError('unprocessable', `The body is invalid: ${sentenceOf(problems)}`, { problems });
