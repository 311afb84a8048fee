/**
 * Passes hints between the nodes of one service by core NATS, which keeps nothing: nodes that are not connected miss
 * them.
 */
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import { reasonOf } from '../broker-failure.ts';
import { type BrokerConnection, Link } from '../broker-link.ts';
import { onRefused, openWith } from './connection.ts';

interface HintBusOptions {
  /** `nats://`, `tls://`, `ws://` or `wss://`, with credentials. */
  readonly url: string;
  /** The same on every node. */
  readonly subject: string;
  readonly clock: Clock;
  readonly log: Log;
}

interface HintConnection extends BrokerConnection {
  send(text: string): void;
}

interface NatsHintBus {
  readonly isUp: boolean;
  /** Drops the hint while there is no connection; never throws. */
  send(text: string): void;
  /** Begins connecting and returns at once. `heard` is called with every hint, including the node's own. */
  start(heard: (text: string) => void): void;
  /** Resolves in bounded time. */
  stop(): Promise<void>;
}

const DOWN = 'the NATS server of the nodes is down, they hear of each other half a second later';

export function createNatsHintBus(options: HintBusOptions): NatsHintBus {
  const { url, subject, clock, log } = options;
  let heard = (_text: string): void => {};
  const decoder = new TextDecoder();
  const open = (_blocked: unknown, signal: AbortSignal): Promise<HintConnection> =>
    openWith({ url, clock, signal }, async ({ client }, gone) => {
      onRefused(client, (_subject, error) => gone.abort(new Error(error.message)));
      client.subscribe(subject, {
        callback(error, { data }) {
          if (error === null) heard(decoder.decode(data));
          else gone.abort(new Error(reasonOf(error)));
        },
      });
      await client.flush();
      const encoder = new TextEncoder();
      return { send: (text) => client.publish(subject, encoder.encode(text)) };
    });
  const link = new Link<HintConnection>({ name: 'nats', clock, log, open, whenDown: DOWN });
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
      heard = listener;
      link.start();
    },
    stop: () => link.stop(),
  };
}
