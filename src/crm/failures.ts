/** Throws 422 for what no schema can check. */
import { AppError } from '../shared/errors.ts';

/** Returns a 422 on one field, for what only the database knows; `text` follows the field's name. */
export const unprocessable = (field: string, text: string): AppError =>
  new AppError('unprocessable', `The body is invalid: ${field} ${text}`, {
    details: { [field]: [text] },
  });
