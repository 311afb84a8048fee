/** The sandbox's routes on a real gateway server, over the instance `shop` of a database of its own. */

import { createLog } from '../../../../src/core/shared/log.ts';
import { SANDBOX_OPERATIONS } from '../../../../src/modules/sandbox/operations/operations.ts';
import { createSandboxProvider } from '../../../../src/modules/sandbox/provider.ts';
import { storingHost } from '../../../core/providers/recording-host.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { testDatabase } from '../../../helpers/database.ts';
import {
  DIRECTORY,
  gatewayServer,
  insertInstances,
  operationsWith,
  SHOP,
} from '../../../helpers/gateway-server.ts';

export const FROM = '5511988887777';
export const ACCOUNT = { jid: '5511999990000@s.whatsapp.net', pushName: 'Shop' };

/** The instance `shop` with its session; `number` is what the instance was created for. */
export async function sandboxServer({ number = null }: { number?: string | null } = {}) {
  const db = await testDatabase();
  await insertInstances(db);
  const clock = manualClock();
  const host = storingHost(db, SHOP.id);
  const provider = createSandboxProvider({
    clock,
    log: createLog('error', clock.now, () => {}),
    db,
    qrMaxCount: 3,
    ignoreGroups: false,
    ignoreStatus: false,
  });
  const session = provider.open(host, null);
  const directory = {
    ...DIRECTORY,
    byName: (name: string) => {
      const found = DIRECTORY.byName(name);
      return found && { ...found, number };
    },
  };
  const sessions = { sessionOf: () => session };
  const parts = { directory, sessions, clock };
  const server = gatewayServer(clock, operationsWith(SANDBOX_OPERATIONS, parts));
  const post = (operation: string, body?: unknown) =>
    server.call('POST', `/sandbox/shop/${operation}`, body === undefined ? {} : { body });
  return { ...server, post, session, host, clock, db };
}

export async function openSandbox() {
  const server = await sandboxServer();
  await server.session.connect({});
  await server.session.scan({ number: '5511999990000' });
  (server.host.recorded as unknown[]).length = 0;
  return server;
}
