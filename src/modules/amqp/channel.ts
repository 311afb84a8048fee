/** The AMQP channel: one attempt is one confirmed, persistent, mandatory message to a durable quorum queue. */

import type { AMQPChannel } from '@cloudamqp/amqp-client';
import {
  abandonedSignal,
  addressOf,
  brokerBody,
  createBrokerChannel,
  LARGE_BYTES,
  type PendingAttempt,
} from '../../core/channels/broker-channel.ts';
import { type BrokerChannel, Link, type ReportBlocked } from '../../core/channels/broker-link.ts';
import type { AttemptInput, Target } from '../../core/events/contract/channel.ts';
import { createSharedDeadline, type WithinDeadline } from '../../core/shared/async/deadline.ts';
import type { Clock } from '../../core/shared/clock.ts';
import type { Log } from '../../core/shared/log.ts';
import type { AmqpConnection } from './connection.ts';
import { ExclusiveChannels } from './exclusive-channels.ts';
import { ConfirmingChannels, type Message, SharedChannel } from './shared-channel.ts';

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
  readonly channels: ConfirmingChannels;
  readonly shared: SharedChannel;
  /** For declarations, and messages of queues that were slow. */
  readonly exclusive: ExclusiveChannels;
  /** For large messages: a refused size closes the channel and fails everything on it. */
  readonly large: ExclusiveChannels;
  /** The largest message that the broker takes, once a refusal has named it. */
  bytesMax: number;
}

const CONFIRM_MS = 30_000;
/** How many declarations, and messages of slow queues, may be under way: each needs a channel of its own. */
const EXCLUSIVE = { promptMax: 8, slowMax: 32 } as const;
/** The client copies a message before it is sent. */
const LARGE = { promptMax: 2, slowMax: 2 } as const;

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
  const { client, gone } = connection;
  const channels = new ConfirmingChannels(client, (queue) => queues.forget(queue));
  const alone = (limits: typeof EXCLUSIVE | typeof LARGE) =>
    new ExclusiveChannels({
      ...limits,
      clock,
      answerMs: confirmMs,
      open: () => channels.open(() => {}),
    });
  const exclusive = alone(EXCLUSIVE);
  const queues = createQueues(clock, (holder, work) => exclusive.run(holder, gone, work));
  return {
    ...connection,
    queues,
    wait: createSharedDeadline({ clock, ms: confirmMs, gone }),
    channels,
    shared: new SharedChannel(channels),
    exclusive,
    large: alone(LARGE),
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
  await session.queues.declare(queue, holderOf(queue));
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

async function publishOne(
  session: Session,
  message: Message,
  waiter: PendingAttempt,
): Promise<void> {
  const { channels, exclusive, large, shared } = session;
  const holder = holderOf(message.queue);
  const isLarge = message.body.byteLength > LARGE_BYTES;
  if (!(isLarge || exclusive.isSlow(holder)))
    return await shared.publish(message, waiter, () => exclusive.wasSlow(holder));
  await (isLarge ? large : exclusive).run(holder, abandonedSignal(waiter), (channel) =>
    channels.publish(channel, message),
  );
}

/** Who shares what a broker does at once: the instance of a queue, or a queue of all instances. */
const holderOf = (queue: string): string => queue.split('.', 1)[0] ?? queue;

export interface Queues {
  /** Resolves once the queue exists as required; rejects with the broker's reason. */
  declare(name: string, holder: string): Promise<void>;
  /** Declares a queue again before the next publish, since the broker says that it does not exist. */
  forget(name: string): void;
}

/** A refusal is remembered for this long, so that many waiting deliveries ask only once. */
const REFUSAL_MS = 1_000;

interface Declaration {
  readonly done: Promise<void>;
  refusedAt: number | null;
}

/** `onChannel` runs a declaration for a holder on a channel of its own: a refusal closes the channel. */
function createQueues(
  clock: Pick<Clock, 'steady'>,
  onChannel: (holder: string, work: (channel: AMQPChannel) => Promise<unknown>) => Promise<unknown>,
): Queues {
  const queues = new Map<string, Declaration>();

  function begin(name: string, holder: string): Declaration {
    const done = onChannel(holder, (channel) =>
      channel.queueDeclare(name, { durable: true }, { 'x-queue-type': 'quorum' }),
    ).then(() => {});
    const declared: Declaration = { done, refusedAt: null };
    done.catch(() => {
      declared.refusedAt = clock.steady();
    });
    return declared;
  }

  return {
    declare(name, holder) {
      let declared = queues.get(name);
      const refusedAt = declared?.refusedAt ?? null;
      if (
        declared === undefined ||
        (refusedAt !== null && clock.steady() - refusedAt >= REFUSAL_MS)
      ) {
        declared = begin(name, holder);
        queues.set(name, declared);
      }
      return declared.done;
    },
    forget: (name) => void queues.delete(name),
  };
}
