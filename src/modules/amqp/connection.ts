/** Opens one AMQP connection. */
import { AMQPClient } from '@cloudamqp/amqp-client';
import {
  type BrokerConnection,
  openingFailure,
  type ReportBlocked,
} from '../../core/channels/broker-link.ts';
import { resultInTime, withTimeout } from '../../core/shared/async/deadline.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { messageOf } from '../../core/shared/errors.ts';

export interface AmqpConnection extends BrokerConnection {
  readonly client: AMQPClient;
}

interface AmqpOptions {
  readonly url: string;
  readonly clock: Clock;
}

const CONNECT_MS = 10_000;
const CLOSE_MS = 2_000;
/** A peer that is silent for this long is considered gone; it is asked twice in that time. */
const HEARTBEAT_SECONDS = 10;
/** The largest frame RabbitMQ agrees to by default; the client's own default is 16 times smaller. */
const FRAME_BYTES = 131_072;

/**
 * The client throws what it cannot parse from the socket's handler, and leaves promises without a handler when a write
 * fails; both would end the process. Here either ends only the connection.
 */
class GuardedClient extends AMQPClient {
  override connect() {
    const opened = super.connect();
    const { socket } = this;
    const [parse] = socket?.listeners('data') ?? [];
    socket?.removeAllListeners('data').on('data', (chunk) => {
      try {
        parse?.(chunk);
      } catch (error) {
        socket.destroy(new Error(`not an AMQP answer: ${messageOf(error)}`));
      }
    });
    return opened;
  }

  override async send(bytes: Uint8Array): Promise<void> {
    super.send(bytes).catch(() => this.socket?.destroy());
  }
}

export async function openAmqp(
  { url, clock }: AmqpOptions,
  reportBlocked: ReportBlocked,
  signal: AbortSignal,
): Promise<AmqpConnection> {
  const client = new GuardedClient(clientUrl(url));
  const gone = new AbortController();
  client.ondisconnect = (error) =>
    gone.abort(new Error(`connection_lost: ${error?.message ?? 'closed by the broker'}`));
  client.onblocked = (reason) => reportBlocked(`blocked: the broker takes nothing: ${reason}`);
  client.onunblocked = () => reportBlocked(null);
  const opened = client.connect();
  const { socket } = client;
  try {
    await withTimeout({ clock, ms: CONNECT_MS, signal }, opened);
  } catch (error) {
    socket?.destroy();
    throw new Error(await openingFailure(error, url, signal));
  }
  return {
    client,
    gone: gone.signal,
    async close() {
      if (!client.closed) await closeQuietly(client, clock);
      socket?.destroy();
    },
  };
}

/** Closes the connection, and resolves even when closing fails or is not answered in time. */
async function closeQuietly(client: AMQPClient, clock: Clock): Promise<void> {
  await resultInTime({ clock, ms: CLOSE_MS }, client.close('stopping')).catch(() => {});
}

/** Sets the options that the client reads from a URL besides the address, whatever the variable contains. */
function clientUrl(text: string): string {
  const url = new URL(text);
  const settings = {
    name: 'gatehouse',
    heartbeat: String(HEARTBEAT_SECONDS),
    frameMax: String(FRAME_BYTES),
  };
  url.search = new URLSearchParams(settings).toString();
  return url.href;
}
