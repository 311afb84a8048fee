/** Acknowledges receipts in place of the library, which turns each into events that nobody reads. */
import type { BinaryNode, WASocket } from '@whiskeysockets/baileys';
import type { Client } from './client.ts';
import { encodeStanza } from './relay/stanza-encoder.ts';

type Receive = (receipt: BinaryNode) => void;

/**
 * The library still gets the receipts by which a device asks for a message again, and those that waited at WhatsApp,
 * which it reads in slices. Call it before anybody else listens to receipts.
 */
export function acknowledgeReceipts(socket: WASocket, { buildAckStanza }: Client): void {
  const { ws } = socket;
  const library = ws.listeners('CB:receipt') as Receive[];
  ws.removeAllListeners('CB:receipt');
  ws.on('CB:receipt', (receipt: BinaryNode) => {
    const { type, offline, from } = receipt.attrs;
    if (type === 'retry' || offline !== undefined || from === undefined)
      for (const receive of library) receive(receipt);
    // When the connection has ended, WhatsApp sends the receipt again on the next one.
    else socket.sendRawMessage(encodeStanza(buildAckStanza(receipt))).catch(() => {});
  });
}
