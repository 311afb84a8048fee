/** 422 for what no schema can see. */
import { AppError } from '../shared/errors.ts';

/** 422 on one field, for what only the database knows; `text` is read after the field's name. */
export const unprocessable = (field: string, text: string): AppError =>
  new AppError('unprocessable', `The body is invalid: ${field} ${text}`, {
    details: { [field]: [text] },
  });
