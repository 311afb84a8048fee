/** Sending to WhatsApp. */
import type { proto, WASocket } from '@whiskeysockets/baileys';
import type { Clock } from '../../shared/clock.ts';
import { AppError, conflict, invalid, messageOf } from '../../shared/errors.ts';
import type { OutgoingMedia, SentMessage } from '../provider.ts';
import type { Client } from './client.ts';
import type { WhatsAppConnection } from './connection.ts';
import { LimitedMap } from './limited-map.ts';
import { bareJid, isLid, isNewsletter, isPhone } from './translate/jids.ts';
import { record } from './translate/reading.ts';

export interface SendingDeps {
  readonly client: Client;
  readonly connection: WhatsAppConnection;
  readonly clock: Clock;
  /** By id. */
  readonly sent: Map<string, proto.IMessage>;
  /** Encrypts the file and hands it to WhatsApp's media hosts. */
  readonly upload: (message: OutgoingMedia, socket: WASocket) => Promise<proto.IMessage>;
}

/** Numbers looked up lately, so that a conversation asks once. */
const KNOWN_MAX = 1_000;

export class Sending {
  readonly #deps: SendingDeps;
  readonly #known = new LimitedMap<string, string>(KNOWN_MAX);

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
    const { client, connection, clock, sent } = this.#deps;
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
      sent.set(id, message.message ?? content);
      await socket.relayMessage(remoteJid, message.message ?? content, { messageId: id });
      return { id, remoteJid, timestamp: Math.floor(clock.now() / 1000) };
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (!connection.isOpen || !socket.ws.isOpen)
        throw conflict('the connection was lost while sending');
      if (isNoGroupOfOurs(number, error)) throw invalid(`the account is not in group ${number}`);
      const reason = messageOf(error);
      throw new AppError('internal', `the message could not be sent: ${reason}`, { cause: error });
    }
  }

  /** A person's number is looked up: it may be somebody's under another spelling, or nobody's. */
  async #recipient(number: string, socket: WASocket): Promise<string> {
    const jid = number.includes('@') ? bareJid(number) : `${number}@s.whatsapp.net`;
    if (!isWritable(jid)) throw invalid(`nobody can be written to at ${number}`);
    if (!isPhone(jid)) return jid;
    const known = this.#known.get(jid);
    if (known !== undefined) return known;
    const found = await socket.onWhatsApp(jid);
    if (found === undefined) throw new Error('WhatsApp did not answer');
    const [account] = found;
    if (!account?.exists) throw invalid(`number ${number} is not on WhatsApp`);
    this.#known.set(jid, account.jid);
    return account.jid;
  }
}

const isWritable = (jid: string): boolean =>
  isPhone(jid) || isLid(jid) || jid.endsWith('@g.us') || isNewsletter(jid);

/** WhatsApp's own words for a group that is closed to the account, or is none. */
const CLOSED: ReadonlySet<unknown> = new Set([401, 403, 404]);

const isNoGroupOfOurs = (number: string, error: unknown): boolean =>
  number.endsWith('@g.us') && error instanceof Error && CLOSED.has(record(error).data);
