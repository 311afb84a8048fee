/** Posts messages to Meta at the pace that Meta asks for, and never again when it may have taken one. */
import { type Clock, sleep } from '../../shared/clock.ts';
import { NotConnected } from '../../shared/errors.ts';
import type { Fields } from '../foreign-values.ts';
import { actionOf } from './faults.ts';
import type { Graph } from './graph.ts';
import { GraphFailure } from './graph-failure.ts';
import { wordsOf } from './graph-refusal.ts';
import { isRateAction, MustWait, RateHolds } from './rate-holds.ts';
import { mayRepeat } from './send-failure.ts';

interface PostingDeps {
  readonly graph: Pick<Graph, 'post'>;
  readonly number: () => { readonly phoneNumberId: string };
  readonly clock: Clock;
  /** Aborts when the session ends. */
  readonly ended: AbortSignal;
}

/** The pause before the only repetition after a fault of Meta's own. */
const AGAIN_MS = 1_000;

export class Posting {
  readonly #deps: PostingDeps;
  readonly #holds: RateHolds;

  constructor(deps: PostingDeps) {
    this.#deps = deps;
    this.#holds = new RateHolds(deps.clock);
  }

  /**
   * Resolves when a message to the chat may be posted; throws `rate_limited` when that is later than `until` (steady
   * ms).
   */
  async turn(chat: string, until: number): Promise<void> {
    const { clock, ended } = this.#deps;
    for (let held = this.#holds.wait(chat); held.ms > 0; held = this.#holds.wait(chat)) {
      if (clock.steady() + held.ms > until) throw new MustWait(held.ms, held.words, held.answer);
      await sleep(clock, held.ms, ended);
      if (ended.aborted) throw new NotConnected();
    }
  }

  /**
   * Returns the answer to a message. After a refusal for sending too much the message is posted again when it may be,
   * until `until`; after anything else at most once, and never after a lost answer. Throws GraphFailure, or
   * `rate_limited` as `turn` does.
   */
  async post(chat: string, message: Fields, until: number): Promise<Fields> {
    const { graph, number, clock, ended } = this.#deps;
    const body = { messaging_product: 'whatsapp', ...message };
    for (let isAgain = false; ; ) {
      await this.turn(chat, until);
      try {
        const answer = await graph.post(`/${number().phoneNumberId}/messages`, body);
        this.#holds.passed(chat);
        return answer;
      } catch (error) {
        if (!(error instanceof GraphFailure)) throw error;
        if (this.#isHeld(error, chat)) continue;
        if (isAgain || !mayRepeat(error) || ended.aborted) throw error;
      }
      isAgain = true;
      await sleep(clock, AGAIN_MS, ended);
    }
  }

  /** Tells whether Meta asks to wait, and notes it. */
  #isHeld(failure: GraphFailure, chat: string): boolean {
    const { code, retryAfterMs } = failure;
    const { action } = actionOf(code ?? Number.NaN);
    if (code === null || !isRateAction(action)) return false;
    const refusal = { answer: failure.platform, words: wordsOf(failure) };
    this.#holds.hold(action, chat, retryAfterMs, refusal);
    return true;
  }
}
