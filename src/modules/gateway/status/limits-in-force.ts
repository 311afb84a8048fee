/** The limits that the variables set, as they are in force. */
import { type Settings, VARIABLES } from '../../../core/config/variables.ts';

/** The variables, and whether 0 means no limit. */
const LIMITED = {
  rateLimitPerMinute: true,
  authFailuresPerMinute: true,
  instanceEventsPerSecond: true,
  instanceStorageLimit: false,
  sendPerMinute: true,
  newChatsPerDay: true,
  endpointsPerInstance: false,
  webhookMaxAttempts: false,
  webhookMaxInFlight: false,
  webhookMaxInFlightPerHost: false,
  websocketsPerKey: false,
  memoryLimit: false,
  eventRetentionHours: false,
  deliveryRetentionHours: false,
  auditRetentionHours: false,
} as const satisfies Readonly<Partial<Record<keyof Settings, boolean>>>;

type LimitField = keyof typeof LIMITED;
type LimitedSettings = Pick<Settings, LimitField>;

export const LIMITING_VARIABLES: readonly string[] = (Object.keys(LIMITED) as LimitField[]).map(
  (field) => VARIABLES[field].name,
);

export interface LimitInForce {
  readonly variable: string;
  /** As the variable takes it; null if there is no limit. */
  readonly value: string | null;
}

export const limitsInForce = (settings: LimitedSettings): readonly LimitInForce[] =>
  (Object.keys(LIMITED) as LimitField[]).map((field) => {
    const { name, kind } = VARIABLES[field];
    const value = settings[field];
    const isNone = value === null || (LIMITED[field] && value === 0);
    return { variable: name, value: isNone ? null : (kind.show?.(value) ?? String(value)) };
  });
