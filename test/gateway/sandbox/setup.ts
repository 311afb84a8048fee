/** The sandbox's routes behind the gateway's real door, over the instance `shop` of a database of its own. */
import { sandboxRoutes } from '../../../src/gateway/sandbox/routes.ts';
import type { SandboxSession } from '../../../src/providers/sandbox/driver.ts';
import { createSandboxProvider } from '../../../src/providers/sandbox/provider.ts';
import { createLog } from '../../../src/shared/log.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';
import { DIRECTORY, gatewayDoor, insertInstances, SHOP } from '../../helpers/gateway-server.ts';
import { recordingHost } from '../../providers/recording-host.ts';

export const FROM = '5511988887777';
export const ACCOUNT = { jid: '5511999990000@s.whatsapp.net', pushName: 'Shop' };

/** The instance `shop` with its session; `number` is what the instance was created for. */
export async function sandboxDoor({ number = null }: { number?: string | null } = {}) {
  const db = await testDatabase();
  await insertInstances(db);
  const clock = manualClock();
  const host = recordingHost(SHOP.id);
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
  const sandboxOf = ({ id }: { id: string }): SandboxSession | null =>
    id === SHOP.id ? session : null;
  const door = gatewayDoor(clock, sandboxRoutes({ directory, sandboxOf }));
  const post = (operation: string, body?: unknown) =>
    door.call('POST', `/sandbox/shop/${operation}`, body === undefined ? {} : { body });
  return { ...door, post, session, host, clock };
}

export async function openDoor() {
  const door = await sandboxDoor();
  await door.session.connect({});
  await door.session.scan({ number: '5511999990000' });
  (door.host.told as unknown[]).length = 0;
  return door;
}
