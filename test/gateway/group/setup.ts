/** The gateway with an instance called shop that is open, in one group. */
import { groupRoutes } from '../../../src/gateway/group/routes.ts';
import type { GroupActions } from '../../../src/providers/groups.ts';
import { type Gateway, type GatewayParts, gateway } from '../../helpers/gateway.ts';

const routes = ({ directory, service }: GatewayParts) =>
  groupRoutes({ directory, sessions: service.sessions });

export async function openGateway(): Promise<{ g: Gateway; key: string }> {
  const g = await gateway({ routes });
  const { key } = await g.createOpen('shop');
  return { g, key };
}

/** Every call of the session's `action` fails so from here on. */
export function failing({ provider }: Gateway, action: keyof GroupActions, error: Error): void {
  provider.script.groups[action] = async () => {
    throw error;
  };
}
