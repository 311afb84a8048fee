/** The channel that all queues share which answer: one for each would be more than a broker takes. */
import type { AMQPChannel, AMQPClient, AMQPMessage } from '@cloudamqp/amqp-client';
import type { PendingAttempt } from '../../core/channels/broker-channel.ts';
import { TRACE_HEADER } from '../../core/shared/tracing.ts';

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

export interface Message {
  readonly queue: string;
  readonly id: string;
  readonly body: Uint8Array;
  readonly traceparent: string | null;
}

/** The client keeps one buffer for each running publish, as large as the largest message it held. */
const BUFFER_BYTES_MAX = 1024 * 1024;

/** Opens channels of one connection, and publishes on them. */
export class ConfirmingChannels {
  readonly #client: AMQPClient;
  readonly #unroutable: (queue: string) => void;
  /** The reasons of returned messages, until their confirm comes. */
  readonly #returned = new Map<string, string>();

  /** `unroutable` is called when the broker has no queue of this name. */
  constructor(client: AMQPClient, unroutable: (queue: string) => void) {
    this.#client = client;
    this.#unroutable = unroutable;
  }

  /** `closed` is called when the broker closes the channel. */
  async open(closed: () => void): Promise<AMQPChannel> {
    const channel = await this.#client.channel();
    channel.onerror = closed;
    // A returned message comes before its confirm.
    channel.onReturn = ({ routingKey, properties, replyText }: AMQPMessage) => {
      this.#returned.set(keyOf(routingKey, properties.messageId), replyText ?? 'no reason given');
    };
    await channel.confirmSelect();
    return channel;
  }

  /** Resolves when the broker has stored it; rejects with the reason why it has not. It may take for ever. */
  async publish(channel: AMQPChannel, { queue, id, body, traceparent }: Message): Promise<void> {
    const key = keyOf(queue, id);
    const properties = {
      contentType: 'application/json',
      deliveryMode: 2,
      messageId: id,
      ...(traceparent && { headers: { [TRACE_HEADER]: traceparent } }),
    };
    try {
      await channel.basicPublish('', queue, body, properties, true);
      if (body.byteLength > BUFFER_BYTES_MAX) dropBuffers(this.#client);
      const reason = this.#returned.get(key);
      if (reason === undefined) return;
      this.#unroutable(queue);
      throw new Error(`unroutable: the broker returned it: ${reason}`);
    } finally {
      this.#returned.delete(key);
    }
  }
}

const keyOf = (queue: string, id: string | undefined): string => `${queue}\n${id}`;

function dropBuffers(client: AMQPClient): void {
  // It is not part of the client's types; without clearing it, a buffer of this size stays allocated.
  const { bufferPool } = client as unknown as { bufferPool?: unknown[] };
  if (bufferPool) bufferPool.length = 0;
}
