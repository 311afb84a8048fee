/** The channel that all queues share which answer: one for each would be more than a broker takes. */
import type { AMQPChannel } from '@cloudamqp/amqp-client';
import type { PendingAttempt } from '../../core/channels/broker-channel.ts';
import type { ConfirmingChannels, Message } from './confirming-channel.ts';

/** One channel, with the messages on it that were not answered and are still waited for. */
interface Line {
  readonly channel: Promise<AMQPChannel>;
  pending: number;
  isRetired: boolean;
}

/**
 * A channel that has a message which nobody waits for any more is replaced: the client and the broker keep it as long as
 * the channel lives. The old one is closed when everything else on it was answered.
 */
export class SharedChannel {
  readonly #channels: ConfirmingChannels;
  #line: Line | null = null;

  constructor(channels: ConfirmingChannels) {
    this.#channels = channels;
  }

  /** Resolves when the broker has stored it; rejects with the reason why it has not. It may take for ever. */
  async publish(message: Message, waiter: PendingAttempt, abandoned: () => void): Promise<void> {
    const line = this.#current();
    line.pending++;
    waiter.whenGone = () => {
      abandoned();
      line.pending--;
      this.#retire(line);
    };
    try {
      await this.#channels.publish(await line.channel, message);
    } finally {
      // A late answer is not counted again.
      if (!waiter.isGone) {
        waiter.whenGone = null;
        line.pending--;
        if (line.isRetired) this.#closeIfDone(line);
      }
    }
  }

  #current(): Line {
    if (this.#line !== null) return this.#line;
    const channel = this.#channels.open(() => this.#retire(line));
    const line: Line = { channel, pending: 0, isRetired: false };
    channel.catch(() => this.#retire(line));
    this.#line = line;
    return line;
  }

  #retire(line: Line): void {
    if (this.#line === line) this.#line = null;
    line.isRetired = true;
    this.#closeIfDone(line);
  }

  #closeIfDone({ channel, pending }: Line): void {
    if (pending > 0) return;
    channel.then((open) => (open.closed ? undefined : open.close())).catch(() => {});
  }
}
