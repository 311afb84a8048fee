/** Hands stored messages to the connection, and stores what became of those that fail. */
import type { Clock } from '../../shared/clock.ts';
import { AppError, messageOf } from '../../shared/errors.ts';
import type { SessionHost } from '../provider.ts';
import type { Wire } from './engine/wire.ts';
import { Relay, type RelayedMessage } from './relay/relay.ts';
import type { RememberedMessage } from './retry-requests.ts';
import { lostWhileSending, whileSending } from './silence.ts';

type HandOverDeps = ConstructorParameters<typeof Relay>[0] & {
  readonly clock: Clock;
  /** Keyed by message id. */
  readonly sent: Map<string, RememberedMessage>;
  readonly host: Pick<SessionHost, 'instanceName' | 'recordStatuses'>;
};

const UNKNOWN = 'Nobody knows yet whether it was sent: if it was, a later status will say so.';

export class HandOver {
  readonly #deps: HandOverDeps;
  readonly #relay: Relay;

  constructor(deps: HandOverDeps) {
    this.#deps = deps;
    this.#relay = new Relay(deps);
  }

  /**
   * Resolves when the message has left. A message that may have been sent gets the status Unknown before this throws
   * `upstream` with `mayBeDone`, because WhatsApp did not take it in time or the connection was lost.
   */
  async inTime(relayed: RelayedMessage, wire: Wire): Promise<void> {
    try {
      await whileSending(this.#deps.clock, relayed, this.#run(relayed, wire));
    } catch (error) {
      if (error instanceof AppError && error.mayBeDone)
        await this.#note(relayed, 'Unknown', UNKNOWN);
      throw error;
    }
  }

  /** A message of which nothing has left, or that an open connection did not take, will not be sent later. */
  async #run(relayed: RelayedMessage, { socket, left, leftCount }: Wire): Promise<void> {
    const { id, message, beside } = relayed;
    const before = leftCount();
    this.#deps.sent.set(id, { message, beside });
    let isHandedOver = false;
    try {
      await this.#relay.send(socket, relayed);
      isHandedOver = true;
      await left();
    } catch (error) {
      const mayHaveLeft = leftCount() > before && (isHandedOver || !socket.ws.isOpen);
      if (mayHaveLeft) throw lostWhileSending(id, error);
      const reason = `The message was not sent: ${messageOf(error)}. Send it again.`;
      await this.#note(relayed, 'Error', reason);
      throw error;
    }
  }

  /** The caller hears the same, so it does no harm if the status cannot be written. */
  async #note({ id }: RelayedMessage, status: 'Error' | 'Unknown', reason: string): Promise<void> {
    const { clock, host } = this.#deps;
    const change = { id, status, code: null, reason, at: clock.now() };
    await host.recordStatuses([change]).catch(() => {});
  }
}
