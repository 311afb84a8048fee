/** The AMQP channel: one attempt is one confirmed, persistent, mandatory message to a durable quorum queue. */

import type { AMQPChannel, AMQPClient, AMQPMessage } from '@cloudamqp/amqp-client';
import type { AttemptInput, Target } from '../../events/contract/channel.ts';
import { Mutex } from '../../shared/async/mutex.ts';
import { createSharedDeadline, type WithinDeadline } from '../../shared/async/shared-deadline.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import { TRACE_HEADER } from '../../shared/tracing.ts';
import { addressOf, createBrokerChannel } from '../broker-channel.ts';
import { type BrokerChannel, Link, type ReportBlocked } from '../broker-link.ts';
import {
  brokerBody,
  createLargePublishQueue,
  LARGE_BYTES,
  type LargePublishQueue,
  type PendingAttempt,
} from '../oversized.ts';
import type { AmqpConnection } from './connection.ts';

interface AmqpOptions {
  /** `amqp://` or `amqps://`, with credentials and virtual host. */
  readonly url: string;
  readonly clock: Clock;
  readonly log: Log;
  /** How long the broker may take to confirm. */
  readonly confirmMs?: number;
}

/** The parts of one connection. */
interface Session extends AmqpConnection {
  readonly queues: Queues;
  readonly wait: WithinDeadline;
  readonly small: Publisher;
  /**
   * Large messages use a channel of their own, one after another: a refused size closes the channel and fails
   * everything on it.
   */
  readonly large: Publisher;
  readonly largeTurns: LargePublishQueue;
  /** The largest message that the broker takes, once a refusal has named it. */
  bytesMax: number;
}

const CONFIRM_MS = 30_000;

export function createAmqpChannel(options: AmqpOptions): BrokerChannel {
  const { clock, log } = options;
  const link = new Link<Session>({
    name: 'amqp',
    clock,
    log,
    open: (reportBlocked, signal) => openSession(options, reportBlocked, signal),
  });
  return createBrokerChannel(link, (...attempt) => send(...attempt).then(() => null));
}

async function openSession(
  options: AmqpOptions,
  reportBlocked: ReportBlocked,
  signal: AbortSignal,
): Promise<Session> {
  const { clock, confirmMs = CONFIRM_MS } = options;
  // It is loaded here, since a service without this broker does not need the client library.
  const { openAmqp } = await import('./connection.ts');
  const connection = await openAmqp(options, reportBlocked, signal);
  const queues = createQueues(connection.client, clock);
  const publisher = () => new Publisher({ client: connection.client, unroutable: queues.forget });
  return {
    ...connection,
    queues,
    wait: createSharedDeadline({ clock, ms: confirmMs, gone: connection.gone }),
    small: publisher(),
    large: publisher(),
    largeTurns: createLargePublishQueue(),
    bytesMax: Number.POSITIVE_INFINITY,
  };
}

async function send(
  session: Session,
  outgoing: AttemptInput,
  target: Target,
  waiter: PendingAttempt,
): Promise<void> {
  const { eventId: id, traceparent = null } = outgoing;
  const queue = addressOf(target, outgoing);
  const shaped = brokerBody(outgoing, target);
  await session.queues.declare(queue);
  const publish = (body: Uint8Array) =>
    publishOne(session, { queue, id, body, traceparent }, waiter);
  const body = new TextEncoder().encode(shaped.text);
  if (body.byteLength <= session.bytesMax) {
    const limit = await publish(body).then(() => null, sizeLimitOf);
    if (limit === null) return;
    session.bytesMax = Math.min(session.bytesMax, limit);
    // The size of another message has closed the channel.
    if (body.byteLength <= limit) return publish(body);
  }
  const smaller = shaped.smaller(session.bytesMax);
  if (smaller === null) {
    throw new Error(`too_large: ${body.byteLength} bytes, the broker takes ${session.bytesMax}`);
  }
  return publish(new TextEncoder().encode(smaller));
}

/** Returns the limit for which a message was refused; throws any other refusal again. */
function sizeLimitOf(error: unknown): number {
  const [, limit] = /message size .{0,100}max(?:imum)? size (\d+)/i.exec(String(error)) ?? [];
  if (limit === undefined) throw error;
  return Number(limit);
}

function publishOne(session: Session, message: Message, waiter: PendingAttempt): Promise<void> {
  if (message.body.byteLength <= LARGE_BYTES) return session.small.publish(message);
  return session.largeTurns(waiter, () => session.large.publish(message));
}

interface Message {
  readonly queue: string;
  readonly id: string;
  readonly body: Uint8Array;
  readonly traceparent: string | null;
}

interface PublisherOptions {
  readonly client: AMQPClient;
  /** Called when the broker has no queue of this name. */
  readonly unroutable: (queue: string) => void;
}

/**
 * How many unanswered confirms are abandoned before a channel is replaced: the client keeps them as long as the channel
 * lives.
 */
const UNCONFIRMED_MAX = 1_000;

/** The client keeps one buffer for each running publish, as large as the largest message it held. */
const BUFFER_BYTES_MAX = 1024 * 1024;

/** One channel in confirm mode, which is opened again when it was closed. */
class Publisher {
  readonly #client: AMQPClient;
  readonly #unroutable: (queue: string) => void;
  /** The reasons of returned messages, until their confirm comes. */
  readonly #returned = new Map<string, string>();
  #channel: Promise<AMQPChannel> | null = null;
  #unconfirmed = 0;

  constructor({ client, unroutable }: PublisherOptions) {
    this.#client = client;
    this.#unroutable = unroutable;
  }

  /** Resolves when the broker has stored it; rejects with the reason why it has not. It may take for ever. */
  async publish(message: Message): Promise<void> {
    const key = keyOf(message.queue, message.id);
    try {
      await this.#confirm(message);
      const reason = this.#returned.get(key);
      if (reason === undefined) return;
      this.#unroutable(message.queue);
      throw new Error(`unroutable: the broker returned it: ${reason}`);
    } finally {
      this.#returned.delete(key);
    }
  }

  async #confirm({ queue, id, body, traceparent }: Message): Promise<void> {
    const properties = {
      contentType: 'application/json',
      deliveryMode: 2,
      messageId: id,
      ...(traceparent && { headers: { [TRACE_HEADER]: traceparent } }),
    };
    const channel = await this.#current();
    this.#unconfirmed++;
    await channel.basicPublish('', queue, body, properties, true);
    this.#unconfirmed--;
    if (body.byteLength > BUFFER_BYTES_MAX) dropBuffers(this.#client);
  }

  #current(): Promise<AMQPChannel> {
    if (this.#unconfirmed >= UNCONFIRMED_MAX) {
      void this.#channel?.then((tired) => tired.close()).catch(() => {});
      this.#renew();
    }
    if (this.#channel === null) {
      this.#channel = this.#open();
      this.#channel.catch(() => this.#renew());
    }
    return this.#channel;
  }

  async #open(): Promise<AMQPChannel> {
    const channel = await this.#client.channel();
    channel.onerror = () => this.#renew();
    // A returned message comes before its confirm.
    channel.onReturn = ({ routingKey, properties, replyText }: AMQPMessage) => {
      this.#returned.set(keyOf(routingKey, properties.messageId), replyText ?? 'no reason given');
    };
    await channel.confirmSelect();
    return channel;
  }

  #renew(): void {
    this.#channel = null;
    this.#unconfirmed = 0;
  }
}

const keyOf = (queue: string, id: string | undefined): string => `${queue}\n${id}`;

function dropBuffers(client: AMQPClient): void {
  // It is not part of the client's types; without clearing it, a buffer of this size stays allocated.
  const { bufferPool } = client as unknown as { bufferPool?: unknown[] };
  if (bufferPool) bufferPool.length = 0;
}

interface Queues {
  /** Resolves once the queue exists as required; rejects with the broker's reason. */
  declare(name: string): Promise<void>;
  /** Declares a queue again before the next publish, since the broker says that it does not exist. */
  forget(name: string): void;
}

/** A refusal is remembered for this long, so that many waiting deliveries ask only once. */
const REFUSAL_MS = 1_000;

interface Declared {
  readonly done: Promise<void>;
  refusedAt: number | null;
}

function createQueues(client: AMQPClient, clock: Pick<Clock, 'steady'>): Queues {
  const queues = new Map<string, Declared>();
  let channel: AMQPChannel | null = null;
  const declaring = new Mutex();

  async function ask(name: string): Promise<void> {
    if (channel === null || channel.closed) {
      channel = await client.channel();
      channel.onerror = () => {};
    }
    await channel.queueDeclare(name, { durable: true }, { 'x-queue-type': 'quorum' });
  }

  function begin(name: string): Declared {
    // They run one after another: a refusal closes the channel and fails everything else on it.
    const done = declaring.run(() => ask(name));
    const declared: Declared = { done, refusedAt: null };
    done.catch(() => {
      declared.refusedAt = clock.steady();
    });
    return declared;
  }

  return {
    declare(name) {
      let declared = queues.get(name);
      const refusedAt = declared?.refusedAt ?? null;
      if (
        declared === undefined ||
        (refusedAt !== null && clock.steady() - refusedAt >= REFUSAL_MS)
      ) {
        declared = begin(name);
        queues.set(name, declared);
      }
      return declared.done;
    },
    forget: (name) => void queues.delete(name),
  };
}
