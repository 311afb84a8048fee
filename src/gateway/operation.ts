/** What the operations on one instance declare alike. */
import { Type } from '@sinclair/typebox';
import { failures } from '../http/failures.ts';

/** Of paths that name their instance. */
export const instanceParams = Type.Object({ instanceName: Type.String() });

/** What each of them may answer instead of what was asked for. */
export const instanceFailures = failures(
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'INTERNAL_SERVER_ERROR',
);
