/** The checks of `gatehouse doctor`, with the cures for what they find. */
import type { Settings } from '../../../core/config/config.ts';
import type { Clock } from '../../../core/shared/clock.ts';

export interface Finding {
  readonly result: 'ok' | 'warning' | 'failed';
  /** The observation, in a few words. */
  readonly found: string;
  /** The advice to follow, or null if nothing is wrong. */
  readonly cure: string | null;
}

export interface Patient {
  readonly settings: Settings;
  readonly clock: Clock;
}

export interface Check {
  readonly name: string;
  /** Resolves with null when it does not apply. A rejection, with its reason, is a failure too. */
  look(patient: Patient): Promise<Finding | null>;
}

export const ok = (found: string): Finding => ({ result: 'ok', found, cure: null });
export const warning = (found: string, cure: string): Finding => ({
  result: 'warning',
  found,
  cure,
});
export const failed = (found: string, cure: string): Finding => ({ result: 'failed', found, cure });
