/** The NATS channel: one attempt is one message that the server has taken (core) or a stream has stored (JetStream). */

import {
  addressOf,
  type BrokerBody,
  brokerBody,
  createBrokerChannel,
  createLargePublishQueue,
  LARGE_BYTES,
  type PendingAttempt,
} from '../../core/channels/broker-channel.ts';
import { type BrokerChannel, Link } from '../../core/channels/broker-link.ts';
import type { AttemptInput, Target } from '../../core/events/contract/channel.ts';
import { createSharedDeadline, type WithinDeadline } from '../../core/shared/async/deadline.ts';
import type { Clock } from '../../core/shared/clock.ts';
import type { Log } from '../../core/shared/log.ts';
import { type NatsConnection, openNats } from './connection.ts';

interface NatsOptions {
  /** `nats://`, `tls://`, `ws://` or `wss://`, with credentials. */
  readonly url: string;
  /** The JetStream stream that must acknowledge, or null for core NATS. */
  readonly stream: string | null;
  readonly clock: Clock;
  readonly log: Log;
  /** How long the server may take to answer. */
  readonly answerMs?: number;
}

/** The parts of one connection. */
interface Session extends NatsConnection {
  readonly wait: WithinDeadline;
}

const ANSWER_MS = 30_000;

export function createNatsChannel(options: NatsOptions): BrokerChannel {
  const { clock, log, answerMs = ANSWER_MS } = options;
  async function open(_held: unknown, signal: AbortSignal): Promise<Session> {
    const connection = await openNats(options, signal);
    const { gone } = connection;
    return { ...connection, wait: createSharedDeadline({ clock, ms: answerMs, gone }) };
  }
  const link = new Link<Session>({ name: 'nats', clock, log, open });
  const turns = createLargePublishQueue();

  function publish(
    connection: NatsConnection,
    outgoing: AttemptInput,
    target: Target,
    waiter: PendingAttempt,
  ): Promise<string | null> {
    const { eventId, traceparent = null } = outgoing;
    const subject = addressOf(target, outgoing);
    const body = fitting(
      brokerBody(outgoing, target),
      connection.bytesMax(subject, eventId, traceparent),
    );
    const send = () => connection.publish(subject, body, eventId, traceparent);
    return body.byteLength <= LARGE_BYTES ? send() : turns(target.address, waiter, send);
  }

  return createBrokerChannel(link, publish);
}

function fitting(shaped: BrokerBody, bytesMax: number): Uint8Array {
  const body = new TextEncoder().encode(shaped.text);
  if (body.byteLength <= bytesMax) return body;
  const smaller = shaped.smaller(bytesMax);
  const left = new TextEncoder().encode(smaller ?? shaped.text);
  if (left.byteLength <= bytesMax) return left;
  throw new Error(`too_large: ${left.byteLength} bytes, the server takes ${bytesMax}`);
}
