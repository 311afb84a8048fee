/** The template routes over the templates of sandbox instances, in a database of their own. */

import type { Database } from '../../../src/core/db/client.ts';
import { TEMPLATE_OPERATIONS } from '../../../src/modules/templates/templates.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';
import {
  DIRECTORY,
  type GatewayServer,
  gatewayServer,
  insertInstances,
  operationsWith,
} from '../../helpers/gateway-server.ts';

export const BODY = {
  type: 'BODY',
  text: 'Order {{1}} is ready',
  example: { body_text: [['A-17']] },
};
export const DRAFT = {
  name: 'order_ready',
  category: 'UTILITY',
  language: 'pt_BR',
  components: [BODY],
};

export async function templateServer(): Promise<{ db: Database; server: GatewayServer }> {
  const db = await testDatabase();
  await insertInstances(db);
  const clock = manualClock();
  const parts = { directory: DIRECTORY, db, clock, cloudOf: () => null };
  const routes = operationsWith(TEMPLATE_OPERATIONS, parts);
  return { db, server: gatewayServer(clock, routes) };
}
