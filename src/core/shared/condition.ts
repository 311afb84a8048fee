/** Records whether an external service can be used, since when, and why not. */
import type { Clock } from './clock.ts';
import { onceAMinute } from './once-a-minute.ts';

export interface Condition {
  readonly state: 'up' | 'down';
  /** Ms since 1970. */
  readonly since: number;
  /** Why it cannot be used, in words for operators; null while it is up. */
  readonly error: string | null;
  /** The last failure, also after it recovered; absent without a failure. */
  readonly lastFailure?: { readonly at: number; readonly error: string };
  /** The queues or subjects that refuse although the whole is up; absent if all accept. */
  readonly refusing?: RefusingQueues;
}

/** Queues or subjects of a broker that take nothing. */
export interface RefusingQueues {
  /** How many instances they hold up. */
  readonly count: number;
  /** Since when the first of them refuses, in ms since 1970. */
  readonly since: number;
  /** Why that one does, beginning with a stable word. */
  readonly error: string;
  /** Its masked name. */
  readonly place: string;
}

/** The current condition, and whether a change of it should be logged. */
export class ConditionRecord {
  readonly #clock: Pick<Clock, 'now' | 'steady'>;
  readonly #mayLog: () => boolean;
  #current: Condition;

  /** `error` is why it is down at first, or null if it is up. */
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

  /** Records that it is up. Returns false when it was up already. */
  up(): boolean {
    if (this.isUp) return false;
    this.#current = { ...this.#current, state: 'up', since: this.#clock.now(), error: null };
    return true;
  }

  /** Records that it is down. Returns whether to log it, which is true at most once a minute. */
  down(error: string): boolean {
    const at = this.#clock.now();
    const since = this.isUp ? at : this.#current.since;
    this.#current = { state: 'down', since, error, lastFailure: { at, error } };
    return this.#mayLog();
  }
}
