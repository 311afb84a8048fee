/**
 * What goes out to WhatsApp.
 * Owns: whom a number stands for there, and what counts as sent: handed to WhatsApp on an open connection.
 */
import type { proto, WASocket } from '@whiskeysockets/baileys';
import type { Clock } from '../../shared/clock.ts';
import { AppError, conflict, invalid, messageOf } from '../../shared/errors.ts';
import type { OutgoingMedia, SentMessage } from '../provider.ts';
import type { Client } from './client.ts';
import type { Connection } from './connection.ts';

export interface SendingDeps {
  readonly client: Client;
  readonly connection: Connection;
  readonly clock: Clock;
  /** Encrypts the file and hands it to WhatsApp's media hosts. */
  readonly upload: (message: OutgoingMedia, socket: WASocket) => Promise<proto.IMessage>;
}

/** Numbers looked up lately, so that a conversation asks once. */
const KNOWN_MAX = 1_000;

export class Sending {
  readonly #deps: SendingDeps;
  readonly #known = new Map<string, string>();

  constructor(deps: SendingDeps) {
    this.#deps = deps;
  }

  /** Throws `conflict` when not connected, `invalid` for a number that WhatsApp does not know. */
  text({ number, text }: { readonly number: string; readonly text: string }): Promise<SentMessage> {
    return this.#send(number, async () => ({ extendedTextMessage: { text } }));
  }

  /** The same; and an internal error naming the reason when the file cannot be handed over. */
  media(message: OutgoingMedia): Promise<SentMessage> {
    return this.#send(message.number, (socket) => this.#deps.upload(message, socket));
  }

  async #send(
    number: string,
    contentFor: (socket: WASocket) => Promise<proto.IMessage>,
  ): Promise<SentMessage> {
    const { client, connection, clock } = this.#deps;
    const { socket } = connection.requireOpen();
    try {
      const remoteJid = await this.#recipient(number, socket);
      const userJid = socket.user?.id ?? '';
      const id = client.generateMessageIDV2(userJid);
      const content = await contentFor(socket);
      const message = client.generateWAMessageFromContent(remoteJid, content, {
        userJid,
        messageId: id,
      });
      await socket.relayMessage(remoteJid, message.message ?? content, { messageId: id });
      return { id, remoteJid, timestamp: Math.floor(clock.now() / 1000) };
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (!connection.isOpen) throw conflict('the connection was lost while sending');
      const reason = messageOf(error);
      throw new AppError('internal', `the message could not be sent: ${reason}`, { cause: error });
    }
  }

  /** A number is looked up: it may be somebody's under another spelling, or nobody's. */
  async #recipient(number: string, socket: WASocket): Promise<string> {
    if (number.includes('@')) return number;
    const known = this.#known.get(number);
    if (known !== undefined) return known;
    const found = await socket.onWhatsApp(number);
    if (found === undefined) throw new Error('WhatsApp did not answer');
    const [account] = found;
    if (!account?.exists) throw invalid(`number ${number} is not on WhatsApp`);
    const [oldest] = this.#known.keys();
    if (this.#known.size >= KNOWN_MAX && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(number, account.jid);
    return account.jid;
  }
}
