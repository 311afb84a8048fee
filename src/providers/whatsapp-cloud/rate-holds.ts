/**
 * Knows for how long nothing may be sent, to anybody or to one person, after Meta has refused messages for sending too
 * much.
 */
import type { Clock } from '../../shared/clock.ts';
import { AppError } from '../../shared/errors.ts';
import { LimitedMap } from '../../shared/limited-map.ts';
import type { FaultAction } from './faults.ts';

/** Nobody waits longer: a caller is told instead when to send again. */
export const WAIT_MAX_MS = 60_000;
/** How many people who were written to too fast are remembered. */
const CHATS_MAX = 1_000;

/** If Meta names no time, each wait is four times the previous one; an application's limit counts by the hour. */
const FIRST_WAIT_MS = { 'rate-app': 60_000, 'rate-number': 1_000, 'rate-pair': 4_000 } as const;
const GROWTH = 4;
const GUESS_MAX_MS = 3_600_000;

export type RateAction = keyof typeof FIRST_WAIT_MS;

export const isRateAction = (action: FaultAction): action is RateAction => action in FIRST_WAIT_MS;

interface Hold {
  /** In steady ms. */
  readonly until: number;
  /** How often in a row Meta has refused. */
  readonly times: number;
}

export class RateHolds {
  readonly #clock: Pick<Clock, 'steady'>;
  readonly #chats = new LimitedMap<string, Hold>(CHATS_MAX);
  #number: Hold | null = null;

  constructor(clock: Pick<Clock, 'steady'>) {
    this.#clock = clock;
  }

  /** Returns the ms until a message to the chat may be sent, 0 when it may be now. */
  waitMs(chat: string): number {
    const until = Math.max(this.#number?.until ?? 0, this.#chats.get(chat)?.until ?? 0);
    return Math.max(0, until - this.#clock.steady());
  }

  /** Notes a refusal for the chat. `askedMs` is how long Meta asks to wait; absent when it does not say. */
  hold(action: RateAction, chat: string, askedMs: number | undefined): void {
    const before = action === 'rate-pair' ? this.#chats.get(chat) : this.#number;
    const times = (before?.times ?? 0) + 1;
    const guessedMs = FIRST_WAIT_MS[action] * GROWTH ** (times - 1);
    const until = this.#clock.steady() + (askedMs ?? Math.min(guessedMs, GUESS_MAX_MS));
    if (action === 'rate-pair') this.#chats.set(chat, { until, times });
    else this.#number = { until, times };
  }

  /** Notes that Meta took a message to the chat. */
  passed(chat: string): void {
    const now = this.#clock.steady();
    // A message that was sent before Meta asked to wait does not end the wait.
    if ((this.#chats.get(chat)?.until ?? 0) <= now) this.#chats.delete(chat);
    if (this.#number !== null && this.#number.until <= now) this.#number = null;
  }
}

/** Returns an error that says when to send again. */
export const mustWait = (ms: number, why = 'Meta asks to send more slowly'): AppError =>
  new AppError('rate_limited', `the message was not sent: ${why}`, {
    headers: { 'retry-after': `${Math.max(1, Math.ceil(ms / 1_000))}` },
  });
