/** Hands the messages of a connection to Baileys one after another. */
import { Mutex } from '../../../shared/async/mutex.ts';
import { takeListeners } from './listeners.ts';
import type { BinaryNode, WASocket } from './surface.ts';

/** How many messages may wait to be read. More are not taken, and come again on the next connection. */
const WAITING_MAX = 1_000;

/**
 * Baileys looks up addresses before it queues a message, so one that needs no look-up would
 * overtake. Here messages are read one after another in the order they came.
 */
export function takeInTurn(socket: WASocket, { arrived, ready }: Turn): void {
  const { ws } = socket;
  const readers = takeListeners<BinaryNode>(socket, 'CB:message');
  const read = async (stanza: BinaryNode) => {
    if (!(await ready(stanza))) return;
    for (const reader of readers) await reader(stanza);
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
    // Nothing after it is taken either: what WhatsApp sends again must not come after what it sent later.
    if (isFull) return;
    waiting++;
    arrived(stanza);
    // Baileys reports errors itself, and the next message must not fail with this one.
    reading.run(() => read(stanza)).then(done, done);
  });
}

interface Turn {
  /** Called at once, before the message waits. */
  arrived(stanza: BinaryNode): void;
  /** Resolves when the message may be read, or with false when its connection is gone and it will come again. */
  ready(stanza: BinaryNode): Promise<boolean>;
}
