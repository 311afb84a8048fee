/** Makes the settings of the engine from the variables. */
import type { Config } from '../config.ts';
import type { LimitReport } from '../shared/limit-report.ts';
import { MEMORY_SHARE } from './limits.ts';

/** Returns INSTANCE_STORAGE_LIMIT as the engine takes it, or null. */
export const storageLimitOf = (
  { instanceStorageLimit: bytesMax }: Config,
  limits: LimitReport,
  onRemoved: (instanceId: string) => void,
) => (bytesMax === null ? null : { bytesMax, limits, onRemoved });

/** Returns the settings of webhooks that are variables. No wait outlives the event: half its life is left for retries. */
export const webhookSettings = (config: Config) => ({
  timeoutMs: config.webhookTimeoutMs,
  retryAfterMaxMs: Math.min(config.webhookRetryAfterMaxMs, config.eventRetentionHours * 1_800_000),
});

/** Returns the settings of the engine that are variables. */
export const engineSettings = (config: Config, memoryLimit: number) => ({
  rules: { retryDelayMs: config.webhookRetryDelayMs, maxAttempts: config.webhookMaxAttempts },
  health: {
    failures: config.endpointDisableFailures,
    overMs: config.endpointDisableHours * 3_600_000,
  },
  limits: { total: config.webhookMaxInFlight, perHost: config.webhookMaxInFlightPerHost },
  mediaInBodies: config.webhookFiles,
  bodyBytesInFlight: memoryLimit * MEMORY_SHARE,
  eventHours: config.eventRetentionHours,
  deliveryHours: config.deliveryRetentionHours,
});
