/** What `gatehouse doctor` looks at, and what heals what it finds. */
import type { Settings } from '../../config.ts';
import type { Clock } from '../../shared/clock.ts';

export interface Finding {
  readonly result: 'ok' | 'warning' | 'failed';
  /** What was seen, in a few words. */
  readonly found: string;
  /** What to do; null when nothing is to be done. */
  readonly cure: string | null;
}

export interface Patient {
  readonly settings: Settings;
  readonly clock: Clock;
}

export interface Check {
  readonly name: string;
  /** Null: it does not apply. Rejects with what was in the way, which is a failure too. */
  look(patient: Patient): Promise<Finding | null>;
}

export const ok = (found: string): Finding => ({ result: 'ok', found, cure: null });
export const warning = (found: string, cure: string): Finding => ({
  result: 'warning',
  found,
  cure,
});
export const failed = (found: string, cure: string): Finding => ({ result: 'failed', found, cure });
