/** For how long nothing may be sent, to anybody or to one person, after Meta has said that it was too much. */
import type { Clock } from '../../shared/clock.ts';
import { AppError } from '../../shared/errors.ts';
import { LimitedMap } from '../../shared/limited-map.ts';
import type { FaultAction } from './faults.ts';

/** Longer nobody waits: whoever sends meanwhile is told when to come again. */
export const WAIT_MAX_MS = 60_000;
/** People who were written to too fast lately. */
const CHATS_MAX = 1_000;

/** Without a word of Meta each wait is four times the one before; an application's limit counts by the hour. */
const FIRST_WAIT_MS = { 'rate-app': 60_000, 'rate-number': 1_000, 'rate-pair': 4_000 } as const;
const GROWTH = 4;
const GUESS_MAX_MS = 3_600_000;

export type RateAction = keyof typeof FIRST_WAIT_MS;

export const isRateAction = (action: FaultAction): action is RateAction => action in FIRST_WAIT_MS;

interface Hold {
  /** Steady ms. */
  readonly until: number;
  /** How often in a row Meta has said so. */
  readonly times: number;
}

export class RateHolds {
  readonly #clock: Pick<Clock, 'steady'>;
  readonly #chats = new LimitedMap<string, Hold>(CHATS_MAX);
  #number: Hold | null = null;

  constructor(clock: Pick<Clock, 'steady'>) {
    this.#clock = clock;
  }

  /** Ms until a message to the chat may go; 0: now. */
  waitMs(chat: string): number {
    const until = Math.max(this.#number?.until ?? 0, this.#chats.get(chat)?.until ?? 0);
    return Math.max(0, until - this.#clock.steady());
  }

  /** Meta did not take a message to the chat. `askedMs`: how long it asks to wait; absent: it does not say. */
  hold(action: RateAction, chat: string, askedMs: number | undefined): void {
    const before = action === 'rate-pair' ? this.#chats.get(chat) : this.#number;
    const times = (before?.times ?? 0) + 1;
    const guessedMs = FIRST_WAIT_MS[action] * GROWTH ** (times - 1);
    const until = this.#clock.steady() + (askedMs ?? Math.min(guessedMs, GUESS_MAX_MS));
    if (action === 'rate-pair') this.#chats.set(chat, { until, times });
    else this.#number = { until, times };
  }

  /** Meta took a message to the chat. */
  passed(chat: string): void {
    const now = this.#clock.steady();
    // What had left before Meta asked to wait ends no wait.
    if ((this.#chats.get(chat)?.until ?? 0) <= now) this.#chats.delete(chat);
    if (this.#number !== null && this.#number.until <= now) this.#number = null;
  }
}

/** Says when to come again. */
export const mustWait = (ms: number, why = 'Meta asks to send more slowly'): AppError =>
  new AppError('rate_limited', `the message was not sent: ${why}`, {
    headers: { 'retry-after': `${Math.max(1, Math.ceil(ms / 1_000))}` },
  });
