/**
 * The AMQP channel: one attempt is one confirmed, persistent, mandatory message to a durable quorum queue.
 * Owns: queue names and what counts as delivered. Must never: retry; the engine does.
 */
import type { Channel, Outgoing, Target } from '../../events/contract/channel.ts';
import { createSharedDeadline, type WithinDeadline } from '../../shared/async/shared-deadline.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import { reasonOf } from '../broker-failure.ts';
import {
  type BrokerConnection,
  createLink,
  failedOutcome,
  type Link,
  type ReportBlocked,
} from '../broker-link.ts';
import {
  createLargePublishQueue,
  LARGE_BYTES,
  type LargePublishQueue,
  type PendingAttempt,
  withoutMedia,
} from '../oversized.ts';
import { type AmqpConnection, openAmqp } from './connection.ts';
import { createPublisher, type Message, type Publisher } from './publisher.ts';
import { createQueues, type Queues } from './queues.ts';

export interface AmqpOptions {
  /** `amqp://` or `amqps://`, credentials and virtual host in it. */
  readonly url: string;
  readonly clock: Clock;
  readonly log: Log;
  /** How long the broker may take to confirm. */
  readonly confirmMs?: number;
}

export interface AmqpChannel extends Channel {
  readonly link: Pick<Link<BrokerConnection>, 'condition' | 'start' | 'stop'>;
}

/** What belongs to one connection. */
interface Session extends AmqpConnection {
  readonly queues: Queues;
  readonly wait: WithinDeadline;
  readonly small: Publisher;
  /** A channel of their own, one after another: a refused size closes the channel under all that is on it. */
  readonly large: Publisher;
  readonly largeTurns: LargePublishQueue;
  /** The largest message the broker takes, once it has told. */
  bytesMax: number;
}

const CONFIRM_MS = 30_000;

export function createAmqpChannel(options: AmqpOptions): AmqpChannel {
  const { clock, log } = options;
  const link = createLink<Session>({
    name: 'amqp',
    clock,
    log,
    open: (held, signal) => openSession(options, held, signal),
  });
  return {
    link,
    isDown: () => link.condition.state === 'down',
    whenUp: link.whenUp,
    async send(outgoing, target, signal) {
      const session = link.connection;
      if (session === null)
        return failedOutcome(link.condition.error ?? 'connection_lost: no connection');
      const waiter = { isGone: false };
      try {
        const sent = send(session, outgoing, queueOf(target, outgoing), waiter);
        await session.wait(sent, signal);
        return { kind: 'delivered', status: null, responseBody: null };
      } catch (error) {
        return failedOutcome(reasonOf(error));
      } finally {
        waiter.isGone = true;
      }
    },
  };
}

const queueOf = ({ address }: Target, { type }: Outgoing): string =>
  address.replace('{event}', type).toLowerCase();

async function openSession(
  options: AmqpOptions,
  held: ReportBlocked,
  signal: AbortSignal,
): Promise<Session> {
  const { clock, confirmMs = CONFIRM_MS } = options;
  const connection = await openAmqp(options, held, signal);
  const queues = createQueues(connection.client, clock);
  const publisher = () => createPublisher({ client: connection.client, unroutable: queues.forget });
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
  { eventId: id, body: text }: Outgoing,
  queue: string,
  waiter: PendingAttempt,
): Promise<void> {
  await session.queues.declare(queue);
  const publish = (body: Uint8Array) => publishOne(session, { queue, id, body }, waiter);
  const body = new TextEncoder().encode(text);
  if (body.byteLength <= session.bytesMax) {
    const limit = await publish(body).then(() => null, sizeLimitOf);
    if (limit === null) return;
    session.bytesMax = Math.min(session.bytesMax, limit);
    // Another message's size closed the channel under this one.
    if (body.byteLength <= limit) return publish(body);
  }
  const smaller = withoutMedia(text, session.bytesMax);
  if (smaller === null) {
    throw new Error(`too_large: ${body.byteLength} bytes, the broker takes ${session.bytesMax}`);
  }
  return publish(new TextEncoder().encode(smaller));
}

/** The limit that a message was refused for; any other refusal is thrown on. */
function sizeLimitOf(error: unknown): number {
  const [, limit] = /message size .*max(?:imum)? size (\d+)/i.exec(String(error)) ?? [];
  if (limit === undefined) throw error;
  return Number(limit);
}

function publishOne(session: Session, message: Message, waiter: PendingAttempt): Promise<void> {
  if (message.body.byteLength <= LARGE_BYTES) return session.small.publish(message);
  return session.largeTurns(waiter, () => session.large.publish(message));
}
