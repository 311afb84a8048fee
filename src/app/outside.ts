/** Makes the parts that reach other machines. */
import { version } from '../../package.json';
import type { BrokerOpener } from '../core/channels/broker.ts';
import { createBrokers } from '../core/channels/brokers.ts';
import { type RefusalReader, withRefusals } from '../core/channels/refusing.ts';
import { createWebhookChannel } from '../core/channels/webhook/channel.ts';
import type { Config } from '../core/config/config.ts';
import type { NetworkGuard } from '../core/outbound/network-guard.ts';
import { createOutbound } from '../core/outbound/outbound.ts';
import type { Clock } from '../core/shared/clock.ts';
import type { Log } from '../core/shared/log.ts';
import type { WatchedArchive } from '../modules/storage/event-archive.ts';
import type { MediaStore } from '../modules/storage/media-store.ts';
import type { RunningTracing } from '../modules/tracing/otlp.ts';
import { webhookSettings } from './engine-settings.ts';

/** The ways to other servers that modules have opened. */
export interface OpenedByModules {
  /** Null if nothing is traced. */
  readonly tracing: RunningTracing | null;
  /** The ways out to brokers that modules have. */
  readonly brokers: readonly BrokerOpener<Config>[];
  /** The bucket of media; null if it is not configured. */
  readonly mediaStore: MediaStore | null;
  /** The archive of events; null if it is not configured. */
  readonly archive: WatchedArchive | null;
}

interface OutsideDeps extends OpenedByModules {
  readonly clock: Clock;
  readonly log: Log;
  readonly network: NetworkGuard;
}

export type Outside = ReturnType<typeof createOutside>;

export function createOutside(
  config: Config,
  { clock, log, network: guard, brokers: openers, mediaStore, archive }: OutsideDeps,
) {
  const userAgent = `gatehouse/${version}`;
  const outbound = createOutbound({ clock, guard, userAgent });
  const webhook = createWebhookChannel({ clock, outbound, userAgent, ...webhookSettings(config) });
  const brokers = createBrokers(config, openers, { clock, log });
  /** The engine says what refuses once it is made. */
  const refusals: RefusalReader = { all: () => [], last: () => new Map() };
  const channels = () => ({
    ...withRefusals(brokers.conditions(), refusals),
    ...(mediaStore && { s3: mediaStore.condition }),
  });
  const archiveProblem = () => archive?.problem() ?? null;
  return {
    userAgent,
    outbound,
    webhook,
    brokers,
    mediaStore,
    archive,
    archiveProblem,
    channels,
    refusals,
  };
}
