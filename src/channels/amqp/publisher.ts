/**
 * Publishing on one connection. Owns: that a message counts as taken only when the broker confirmed it and did
 * not return it. Must never: try twice what the broker refused.
 */
import type { AMQPChannel, AMQPClient, AMQPMessage } from '@cloudamqp/amqp-client';

export interface Message {
  readonly queue: string;
  readonly id: string;
  readonly body: Uint8Array;
}

export interface Publisher {
  /** Resolves when the broker has it for good; rejects with the reason why not. May take for ever. */
  publish(message: Message): Promise<void>;
}

export interface PublisherOptions {
  readonly client: AMQPClient;
  /** The broker has no queue of this name. */
  readonly unroutable: (queue: string) => void;
}

/** Confirms given up on before a channel is replaced: the client keeps them as long as the channel lives. */
const UNCONFIRMED_MAX = 1_000;

/** The client keeps one buffer per publish under way, as large as the largest message it held. */
const BUFFER_BYTES_MAX = 1024 * 1024;

export function createPublisher(options: PublisherOptions): Publisher {
  const { client, unroutable } = options;
  const returned = new Map<string, string>();
  let current: Promise<AMQPChannel> | null = null;
  let unconfirmed = 0;

  async function open(): Promise<AMQPChannel> {
    const channel = await client.channel();
    channel.onerror = renew;
    // A returned message comes before its confirm.
    channel.onReturn = ({ routingKey, properties, replyText }: AMQPMessage) => {
      returned.set(keyOf(routingKey, properties.messageId), replyText ?? 'no reason given');
    };
    await channel.confirmSelect();
    return channel;
  }

  function renew(): void {
    current = null;
    unconfirmed = 0;
  }

  function channel(): Promise<AMQPChannel> {
    if (unconfirmed >= UNCONFIRMED_MAX) {
      void current?.then((tired) => tired.close()).catch(() => {});
      renew();
    }
    if (current === null) {
      current = open();
      current.catch(renew);
    }
    return current;
  }

  async function confirm({ queue, id, body }: Message): Promise<void> {
    const properties = { contentType: 'application/json', deliveryMode: 2, messageId: id };
    const on = await channel();
    unconfirmed++;
    await on.basicPublish('', queue, body, properties, true);
    unconfirmed--;
    if (body.byteLength > BUFFER_BYTES_MAX) dropBuffers(client);
  }

  return {
    async publish(message) {
      const key = keyOf(message.queue, message.id);
      try {
        await confirm(message);
        const reason = returned.get(key);
        if (reason === undefined) return;
        unroutable(message.queue);
        throw new Error(`unroutable: the broker returned it: ${reason}`);
      } finally {
        returned.delete(key);
      }
    },
  };
}

const keyOf = (queue: string, id: string | undefined): string => `${queue}\n${id}`;

function dropBuffers(client: AMQPClient): void {
  // Not part of the client's types; without it, it holds a buffer of this size for good.
  const { bufferPool } = client as unknown as { bufferPool?: unknown[] };
  if (bufferPool) bufferPool.length = 0;
}
