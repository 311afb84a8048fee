/**
 * Channels that hold one piece of work each: a declaration, a large message, or a message for a queue that was slow. A
 * broker works on the requests of a channel in order, so one that is never answered would hold up those behind it.
 */
import type { AMQPChannel } from '@cloudamqp/amqp-client';
import { abortError, withTimeout } from '../../core/shared/async/deadline.ts';
import { FairSemaphore } from '../../core/shared/async/semaphore.ts';
import type { Clock } from '../../core/shared/clock.ts';

interface ExclusiveOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** How long the broker may take to answer. */
  readonly answerMs: number;
  /** How many pieces of work may run at once for holders that were answered soon. */
  readonly promptMax: number;
  /** How many for the others. */
  readonly slowMax: number;
  readonly open: () => Promise<AMQPChannel>;
}

/** After this time a holder counts as slow, and its place goes to others. */
const SLOW_MS = 1_000;
/** How many closed channels may still wait for the broker to say so; RabbitMQ allows 2,047 channels by default. */
const CLOSING_MAX = 256;

export class ExclusiveChannels {
  readonly #options: ExclusiveOptions;
  readonly #prompt: FairSemaphore;
  readonly #slow: FairSemaphore;
  /** The holders that were not answered soon the last time. */
  readonly #slowHolders = new Set<string>();
  /** The channels that nobody uses. */
  readonly #idle: AMQPChannel[] = [];
  /** The holders of channels that are being closed. */
  readonly #closing = new Set<string>();
  /** How many pieces of work became slow while they had a place of those that are answered soon. */
  #overtaken = 0;

  constructor(options: ExclusiveOptions) {
    this.#options = options;
    this.#prompt = new FairSemaphore({ total: options.promptMax, perHolder: 1 });
    this.#slow = new FairSemaphore({ total: options.slowMax, perHolder: 1 });
  }

  isSlow(holder: string): boolean {
    return this.#slowHolders.has(holder);
  }

  /** Records that a holder was not answered in time elsewhere. */
  wasSlow(holder: string): void {
    this.#slowHolders.add(holder);
  }

  /** Runs `work` on a channel of its own, one piece at a time for each holder. Rejects when there is no answer in time. */
  async run<T>(
    holder: string,
    signal: AbortSignal,
    work: (channel: AMQPChannel) => Promise<T>,
  ): Promise<T> {
    const wasSlow = this.isSlow(holder);
    const places = (wasSlow ? this.#slow : this.#prompt).of(holder);
    const place = await places.acquire(signal);
    if (place === null) throw abortError(signal);
    let release = () => place.release();
    let isOverdue = false;
    const tooMany = new AbortController();
    const cancel = this.#options.clock.after(SLOW_MS, () => {
      isOverdue = true;
      this.#slowHolders.add(holder);
      if (wasSlow) return;
      release();
      this.#overtaken++;
      release = () => void this.#overtaken--;
      if (this.#overtaken > this.#options.slowMax)
        tooMany.abort(new Error('timeout: no answer, and many others wait for one too'));
    });
    try {
      return await this.#onChannel(holder, AbortSignal.any([signal, tooMany.signal]), work);
    } finally {
      cancel();
      release();
      if (!(isOverdue || signal.aborted)) this.#slowHolders.delete(holder);
    }
  }

  async #onChannel<T>(
    holder: string,
    signal: AbortSignal,
    work: (channel: AMQPChannel) => Promise<T>,
  ): Promise<T> {
    if (this.#closing.has(holder) || this.#closing.size >= CLOSING_MAX)
      throw new Error('timeout: the broker has not answered what it was asked before');
    const { clock, answerMs } = this.#options;
    const opened = this.#take();
    try {
      const result = await withTimeout({ clock, ms: answerMs, signal }, opened.then(work));
      this.#keep(await opened);
      return result;
    } catch (error) {
      void this.#close(holder, opened);
      throw error;
    }
  }

  async #take(): Promise<AMQPChannel> {
    const idle = this.#idle.pop();
    return idle === undefined || idle.closed ? this.#options.open() : idle;
  }

  #keep(channel: AMQPChannel): void {
    if (this.#idle.length < this.#options.promptMax) this.#idle.push(channel);
    else void channel.close().catch(() => {});
  }

  /** A channel whose request is never answered may not be closed either, so its holder gets no other before. */
  async #close(holder: string, opened: Promise<AMQPChannel>): Promise<void> {
    this.#closing.add(holder);
    try {
      const channel = await opened;
      if (!channel.closed) await channel.close();
    } catch {
      // It was not opened, or is gone with its connection.
    }
    this.#closing.delete(holder);
  }
}
