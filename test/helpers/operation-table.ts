import { GO_OPERATIONS } from '../../src/modules/evolution-go/evolution-go.ts';
import { operationTable } from '../../src/modules/gateway/operation-table.ts';
import { GATEWAY_OPERATIONS } from '../../src/modules/gateway/routes.ts';
import { SANDBOX_OPERATIONS } from '../../src/modules/sandbox/operations/operations.ts';
import { TEMPLATE_OPERATIONS } from '../../src/modules/templates/templates.ts';

/** The operations of the gateway zone of an installation at its defaults. */
export const OPERATION_TABLE = operationTable([
  GATEWAY_OPERATIONS,
  SANDBOX_OPERATIONS,
  TEMPLATE_OPERATIONS,
  GO_OPERATIONS,
]);
