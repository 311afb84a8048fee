/** How much of everything the service may use: what variables set, and the bounds that nobody sets. */
import type { Config } from '../core/config/config.ts';
import { MEMORY_LIMIT_MIN } from '../core/config/limit-variables.ts';
import { JOINABLE_CHANGES } from '../core/messages/store/statements.ts';
import type { ModuleParts } from '../module.ts';
import { containerMemory } from './container-memory.ts';

/** Where neither a variable nor a container says how much there is. */
const MEMORY_LIMIT_DEFAULT = 512 * 1024 * 1024;
/** The part of it for media being sent, and the part for large bodies of deliveries; callers' bodies have as much. */
export const MEMORY_SHARE = 1 / 4;

const HOUR_MS = 3_600_000;
/** An endpoint counts as dead after so many failed attempts in a row, over at least five days. */
const DEAD_AFTER = { failures: 20, overMs: 120 * HOUR_MS };
/** The longest time that a receiver may ask to be left alone. */
const RETRY_AFTER_MAX_MS = 24 * HOUR_MS;

/** In a container that has less than the least that can be set, the largest file must still find room. */
export const memoryLimitOf = ({ memoryLimit }: Config): number =>
  Math.max(memoryLimit ?? containerMemory() ?? MEMORY_LIMIT_DEFAULT, MEMORY_LIMIT_MIN);

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

/** Returns the changes that callers write with events, and that one statement can write for many rows. */
export const joinableChanges = (modules: readonly Pick<ModuleParts, 'joinable'>[]) => ({
  ...JOINABLE_CHANGES,
  onServer: new Map([
    ...JOINABLE_CHANGES.onServer,
    ...modules.flatMap(({ joinable }) => [...(joinable ?? [])]),
  ]),
});
