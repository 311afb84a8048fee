/** Makes the settings of the engine from the variables, and from the bounds that nobody sets. */
import type { Config } from '../core/config/config.ts';
import type { JoinableChanges } from '../core/events/publish/joined.ts';
import { JOINABLE_CHANGES } from '../core/messages/store/statements.ts';
import type { LimitReport } from '../core/shared/limit-report.ts';
import { JOINABLE_FIGURES } from '../modules/gateway/figures/rows.ts';
import { MEMORY_SHARE } from './limits.ts';

const HOUR_MS = 3_600_000;
/** An endpoint counts as dead after so many failed attempts in a row, over at least five days. */
const DEAD_AFTER = { failures: 20, overMs: 120 * HOUR_MS };
/** The longest time that a receiver may ask to be left alone. */
const RETRY_AFTER_MAX_MS = 24 * HOUR_MS;

/** Changes that callers write with events, and that one statement can write for many rows. */
export const JOINABLE: JoinableChanges = {
  ...JOINABLE_CHANGES,
  onServer: new Map([...JOINABLE_CHANGES.onServer, ...JOINABLE_FIGURES]),
};

/** Returns INSTANCE_STORAGE_LIMIT as the engine takes it, or null. */
export const storageLimitOf = (
  { instanceStorageLimit: bytesMax }: Config,
  limits: LimitReport,
  onRemoved: (instanceId: string) => void,
) => (bytesMax === null ? null : { bytesMax, limits, onRemoved });

/** Returns the settings of webhooks that are variables. No wait outlives the event: half its life is left for retries. */
export const webhookSettings = (config: Config) => ({
  timeoutMs: config.webhookTimeoutMs,
  retryAfterMaxMs: Math.min(RETRY_AFTER_MAX_MS, (config.eventRetentionHours * HOUR_MS) / 2),
});

/** Returns the settings of the engine that are variables. */
export const engineSettings = (config: Config, memoryLimit: number) => ({
  rules: { retryDelayMs: config.webhookRetryDelayMs, maxAttempts: config.webhookMaxAttempts },
  health: DEAD_AFTER,
  limits: { total: config.webhookMaxInFlight, perHost: config.webhookMaxInFlightPerHost },
  mediaInBodies: config.webhookFiles,
  bodyBytesInFlight: memoryLimit * MEMORY_SHARE,
  eventHours: config.eventRetentionHours,
  deliveryHours: config.deliveryRetentionHours,
});
