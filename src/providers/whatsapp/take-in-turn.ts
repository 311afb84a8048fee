/** Messages of a connection, each handed to the library when the one before it has been. */
import type { BinaryNode, WASocket } from '@whiskeysockets/baileys';
import { Mutex } from '../../shared/async/mutex.ts';

/** Messages that wait to be read. What comes beyond is not taken, and so comes again on the next connection. */
const WAITING_MAX = 1_000;

/**
 * The library looks addresses up before it takes a message in its turn, and one that needs no look-up overtakes.
 * Here one message after the other is read, in the order they came.
 */
export function takeInTurn(socket: WASocket, { arrived, ready }: Turn): void {
  const { ws } = socket;
  const readers = ws.listeners('CB:message');
  ws.removeAllListeners('CB:message');
  const read = async (stanza: BinaryNode) => {
    if (!(await ready(stanza))) return;
    for (const reader of readers) await reader.call(ws, stanza);
  };
  const reading = new Mutex();
  let waiting = 0;
  let isFull = false;
  const done = () => {
    waiting--;
    if (isFull && waiting === 0) void socket.end(new Error('more messages came than may wait'));
  };
  ws.on('CB:message', (stanza: BinaryNode) => {
    isFull ||= waiting >= WAITING_MAX;
    // Nor anything after it: what WhatsApp sends again must not come behind what it sent later.
    if (isFull) return;
    waiting++;
    arrived(stanza);
    // The library reports what goes wrong itself; the next message must not fail with it.
    reading.run(() => read(stanza)).then(done, done);
  });
}

interface Turn {
  /** At once, before anything is done with it. */
  arrived(stanza: BinaryNode): void;
  /** Resolves when the message may be read; false: its connection is gone, and it comes again. */
  ready(stanza: BinaryNode): Promise<boolean>;
}
