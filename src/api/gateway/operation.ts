/** What the operations on one instance declare alike. */
import { Type } from '@sinclair/typebox';
import { failures } from '../../http/failures.ts';

/** The parameter of paths that name their instance. */
export const instanceName = Type.String({
  description: 'Name of the instance that it is about, such as `shop`',
});

/** Parameters of paths that name their instance, and nothing else. */
export const instanceParams = Type.Object({ instanceName });

/** What each of them may answer instead of what was asked for. */
export const instanceFailures = failures(
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'INTERNAL_SERVER_ERROR',
);

/** The same of those that need the instance to be connected. */
export const connectedFailures = { ...instanceFailures, ...failures('CONFLICT') };
