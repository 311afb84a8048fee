/** Adds the operations of Evolution Go to the service, and failures in their form. */
import type { ModuleParts } from '../../module.ts';
import { GO_OPERATIONS, goFailureBody } from './operations.ts';

export const EVOLUTION_GO_PARTS: ModuleParts = {
  operations: () => GO_OPERATIONS,
  failureBody: goFailureBody,
};
