/**
 * Knows for how long nothing may be sent, to anybody or to one person, after Meta has refused messages for sending too
 * much.
 */
import type { Clock } from '../../shared/clock.ts';
import { AppError, type PlatformRefusal } from '../../shared/errors.ts';
import { LimitedMap } from '../../shared/limited-map.ts';
import type { FaultAction } from './faults.ts';

/** No caller waits longer: the message goes into the queue, or the caller is told when to send again. */
export const WAIT_MAX_MS = 20_000;
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
  readonly refusal: RateRefusal;
}

/** Why Meta asks to wait. */
export interface RateRefusal {
  readonly answer: PlatformRefusal | undefined;
  /** Meta's words, and what to do. */
  readonly words: string;
}

const FREE: Hold = { until: 0, times: 0, refusal: { answer: undefined, words: '' } };

export class RateHolds {
  readonly #clock: Pick<Clock, 'steady'>;
  readonly #chats = new LimitedMap<string, Hold>(CHATS_MAX);
  #number: Hold | null = null;

  constructor(clock: Pick<Clock, 'steady'>) {
    this.#clock = clock;
  }

  /** Returns the ms until a message to the chat may be sent (0 when it may be now), and why it may not. */
  wait(chat: string): RateRefusal & { readonly ms: number } {
    const holds = [this.#number ?? FREE, this.#chats.get(chat) ?? FREE] as const;
    const { until, refusal } = holds[0].until > holds[1].until ? holds[0] : holds[1];
    return { ms: Math.max(0, until - this.#clock.steady()), ...refusal };
  }

  /** Notes a refusal for the chat. `askedMs` is how long Meta asks to wait; absent when it does not say. */
  hold(action: RateAction, chat: string, askedMs: number | undefined, refusal: RateRefusal): void {
    const before = action === 'rate-pair' ? this.#chats.get(chat) : this.#number;
    const times = (before?.times ?? 0) + 1;
    const guessedMs = FIRST_WAIT_MS[action] * GROWTH ** (times - 1);
    const until = this.#clock.steady() + (askedMs ?? Math.min(guessedMs, GUESS_MAX_MS));
    if (action === 'rate-pair') this.#chats.set(chat, { until, times, refusal });
    else this.#number = { until, times, refusal };
  }

  /** Notes that Meta took a message to the chat. */
  passed(chat: string): void {
    const now = this.#clock.steady();
    // A message that was sent before Meta asked to wait does not end the wait.
    if ((this.#chats.get(chat)?.until ?? 0) <= now) this.#chats.delete(chat);
    if (this.#number !== null && this.#number.until <= now) this.#number = null;
  }
}

/** Says when to send again. */
export class MustWait extends AppError {
  readonly why: string;

  /** `platform` is Meta's answer; undefined when it was not Meta that asked. */
  constructor(ms: number, why: string, platform?: PlatformRefusal) {
    super('rate_limited', `the message was not sent: ${why}`, {
      headers: { 'retry-after': `${Math.max(1, Math.ceil(ms / 1_000))}` },
      kind: 'sent_too_fast',
      platform,
    });
    this.why = why;
  }
}
