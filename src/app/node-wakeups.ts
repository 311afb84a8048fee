/** Gives the nodes of one service their way to hint each other, where a module has one. */

import type { Config } from '../core/config/config.ts';
import type { Clock } from '../core/shared/clock.ts';
import type { Vault } from '../core/shared/crypto.ts';
import type { Log } from '../core/shared/log.ts';
import type { ModuleParts } from '../module.ts';
import { NodeWakeups } from '../modules/cluster/node-wakeups.ts';

interface NodeWakeupsDeps {
  readonly modules: readonly ModuleParts[];
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
}

/** The encryption key is one for all nodes: its id tells their hints from those of other services on the server. */
export function createNodeWakeups(
  config: Config,
  { modules, vault, clock, log }: NodeWakeupsDeps,
): NodeWakeups {
  const subject = `gatehouse.${vault.keyId}.hint`;
  const [bus = null] = modules.flatMap(
    (module) => module.wakeupBus?.(config, { subject, clock, log }) ?? [],
  );
  return new NodeWakeups({ bus, vault, clock });
}
