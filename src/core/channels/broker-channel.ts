/** One attempt over the connection of a broker, whichever it is. */
import { type AttemptInput, failedOutcome, type Target } from '../events/contract/channel.ts';
import type { WithinDeadline } from '../shared/async/shared-deadline.ts';
import { brokerFailure } from './broker-failure.ts';
import type { BrokerChannel, BrokerConnection, Link } from './broker-link.ts';
import { leave, newPendingAttempt, type PendingAttempt } from './pending-attempt.ts';

interface PublishingConnection extends BrokerConnection {
  /** Limits how long the broker may take to answer. */
  readonly wait: WithinDeadline;
}

/** Makes a channel of a link. `publish` resolves with what the broker has answered, or null. */
export function createBrokerChannel<C extends PublishingConnection>(
  link: Link<C>,
  publish: (
    connection: C,
    outgoing: AttemptInput,
    target: Target,
    waiter: PendingAttempt,
  ) => Promise<string | null>,
): BrokerChannel {
  return {
    link,
    isDown: () => link.condition.state === 'down',
    whenUp: (listener) => link.whenUp(listener),
    async send(outgoing, target, signal) {
      const { connection } = link;
      if (connection === null)
        return failedOutcome(link.condition.error ?? 'connection_lost: no connection');
      const waiter = newPendingAttempt();
      try {
        const sent = publish(connection, outgoing, target, waiter);
        const responseBody = await connection.wait(sent, signal);
        return { kind: 'delivered', status: null, responseBody };
      } catch (error) {
        return brokerFailure(error);
      } finally {
        leave(waiter);
      }
    },
  };
}

/** Returns the queue or subject of an event. */
export const addressOf = ({ address }: Target, { type }: AttemptInput): string =>
  address.replace('{event}', type).toLowerCase();
