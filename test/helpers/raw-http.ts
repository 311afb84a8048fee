/** HTTP by hand: requests that are never finished, and answers that are never read. */
import { connect } from 'node:net';

export interface RawHttp {
  /** Sends more, and forgets about it when the connection is gone. */
  write(text: string | Uint8Array): void;
  /** All that was received. */
  received(): string;
  /** The status of the first answer, or 0 while there is none. */
  status(): number;
  pause(): void;
  /** Reads no more as soon as something was received. */
  pauseAfterHead(): void;
  resume(): void;
  /** True once the connection is gone. */
  isGone(): boolean;
  destroy(): void;
}

/** Begins with `lines`, the request line first, and a blank line. */
export function rawHttp(port: number, lines: readonly string[]): RawHttp {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  let isGone = false;
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('close', () => {
    isGone = true;
  });
  socket.on('error', () => {});
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const received = () => Buffer.concat(chunks).toString('latin1');
  return {
    write: (text) => void (socket.writable && socket.write(text)),
    received,
    status: () => Number(/^HTTP\/1\.1 (\d+)/.exec(received())?.[1] ?? 0),
    pause: () => void socket.pause(),
    pauseAfterHead: () => void socket.once('data', () => socket.pause()),
    resume: () => void socket.resume(),
    isGone: () => isGone,
    destroy: () => void socket.destroy(),
  };
}

/** A POST of JSON that announces `bytes` and sends none of them yet. */
export const announce = (
  port: number,
  path: string,
  bytes: number,
  headers: readonly string[],
): RawHttp =>
  rawHttp(port, [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${bytes}`,
    ...headers,
  ]);
