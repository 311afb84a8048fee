/** A WebSocket client that can stop reading, and answers no ping: frames are taken apart by hand. */
import { connect } from 'node:net';
import { until } from './until.ts';

const TEXT = 1;
const CLOSE = 8;
const PING = 9;

export interface RawSocket {
  pause(): void;
  resume(): void;
  /** Says a text of at most 125 bytes. */
  say(text: string): void;
  /** Pings so many times. */
  ping(times: number): void;
  readonly texts: string[];
  readonly pings: () => number;
  /** The code of the server's close frame, as soon as there was one. */
  readonly closeCode: () => number | null;
  /** True once the connection is gone. */
  readonly isGone: () => boolean;
  destroy(): void;
}

/** Connected: the server has switched protocols. */
export async function rawSocket(port: number, path: string, key: string): Promise<RawSocket> {
  const socket = connect(port, '127.0.0.1');
  const texts: string[] = [];
  let unread: Buffer[] = [];
  let unreadBytes = 0;
  let head: string | null = null;
  let pings = 0;
  let closeCode: number | null = null;
  let isGone = false;

  function take(count: number): Buffer {
    const all = unread.length === 1 ? unread[0]! : Buffer.concat(unread);
    unread = [all.subarray(count)];
    unreadBytes -= count;
    return all.subarray(0, count);
  }
  function peek(count: number): Buffer {
    if (unread[0]!.length < count) unread = [Buffer.concat(unread)];
    return unread[0]!;
  }
  function readHead(): boolean {
    const text = Buffer.concat(unread).toString('latin1');
    const end = text.indexOf('\r\n\r\n');
    if (end !== -1) head = take(end + 4).toString('latin1');
    return end !== -1;
  }
  function readFrame(): boolean {
    if (unreadBytes < 2) return false;
    const short = peek(2)[1]! & 127;
    const extra = short === 126 ? 2 : short === 127 ? 8 : 0;
    if (unreadBytes < 2 + extra) return false;
    const start = peek(2 + extra);
    const length =
      extra === 0 ? short : extra === 2 ? start.readUInt16BE(2) : Number(start.readBigUInt64BE(2));
    if (unreadBytes < 2 + extra + length) return false;
    const frame = take(2 + extra + length);
    const payload = frame.subarray(2 + extra);
    const kind = frame[0]! & 15;
    if (kind === TEXT) texts.push(payload.toString());
    if (kind === PING) pings++;
    if (kind === CLOSE) closeCode = payload.readUInt16BE(0);
    return true;
  }

  socket.on('data', (chunk: Buffer) => {
    unread.push(chunk);
    unreadBytes += chunk.length;
    if (head === null && !readHead()) return;
    while (readFrame());
  });
  socket.on('close', () => {
    isGone = true;
  });
  socket.on('error', () => {});
  socket.write(
    [
      `GET ${path} HTTP/1.1`,
      'Host: live.test',
      'Upgrade: WebSocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version: 13',
      `apikey: ${key}`,
      '\r\n',
    ].join('\r\n'),
  );
  await until('an answer to the upgrade', () => head !== null);
  if (!head!.startsWith('HTTP/1.1 101')) throw new Error(head!);
  return {
    texts,
    pings: () => pings,
    closeCode: () => closeCode,
    isGone: () => isGone,
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    say(text) {
      // The mask is zeros, which leaves the text as it is.
      socket.write(
        Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]),
      );
    },
    ping(times) {
      socket.write(Buffer.alloc(6 * times, Buffer.from([0x89, 0x80, 0, 0, 0, 0])));
    },
    destroy: () => void socket.destroy(),
  };
}
