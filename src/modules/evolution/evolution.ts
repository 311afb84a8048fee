/** Adds operations and failures in the form of Evolution API to the service. */
import type { ModuleParts } from '../../module.ts';
import { evolutionApiFailures } from './failures.ts';
import { EVOLUTION_OPERATIONS } from './operations.ts';

export const EVOLUTION_PARTS: ModuleParts = {
  operations: ({ evolutionMode }) => (evolutionMode ? EVOLUTION_OPERATIONS : []),
  failureShape: ({ evolutionMode }) => (evolutionMode ? evolutionApiFailures : null),
};
