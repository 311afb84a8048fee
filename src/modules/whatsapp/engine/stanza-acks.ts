/** Acknowledges receipts, calls and notifications once what they report is on disk. */
import { isForPairing } from '../pairing-stanzas.ts';
import { mayBecomeEvent } from '../translate/stanza.ts';
import { takeListeners } from './listeners.ts';
import { encodeStanza } from './stanza-encoder.ts';
import type { Baileys, BinaryNode, WASocket } from './surface.ts';

type Receive = (stanza: BinaryNode) => void;

/** How many may wait for the disk. More are not taken, and come again on the next connection. */
const WAITING_MAX = 5_000;

/**
 * Hands Baileys a call or a notification only once `write` has resolved with true, because Baileys acknowledges what it
 * gets. Receipts are acknowledged here, since Baileys would turn each into events that nobody reads; it only gets those
 * by which a device asks for a message again. Notifications of data that all devices share are acknowledged here too,
 * since `write` has read the data by then. A stanza that could not be written is not acknowledged: the connection ends
 * once nothing else waits, and WhatsApp sends the stanza again on the next one.
 */
export function acknowledgeOnceWritten(
  socket: WASocket,
  { buildAckStanza }: Baileys,
  write: (stanza: BinaryNode) => Promise<boolean>,
): void {
  const { ws } = socket;
  let waiting = 0;
  let isFull = false;
  const take = (stanza: BinaryNode, acknowledge: Receive) => {
    waiting++;
    void write(stanza).then((isWritten) => {
      waiting--;
      if (isWritten) acknowledge(stanza);
      else isFull = true;
      if (isFull && waiting === 0)
        void socket.end(new Error('more was reported than may wait for the disk'));
    });
  };
  for (const tag of ['receipt', 'call', 'notification']) {
    const receivers = takeListeners<BinaryNode>(socket, `CB:${tag}`);
    const handOver: Receive = (stanza) => {
      for (const receive of receivers) receive(stanza);
    };
    // When the connection has ended, WhatsApp sends the stanza again on the next one.
    const acknowledge: Receive = (stanza) =>
      void socket.sendRawMessage(encodeStanza(buildAckStanza(stanza))).catch(() => {});
    ws.on(`CB:${tag}`, (stanza: BinaryNode) => {
      // They are acknowledged where they are handled.
      if (isForPairing(stanza, socket.authState.creds)) return;
      isFull ||= waiting >= WAITING_MAX;
      // Nothing after it is taken either, so that all of it comes again in its order.
      if (isFull) return;
      if (mayBecomeEvent(stanza))
        return take(stanza, isForBaileys(stanza) ? handOver : acknowledge);
      // Addresses are learned from the others too.
      take(stanza, () => {});
      handOver(stanza);
    });
  }
}

function isForBaileys({ tag, attrs: { type, from } }: BinaryNode): boolean {
  return tag === 'receipt' ? type === 'retry' || from === undefined : type !== 'server_sync';
}
