/** Gives the nodes of one service their way to hint each other, where a NATS server is configured. */
import { createNatsHintBus } from '../channels/nats/hint-bus.ts';
import { Hints } from '../cluster/hints.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../shared/clock.ts';
import type { Vault } from '../shared/crypto.ts';
import type { Log } from '../shared/log.ts';

interface HintDeps {
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
}

/** The encryption key is one for all nodes: its id tells their hints from those of other services on the server. */
export function createHints(
  { clusterNatsUrl, natsUrl }: Pick<Config, 'clusterNatsUrl' | 'natsUrl'>,
  { vault, clock, log }: HintDeps,
): Hints {
  const url = clusterNatsUrl ?? natsUrl;
  const subject = `gatehouse.${vault.keyId}.hint`;
  const bus = url === null ? null : createNatsHintBus({ url, subject, clock, log });
  return new Hints({ bus, vault, clock });
}
