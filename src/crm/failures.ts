/** Which failures every operation under /api/v1 documents, and 422 for what no schema can see. */
import { type Code, failures } from '../http/failures.ts';
import { AppError } from '../shared/errors.ts';

/** The failure answers of an operation: those that all have, and `more`. */
export const refusals = (...more: Code[]) =>
  failures(
    'BAD_REQUEST',
    'UNAUTHORIZED',
    'FORBIDDEN',
    'NOT_FOUND',
    'INTERNAL_SERVER_ERROR',
    ...more,
  );

/** What reading a body adds. */
export const BODY_FAILURES = [
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'VALIDATION_ERROR',
] as const satisfies readonly Code[];

/** 422 on one field, for what only the database knows; `text` is read after the field's name. */
export const unprocessable = (field: string, text: string): AppError =>
  new AppError('unprocessable', `The body is invalid: ${field} ${text}`, {
    details: { [field]: [text] },
  });
