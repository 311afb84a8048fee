/** Makes the parts that reach other machines. */
import { version } from '../../package.json';
import { createBrokers } from '../core/channels/brokers.ts';
import { createWebhookChannel } from '../core/channels/webhook/channel.ts';
import type { Config } from '../core/config/config.ts';
import type { NetworkGuard } from '../core/outbound/network-guard.ts';
import { createOutbound } from '../core/outbound/outbound.ts';
import type { Clock } from '../core/shared/clock.ts';
import type { Log } from '../core/shared/log.ts';
import type { CoreParts } from '../core-parts.ts';
import type { ModuleParts } from '../module.ts';
import { firstOf } from '../modules.ts';
import { webhookSettings } from './limits.ts';
import { withRefusals } from './refusal-conditions.ts';

interface OutsideDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly network: NetworkGuard;
  readonly modules: readonly ModuleParts[];
  /** Called when the engine is needed, which says what refuses. */
  readonly made: () => Pick<CoreParts, 'engine'>;
}

export type OutsideParts = ReturnType<typeof createOutside>;

export function createOutside(
  config: Config,
  { clock, log, network: guard, modules, made }: OutsideDeps,
) {
  const userAgent = `gatehouse/${version}`;
  const outbound = createOutbound({ clock, guard, userAgent });
  const webhook = createWebhookChannel({ clock, outbound, userAgent, ...webhookSettings(config) });
  const openers = modules.flatMap(({ broker }) => broker ?? []);
  const brokers = createBrokers(config, openers, { clock, log });
  const mediaStore = firstOf(modules, (module) => module.mediaStore?.(config, { clock, log }));
  const archive = firstOf(modules, (module) => module.archive?.(config, { clock, log }));
  const tracing = firstOf(modules, (module) => module.tracing?.(config, { clock, log }));
  const channels = () => ({
    ...withRefusals(brokers.conditions(), made().engine.refusals),
    ...(mediaStore && { s3: mediaStore.condition }),
  });
  const archiveProblem = () => archive?.problem() ?? null;
  const reached = { brokers, mediaStore, archive, tracing };
  return { userAgent, outbound, webhook, ...reached, archiveProblem, channels };
}
