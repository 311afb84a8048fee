/**
 * A receiver on 127.0.0.1 that does what it is told, down to the bytes: for behaviour, not for load.
 * Answers are scripted in order; when the script is empty it answers 200 without a body.
 */
import net from 'node:net';
import tls from 'node:tls';

export interface ReceivedRequest {
  readonly method: string;
  /** Path and query as they stood in the request line. */
  readonly path: string;
  /** Names as they were spelled, in the order they came. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** A header by its name in lower case; undefined when it was not sent. */
  header(name: string): string | undefined;
  readonly body: string;
  readonly bytes: Buffer;
  /** Ms of the process's own clock, when the last byte of the request was here. */
  readonly at: number;
  /** Which connection it came on, counted from 1. */
  readonly connection: number;
}

/** What one request is answered with. The socket is the answer's to write to, close or leave alone. */
export type Answer = (socket: net.Socket, request: ReceivedRequest) => void;

export interface Receiver {
  /** `http://127.0.0.1:PORT` or `https://…`. */
  readonly url: string;
  readonly port: number;
  /** `127.0.0.1:PORT`. */
  readonly host: string;
  readonly requests: readonly ReceivedRequest[];
  /** Connections ever accepted. */
  readonly connections: () => number;
  /** Connections open now. */
  readonly open: () => number;
  /** Appends answers for the next requests. */
  script(...answers: Answer[]): void;
  stop(): Promise<void>;
}

export interface ReceiverOptions {
  /** With these the receiver speaks TLS. */
  readonly tls?: tls.TlsOptions;
  /** Takes a connection as it is, instead of reading requests from it. */
  readonly connection?: (socket: net.Socket) => void;
}

export interface AnswerParts {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** A whole answer with its content-length. */
export const respond =
  (status: number, { headers = {}, body = '' }: AnswerParts = {}): Answer =>
  (socket) => {
    const bytes = Buffer.from(body);
    const lines = Object.entries({ ...headers, 'content-length': String(bytes.length) });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.write(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Scripted\r\n${head}\r\n`), bytes]));
  };

/** Takes the request and never says anything. */
export const hang: Answer = () => {};
/** Takes the request and resets the connection. */
export const reset: Answer = (socket) => socket.resetAndDestroy();
/** Takes the request and closes the connection in order. */
export const close: Answer = (socket) => socket.end();
/** These bytes, whatever they are; the connection stays open. */
export const raw =
  (bytes: string | Uint8Array): Answer =>
  (socket) =>
    socket.write(bytes);
/** One answer after the other on the same connection: `inTurn(respond(200), close)`. */
export const inTurn =
  (...answers: Answer[]): Answer =>
  (socket, request) => {
    for (const answer of answers) answer(socket, request);
  };

/** Headers at once, then a body that never ends, as fast as it is taken. */
export const endless =
  (status: number): Answer =>
  (socket) => {
    const block = Buffer.alloc(64 * 1024, 'a');
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), block, Buffer.from('\r\n')]);
    const pour = () => {
      if (socket.destroyed) return;
      if (socket.write(chunk)) setImmediate(pour);
      else socket.once('drain', pour);
    };
    socket.write(`HTTP/1.1 ${status} Scripted\r\ntransfer-encoding: chunked\r\n\r\n`);
    pour();
  };

/** Headers at once, then `text` byte by byte. */
export const drip =
  (status: number, text: string, everyMs: number): Answer =>
  (socket) => {
    socket.write(`HTTP/1.1 ${status} Scripted\r\ncontent-length: ${text.length}\r\n\r\n`);
    let sent = 0;
    const timer = setInterval(() => {
      if (socket.destroyed || sent === text.length) return clearInterval(timer);
      socket.write(text.charAt(sent++));
    }, everyMs);
  };

/** An answer that waits for `release()`. */
export function held(answer: Answer): { answer: Answer; release: () => void } {
  const released = Promise.withResolvers<void>();
  return {
    answer: (socket, request) => void released.promise.then(() => answer(socket, request)),
    release: released.resolve,
  };
}

export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const answers: Answer[] = [];
  const sockets = new Set<net.Socket>();
  let connections = 0;

  const accept = (socket: net.Socket) => {
    const connection = ++connections;
    socket.on('error', () => {});
    if (options.connection) return options.connection(socket);
    readRequests(socket, (parts) => {
      const request: ReceivedRequest = { ...parts, at: performance.now(), connection };
      requests.push(request);
      (answers.shift() ?? respond(200))(socket, request);
    });
  };
  const server = options.tls ? tls.createServer(options.tls, accept) : net.createServer(accept);
  // Counted below TLS too, where a handshake may never end.
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as net.AddressInfo;
  const host = `127.0.0.1:${port}`;
  return {
    url: `${options.tls ? 'https' : 'http'}://${host}`,
    port,
    host,
    requests,
    connections: () => connections,
    open: () => sockets.size,
    script: (...more) => void answers.push(...more),
    stop() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The first byte of a connection by TLS; no method of HTTP begins with it. */
const TLS_HANDSHAKE = 0x16;

type RequestParts = Omit<ReceivedRequest, 'at' | 'connection'>;

function readRequests(socket: net.Socket, received: (request: RequestParts) => void): void {
  let chunks: Buffer[] = [];
  let size = 0;
  /** Bytes of the request being read, once its head says so. */
  let expected: number | null = null;
  socket.on('data', (chunk: Buffer) => {
    // As every server without TLS, it ends a connection that begins with a handshake.
    if (size === 0 && chunk[0] === TLS_HANDSHAKE) return void socket.destroy();
    chunks.push(chunk);
    size += chunk.length;
    if (expected !== null && size < expected) return;
    let bytes = Buffer.concat(chunks);
    for (;;) {
      const headEnd = bytes.indexOf('\r\n\r\n');
      const head = headEnd === -1 ? null : bytes.toString('latin1', 0, headEnd);
      const length = Number(/^content-length: *(\d+)/im.exec(head ?? '')?.[1] ?? 0);
      expected = head === null ? null : headEnd + 4 + length;
      if (head === null || expected === null || bytes.length < expected) break;
      const body = bytes.subarray(headEnd + 4, expected);
      bytes = bytes.subarray(expected);
      received(parse(head, body));
    }
    chunks = [bytes];
    size = bytes.length;
  });
}

function parse(head: string, bytes: Buffer): RequestParts {
  const [start = '', ...lines] = head.split('\r\n');
  const [method = '', path = ''] = start.split(' ');
  const headers = lines.map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, at), line.slice(at + 1).trim()] as const;
  });
  const header = (name: string) => headers.find(([own]) => own.toLowerCase() === name)?.[1];
  return { method, path, headers, header, bytes, body: bytes.toString('utf8') };
}
