/** Channels in confirm mode: what is published on one is answered when the broker has stored it. */
import type { AMQPChannel, AMQPClient, AMQPMessage } from '@cloudamqp/amqp-client';
import { TRACE_HEADER } from '../../core/shared/tracing.ts';

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
