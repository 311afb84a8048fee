/** The gateway with an instance called shop that is open, in one group. */

import { createIdempotency } from '../../../../src/core/idempotency/store.ts';
import type { GroupActions } from '../../../../src/core/providers/groups.ts';
import { createSender } from '../../../../src/core/sending/sender.ts';
import { createVault } from '../../../../src/core/shared/crypto.ts';
import { createLog } from '../../../../src/core/shared/log.ts';
import { GROUP_OPERATIONS } from '../../../../src/modules/gateway/group/operations.ts';
import { createPictureReader } from '../../../../src/modules/gateway/profile-picture.ts';
import { type Gateway, type GatewayParts, gateway } from '../../../helpers/gateway.ts';
import type { PaceOptions } from '../../../helpers/sending-queue.ts';

const partsWith = (parts: GatewayParts) => {
  const { database, clock, service } = parts;
  const vault = createVault(Buffer.alloc(32, 1).toString('base64'));
  const log = createLog('error', clock.now, () => {});
  const idempotency = createIdempotency({ db: database, clock, vault, log, node: null });
  const outbound = { fetchFile: async () => ({ problem: 'no route' }) };
  const readPicture = createPictureReader(outbound, clock, 2 ** 27);
  const guard = { refusesLiteral: () => null };
  const { sessions } = service;
  const send = createSender({ ...parts, sessions });
  return { idempotency, readPicture, guard, send, log };
};

export async function openGateway(pace: PaceOptions = {}): Promise<{ g: Gateway; key: string }> {
  const g = await gateway({ operations: GROUP_OPERATIONS, with: partsWith, ...pace });
  const { key } = await g.createOpen('shop');
  return { g, key };
}

/** Every call of the session's `action` fails so from here on. */
export function failing(
  { provider }: Gateway,
  action: Exclude<keyof GroupActions, 'all'>,
  error: Error,
): void {
  provider.script.groups[action] = async () => {
    throw error;
  };
}
