/** Writes one POST directly to a socket, slowly or cut off if requested, which no HTTP client does. */
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { failureReason, isUnreached } from '../../../core/outbound/failure-reason.ts';
import { type Clock, sleep } from '../../../core/shared/clock.ts';
import { codeOf } from '../../../core/shared/errors.ts';

export interface RawPost {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** `slow`: in pieces over two seconds; `cut`: half of it, then the connection is closed. */
  readonly pace: 'whole' | 'slow' | 'cut';
}

export interface Limits {
  readonly clock: Clock;
  /** The time from the start to the answer's status line. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export type RawAnswer =
  | { readonly status: number }
  /** `isUnreached`: no connection could be opened. */
  | { readonly problem: string; readonly isUnreached: boolean };

const PIECES = 10;
const PAUSE_MS = 200;
const STATUS_LINE = /^HTTP\/1\.[01] (\d{3})[ \r]/;
/** No status line is longer. */
const HEAD_BYTES_MAX = 1024;

/** Never rejects. A body that is cut off gets no answer, which is reported as a problem. */
export async function rawPost(post: RawPost, limits: Limits): Promise<RawAnswer> {
  const socket = open(post.url);
  const answered = answerOf(socket, limits);
  socket.on(post.url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
    void write(socket, post, limits);
  });
  return answered.finally(() => socket.destroy());
}

function open({ protocol, hostname, port }: URL): Socket {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol === 'http:') return connect({ host, port: Number(port || 80) });
  return connectTls({ host, port: Number(port || 443), servername: host });
}

async function write(socket: Socket, { url, headers, body, pace }: RawPost, limits: Limits) {
  const bytes = Buffer.from(body);
  const lines = Object.entries({
    host: url.host,
    ...headers,
    'content-length': String(bytes.length),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`);
  if (pace === 'whole') return void socket.write(bytes);
  if (pace === 'cut') return void socket.end(bytes.subarray(0, bytes.length >> 1));
  const size = Math.ceil(bytes.length / PIECES);
  for (let at = 0; at < bytes.length && !socket.destroyed; at += size) {
    socket.write(bytes.subarray(at, at + size));
    await sleep(limits.clock, PAUSE_MS, limits.signal);
  }
}

function answerOf(socket: Socket, { clock, timeoutMs, signal }: Limits): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const end = (answer: RawAnswer) => {
      cancel();
      signal.removeEventListener('abort', abort);
      resolve(answer);
    };
    const problem = (text: string, isUnreached = false) => end({ problem: text, isUnreached });
    const abort = () => problem('interrupted');
    const cancel = clock.after(timeoutMs, () =>
      problem(`timeout: no answer within ${timeoutMs / 1000} s`),
    );
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    let head = '';
    socket.on('data', (bytes: Buffer) => {
      head += bytes.toString('latin1', 0, HEAD_BYTES_MAX);
      const [, status] = STATUS_LINE.exec(head) ?? [];
      if (status !== undefined) end({ status: Number(status) });
      else if (head.length >= HEAD_BYTES_MAX) problem('malformed: the answer is not HTTP');
    });
    socket.on('error', (error) =>
      problem(failureReason(error), isUnreached(error) || /^(ENOTFOUND|EAI_)/.test(codeOf(error))),
    );
    socket.on('close', () =>
      problem('connection_reset: the connection was closed before an answer'),
    );
  });
}
