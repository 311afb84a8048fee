/** Owns: which failures every operation under /api/v1 documents. */
import { type Code, failures } from '../http/failures.ts';

/** The failure answers of an operation: those that all have, and `more`. */
export const refusals = (...more: Code[]) =>
  failures(
    'BAD_REQUEST',
    'UNAUTHORIZED',
    'FORBIDDEN',
    'NOT_FOUND',
    'RATE_LIMITED',
    'INTERNAL_SERVER_ERROR',
    ...more,
  );

/** What reading a body adds. */
export const BODY_FAILURES = [
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'VALIDATION_ERROR',
] as const satisfies readonly Code[];
