/** The queues of one connection, each declared before its first message. */
import type { AMQPChannel } from '@cloudamqp/amqp-client';
import type { Clock } from '../../core/shared/clock.ts';

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
export function createQueues(
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
