/** Whether something outside that this service needs can be used, since when, and why not. */
import type { Clock } from './clock.ts';
import { onceAMinute } from './once-a-minute.ts';

export interface Condition {
  readonly state: 'up' | 'down';
  /** Ms since 1970. */
  readonly since: number;
  /** Why it cannot be used, in words for operators; null while it is up. */
  readonly error: string | null;
  /** Why it could not be used the last time, also when it can be used again; absent: it always could. */
  readonly lastFailure?: { readonly at: number; readonly error: string };
}

/** The present condition, and whether a change of it is worth a log line. */
export class ConditionRecord {
  readonly #clock: Pick<Clock, 'now' | 'steady'>;
  readonly #mayLog: () => boolean;
  #current: Condition;

  /** `error`: why it is down to begin with; null: it is up. */
  constructor(clock: Pick<Clock, 'now' | 'steady'>, error: string | null) {
    this.#clock = clock;
    this.#mayLog = onceAMinute(clock);
    this.#current = { state: error === null ? 'up' : 'down', since: clock.now(), error };
  }

  get current(): Condition {
    return this.#current;
  }

  get isUp(): boolean {
    return this.#current.state === 'up';
  }

  /** False when it was up already. */
  up(): boolean {
    if (this.isUp) return false;
    this.#current = { ...this.#current, state: 'up', since: this.#clock.now(), error: null };
    return true;
  }

  /** Whether this may be logged: at most once a minute, since what comes and goes is not worth more lines. */
  down(error: string): boolean {
    const at = this.#clock.now();
    const since = this.isUp ? at : this.#current.since;
    this.#current = { state: 'down', since, error, lastFailure: { at, error } };
    return this.#mayLog();
  }
}
