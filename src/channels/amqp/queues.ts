/**
 * The queues of one connection. Owns: that each is declared before its first publish.
 * Must never: share its AMQP channel with publishing: a refused declaration closes the channel it came on.
 */
import type { AMQPChannel, AMQPClient } from '@cloudamqp/amqp-client';
import type { Clock } from '../../shared/clock.ts';

export interface Queues {
  /** Resolves once the queue is there as it must be; rejects with the broker's reason. */
  declare(name: string): Promise<void>;
  /** The broker says it is not there: it is declared again before the next publish. */
  forget(name: string): void;
}

/** A refusal stands for this long, so that many waiting deliveries ask once. */
const REFUSAL_MS = 1_000;

interface Declared {
  readonly done: Promise<void>;
  refusedAt: number | null;
}

export function createQueues(client: AMQPClient, clock: Pick<Clock, 'steady'>): Queues {
  const queues = new Map<string, Declared>();
  let channel: AMQPChannel | null = null;
  let turn: Promise<unknown> = Promise.resolve();

  async function ask(name: string): Promise<void> {
    if (channel === null || channel.closed) {
      channel = await client.channel();
      channel.onerror = () => {};
    }
    await channel.queueDeclare(name, { durable: true }, { 'x-queue-type': 'quorum' });
  }

  function begin(name: string): Declared {
    // One after another: a refusal closes the channel under everything else on it.
    const done = turn.then(() => ask(name));
    const declared: Declared = { done, refusedAt: null };
    turn = done.catch(() => {
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
