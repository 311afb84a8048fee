/** Throws 422 for what no schema can check. */
import { AppError } from '../shared/errors.ts';

/** Returns a 422 on one field, for what only the database knows; `text` follows the field's name. */
export const unprocessable = (field: string, text: string): AppError =>
  new AppError('unprocessable', `The body is invalid: ${field} ${text}`, {
    details: { [field]: [text] },
  });

/** Returns a 422 on parts of fields; each problem follows its path. */
export const unprocessableParts = (
  problems: readonly { readonly path: string; readonly problem: string }[],
): AppError =>
  new AppError(
    'unprocessable',
    `The body is invalid: ${problems.map(({ path, problem }) => `${path} ${problem}`).join('; ')}`,
    { details: Object.fromEntries(problems.map(({ path, problem }) => [path, [problem]])) },
  );
