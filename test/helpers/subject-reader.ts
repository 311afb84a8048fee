/** What a subscriber finds on a NATS subject or in a stream, and streams as others may have made them. */
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';

export interface ReceivedMessage {
  readonly subject: string;
  readonly body: string;
  /** The header of this name; undefined: there is none. */
  readonly traceparent?: string | undefined;
}

/** Everything published from now on; survives the server's death. */
export async function listen(
  url: string,
  subject = '>',
): Promise<{ received: ReceivedMessage[]; stop(): Promise<void> }> {
  const connection = await connectTo(url);
  const received: ReceivedMessage[] = [];
  connection.subscribe(subject, {
    callback(_error, message) {
      const traceparent = message.headers?.get('traceparent') || undefined;
      received.push({ subject: message.subject, body: message.string(), traceparent });
    },
  });
  await connection.flush();
  return { received, stop: () => connection.close() };
}

export interface StoredMessage extends ReceivedMessage {
  readonly id: string;
}

/** What a stream holds of a subject, in order. */
export async function stored(
  url: string,
  stream: string,
  subject: string,
): Promise<StoredMessage[]> {
  const connection = await connectTo(url);
  const manager = await jetstreamManager(connection);
  const found: StoredMessage[] = [];
  // The first of this subject from `seq` on.
  const next = { seq: 1, next_by_subj: subject };
  for (;;) {
    const message = await manager.streams.getMessage(stream, next);
    if (message === null) break;
    found.push({ subject, body: message.string(), id: message.header.get('Nats-Msg-Id') });
    next.seq = message.seq + 1;
  }
  await connection.close();
  return found;
}

/** Runs an administrator's work on the streams. */
export async function onStreams<T>(
  url: string,
  work: (streams: Awaited<ReturnType<typeof jetstreamManager>>['streams']) => Promise<T>,
): Promise<T> {
  const connection = await connectTo(url);
  try {
    return await work((await jetstreamManager(connection)).streams);
  } finally {
    await connection.close();
  }
}

function connectTo(text: string): Promise<NatsConnection> {
  const { host, username: user, password: pass } = new URL(text);
  return connect({
    servers: host,
    ...(user !== '' && { user, pass: decodeURIComponent(pass) }),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 50,
  });
}
