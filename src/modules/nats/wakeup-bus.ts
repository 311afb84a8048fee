/**
 * Passes hints between the nodes of one service by core NATS, which keeps nothing: nodes that are not connected miss
 * them.
 */

import { type BrokerConnection, Link, reasonOf } from '../../core/channels/broker-link.ts';
import type { Clock } from '../../core/shared/clock.ts';
import type { Log } from '../../core/shared/log.ts';
import { onRefused, openWith } from './connection.ts';

interface WakeupBusOptions {
  /** `nats://`, `tls://`, `ws://` or `wss://`, with credentials. */
  readonly url: string;
  /** The same on every node. */
  readonly subject: string;
  readonly clock: Clock;
  readonly log: Log;
}

interface WakeupConnection extends BrokerConnection {
  send(text: string): void;
}

interface NatsWakeupBus {
  readonly isUp: boolean;
  /** Drops the hint while there is no connection; never throws. */
  send(text: string): void;
  /** Begins connecting and returns at once. `listener` is called with every hint, including the node's own. */
  start(heard: (text: string) => void): void;
  /** Resolves in bounded time. */
  stop(): Promise<void>;
}

const DOWN = 'the NATS server of the nodes is down, they hear of each other 0.6 s later';

export function createNatsWakeupBus(options: WakeupBusOptions): NatsWakeupBus {
  const { url, subject, clock, log } = options;
  let onMessage = (_text: string): void => {};
  const decoder = new TextDecoder();
  const open = (_blocked: unknown, signal: AbortSignal): Promise<WakeupConnection> =>
    openWith({ url, clock, signal }, async ({ client }, gone) => {
      onRefused(client, (_subject, error) => gone.abort(new Error(error.message)));
      client.subscribe(subject, {
        callback(error, { data }) {
          if (error === null) onMessage(decoder.decode(data));
          else gone.abort(new Error(reasonOf(error)));
        },
      });
      await client.flush();
      const encoder = new TextEncoder();
      return { send: (text) => client.publish(subject, encoder.encode(text)) };
    });
  const link = new Link<WakeupConnection>({ name: 'nats', clock, log, open, whenDown: DOWN });
  return {
    get isUp() {
      return link.connection !== null;
    },
    send(text) {
      try {
        link.connection?.send(text);
      } catch {
        // It is closing.
      }
    },
    start(listener) {
      onMessage = listener;
      link.start();
    },
    stop: () => link.stop(),
  };
}
