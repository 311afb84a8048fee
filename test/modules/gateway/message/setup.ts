/** The gateway with an instance called shop that is open, and files from real servers on this machine. */

import { createIdempotency } from '../../../../src/core/idempotency/store.ts';
import { createNetworkGuard } from '../../../../src/core/outbound/network-guard.ts';
import { createOutbound } from '../../../../src/core/outbound/outbound.ts';
import type { OutgoingMedia } from '../../../../src/core/providers/outgoing.ts';
import { createVault } from '../../../../src/core/shared/crypto.ts';
import { createLog } from '../../../../src/core/shared/log.ts';
import { MESSAGE_OPERATIONS } from '../../../../src/modules/gateway/message/operations.ts';
import { type GatewayFoundation, gatewayParts } from '../../../../src/modules/gateway/parts.ts';
import { type Gateway, type GatewayParts, gateway } from '../../../helpers/gateway.ts';
import type { PaceOptions } from '../../../helpers/sending-queue.ts';

/** A name that resolves to this machine and may be reached; every other name resolves to a private address. */
export const FILES = 'files.test';

/** What reaches files, sends and remembers answers. */
const partsWith =
  ({ authorities, mediaBytes }: Options) =>
  (parts: GatewayParts) => {
    const { database: db, clock } = parts;
    const lookup = async (name: string) => [name === FILES ? '127.0.0.1' : '10.9.9.9'];
    const guard = createNetworkGuard({ allow: ['127.0.0.1/32'], clock, lookup });
    const added = {
      db,
      guard,
      outbound: createOutbound({
        clock,
        guard,
        userAgent: 'gatehouse/test',
        ...(authorities !== undefined && { authorities }),
      }),
      mediaBytesInFlight: mediaBytes ?? 128 * 1024 * 1024,
      idempotency: createIdempotency({
        node: null,
        db,
        clock,
        vault: createVault(Buffer.alloc(32, 1).toString('base64')),
        log: createLog('error', clock.now, () => {}),
      }),
    };
    // The cast: messages need no more of it.
    return gatewayParts({ ...parts, ...added } as unknown as GatewayFoundation);
  };

interface Options extends PaceOptions {
  /** Where Meta is, for instances of the official API. */
  readonly graphUrl?: string;
  /** Certificate authorities (PEM) that other servers are trusted by. */
  readonly authorities?: string;
}

export async function openGateway(options: Options = {}): Promise<{ g: Gateway; key: string }> {
  const g = await gateway({
    operations: MESSAGE_OPERATIONS,
    with: partsWith(options),
    ...options,
  });
  const { key } = await g.createOpen('shop');
  return { g, key };
}

/** What reaches the session of shop, in order, from here on. */
export function noteMedia({ provider }: Gateway): OutgoingMedia[] {
  const sent: OutgoingMedia[] = [];
  const { sendMedia } = provider.script;
  provider.script.sendMedia = (session, message) => {
    sent.push(message);
    return sendMedia(session, message);
  };
  return sent;
}
