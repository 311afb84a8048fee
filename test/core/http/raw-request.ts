/** One HTTP request written byte by byte, for what no client library would send. */
import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Sends `text` (and what `more` adds) and reads until the server closes or the answer is whole. */
export function rawRequest(
  port: number,
  text: string,
  more?: (write: (chunk: string) => void) => void,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const finish = () => {
      const [head = '', ...rest] = received.split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), head, body: rest.join('\r\n\r\n') });
    };
    socket.on('data', (chunk) => {
      received += chunk;
      if (isWhole(received)) socket.destroy();
    });
    socket.on('close', finish);
    // A refused upload may be cut off after its answer.
    socket.on('error', (error) => (received === '' ? reject(error) : finish()));
    socket.write(text);
    more?.((chunk) => socket.writable && socket.write(chunk));
  });
}

function isWhole(received: string): boolean {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return false;
  if (received.startsWith('HTTP/1.1 101')) return true;
  const length = /content-length: (\d+)/i.exec(received)?.[1];
  return length !== undefined && received.length >= end + 4 + Number(length);
}
