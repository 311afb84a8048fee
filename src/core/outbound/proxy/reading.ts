/** Reads the first bytes of a socket and none beyond: the rest belongs to the next protocol. */
import type { Socket } from 'node:net';

/** Reads `size` bytes. Rejects when the other side ends the connection first. */
export async function readExactly(socket: Socket, size: number): Promise<Buffer> {
  for (;;) {
    const bytes: Buffer | null = socket.read(size);
    if (bytes !== null && bytes.length === size) return bytes;
    await readable(socket);
  }
}

const HEAD_BYTES_MAX = 16 * 1024;
const HEAD_END = '\r\n\r\n';

/** Returns the head of an HTTP message without the empty line. Rejects when it is too long or the connection ends. */
export async function readHead(socket: Socket): Promise<string> {
  let head = Buffer.alloc(0);
  for (;;) {
    const bytes: Buffer | null = socket.read();
    if (bytes === null) {
      await readable(socket);
      continue;
    }
    head = Buffer.concat([head, bytes]);
    const end = head.indexOf(HEAD_END);
    if (end === -1 && head.length > HEAD_BYTES_MAX) throw new Error('its answer is too long');
    if (end === -1) continue;
    const rest = head.subarray(end + HEAD_END.length);
    if (rest.length > 0) socket.unshift(rest);
    return head.subarray(0, end).toString('latin1');
  }
}

/** Resolves when there may be more to read. */
function readable(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (settled: () => void) => {
      socket.off('readable', more).off('end', over).off('close', over).off('error', failed);
      settled();
    };
    const more = () => settle(resolve);
    const over = () => settle(() => reject(new Error('it closed the connection')));
    const failed = (error: Error) => settle(() => reject(error));
    if (socket.destroyed || socket.readableEnded) return over();
    socket.on('readable', more).on('end', over).on('close', over).on('error', failed);
  });
}
