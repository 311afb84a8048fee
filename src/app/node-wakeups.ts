/** Gives the nodes of one service their way to hint each other, where a NATS server is configured. */
import { createNatsWakeupBus } from '../channels/nats/wakeup-bus.ts';
import { NodeWakeups } from '../cluster/node-wakeups.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../shared/clock.ts';
import type { Vault } from '../shared/crypto.ts';
import type { Log } from '../shared/log.ts';

interface NodeWakeupsDeps {
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
}

/** The encryption key is one for all nodes: its id tells their hints from those of other services on the server. */
export function createNodeWakeups(
  { natsUrl }: Pick<Config, 'natsUrl'>,
  { vault, clock, log }: NodeWakeupsDeps,
): NodeWakeups {
  const subject = `gatehouse.${vault.keyId}.hint`;
  const bus = natsUrl === null ? null : createNatsWakeupBus({ url: natsUrl, subject, clock, log });
  return new NodeWakeups({ bus, vault, clock });
}
