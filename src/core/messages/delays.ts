/** The delays of messages, in which the account is shown writing to their chats. */
import { type Clock, sleep } from '../shared/clock.ts';
import type { QueuedMessage } from './queued-message.ts';

interface DelaysDeps {
  readonly clock: Clock;
  /** Shows that the account writes to the chat until `signal` aborts. Must never throw. */
  readonly showWriting: (message: QueuedMessage, signal: AbortSignal) => void;
}

export class Delays {
  readonly #deps: DelaysDeps;
  readonly #running = new Map<QueuedMessage, AbortController>();

  constructor(deps: DelaysDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves after the message's delay, which a message has once however often it is tried. Resolves with false when the
   * delay was ended early.
   */
  async run(message: QueuedMessage): Promise<boolean> {
    if (message.delayMs === 0 || message.isDelayed) return true;
    const { clock, showWriting } = this.#deps;
    const writing = new AbortController();
    this.#running.set(message, writing);
    message.phase = 'writing';
    showWriting(message, writing.signal);
    await sleep(clock, message.delayMs, writing.signal);
    this.#running.delete(message);
    message.phase = 'waiting';
    message.isDelayed = !writing.signal.aborted;
    // If the platform was slow, the account must not be shown writing after the message.
    writing.abort();
    return message.isDelayed;
  }

  /** Ends the delay of a message that is not to be sent. */
  end(message: QueuedMessage): void {
    this.#running.get(message)?.abort();
  }

  endAll(): void {
    for (const writing of this.#running.values()) writing.abort();
  }
}
