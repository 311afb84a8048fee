/** Whether an endpoint takes what it is sent, and what follows when it does not. */

/** When an endpoint counts as dead: both must be reached. */
export interface HealthRules {
  /** How many attempts in a row have failed. */
  readonly failures: number;
  /** The ms since the first of them. */
  readonly overMs: number;
}

export type HealthState = 'healthy' | 'failing' | 'disabled';

/** The last announced step on the way to "dead", in percent; 0 before the first. */
export type Percent = 0 | 50 | 75 | 100;

export interface Health {
  /** `disabled`: nothing is sent, and events wait until it is enabled again. */
  readonly state: HealthState;
  /** When it entered its state, in ms of the steady clock. */
  readonly since: number;
  /** How many attempts have failed in a row. */
  readonly failures: number;
  /** When the first of them failed, in ms of the steady clock; null without any. */
  readonly failingSince: number | null;
  /** Why the last attempt failed, or why it was disabled; null while it is healthy. */
  readonly reason: string | null;
  readonly percent: Percent;
}

/** The kinds of events about the health of an endpoint. */
export type HealthNews = 'failing' | 'disabled' | 'recovered';

/** Returns the health of an endpoint that has taken everything since a time of the steady clock. */
export const healthySince = (since: number): Health => ({
  state: 'healthy',
  since,
  failures: 0,
  failingSince: null,
  reason: null,
  percent: 0,
});

const STEPS = [100, 75, 50] as const;

/** Returns the step that a share of the way to "dead" has reached. */
export const percentOf = (reached: number): Percent =>
  STEPS.find((percent) => reached * 100 >= percent) ?? 0;
