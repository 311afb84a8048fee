/** Adds the operations of templates to the service. */
import type { ModuleParts } from '../../module.ts';
import { TEMPLATE_OPERATIONS } from './operations.ts';

export const TEMPLATES_PARTS: ModuleParts = {
  operations: () => TEMPLATE_OPERATIONS,
};
