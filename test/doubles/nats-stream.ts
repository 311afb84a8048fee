/** A NATS server with one stream that acknowledges a message at once or, for subjects that the test names, never. */
import { createServer, type Socket } from 'node:net';

export interface NatsDouble {
  readonly url: string;
  /** Tells for which subjects it never acknowledges; for none unless it is set. */
  isSilent: (subject: string) => boolean;
  /** The subject of each message for the stream, in order. */
  readonly published: string[];
  readonly connections: number;
  /** Acknowledges the oldest message that it was silent about. */
  acknowledgeOldest(): void;
  stop(): void;
}

type OnMessage = (subject: string, answer: (value: object) => void) => void;

const STREAM = 'GATEHOUSE';
const INFO = { server_id: 'double', version: '2.12.0', proto: 1, headers: true };
const PAYLOAD_MAX = 64 * 1024 * 1024;
const END = '\r\n';

/** Reads one connection's commands; `onMessage` is called with each message that is published. */
function serve(socket: Socket, onMessage: OnMessage): void {
  /** The pattern of each subscription. */
  const patterns = new Map<string, string>();
  let waiting = Buffer.alloc(0);

  function send(subject: string, value: object): void {
    const text = JSON.stringify(value);
    for (const [id, pattern] of patterns)
      if (subject.startsWith(pattern.replace(/\*$/, '')))
        socket.write(`MSG ${subject} ${id} ${text.length}${END}${text}${END}`);
  }

  function onLine([verb = '', subject = '', ...others]: string[]): void {
    if (verb === 'PING') socket.write(`PONG${END}`);
    else if (verb === 'SUB') patterns.set(others.at(-1) ?? '', subject);
    else if (verb.endsWith('PUB')) onMessage(subject, (value) => send(others[0] ?? '', value));
  }

  socket.write(`INFO ${JSON.stringify({ ...INFO, max_payload: PAYLOAD_MAX })}${END}`);
  socket.on('data', (bytes) => {
    waiting = Buffer.concat([waiting, Buffer.from(bytes)]);
    for (let at = waiting.indexOf(END); at >= 0; at = waiting.indexOf(END)) {
      const words = waiting.subarray(0, at).toString().split(' ');
      const bodyBytes = words[0]?.endsWith('PUB') ? Number(words.at(-1)) + END.length : 0;
      const next = at + END.length + bodyBytes;
      if (waiting.length < next) return;
      waiting = waiting.subarray(next);
      onLine(words);
    }
  });
}

export async function natsDouble(): Promise<NatsDouble> {
  const published: string[] = [];
  const unacknowledged: (() => void)[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;

  const onMessage: OnMessage = (subject, answer) => {
    if (subject.startsWith('$JS.API.')) {
      answer({ config: { name: STREAM, subjects: ['>'] }, state: {} });
      return;
    }
    published.push(subject);
    const seq = published.length;
    const acknowledge = () => answer({ stream: STREAM, seq });
    if (double.isSilent(subject)) unacknowledged.push(acknowledge);
    else acknowledge();
  };

  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    serve(socket, onMessage);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  const double: NatsDouble = {
    url: `nats://127.0.0.1:${port}`,
    isSilent: () => false,
    published,
    get connections() {
      return connections;
    },
    acknowledgeOldest: () => unacknowledged.shift()?.(),
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return double;
}
