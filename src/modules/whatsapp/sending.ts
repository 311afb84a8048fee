/** Sends messages through WhatsApp. */

import { faultOf, isPassing } from '../../core/db/client.ts';
import type { MessageData } from '../../core/events/types/message-data.ts';
import type { KeyedMessage } from '../../core/messages/rows.ts';
import { STATUS_JID, spellingsOf } from '../../core/providers/chats.ts';
import { type Fields, record } from '../../core/providers/foreign-values.ts';
import { type HeaderFile, headerFiles } from '../../core/providers/interactive.ts';
import { mediaContent, wrapInEnvelope } from '../../core/providers/media-content.ts';
import { type ContentContext, messageContent } from '../../core/providers/message-content.ts';
import type {
  OutgoingContext,
  OutgoingMedia,
  OutgoingMessage,
  SentMessage,
} from '../../core/providers/outgoing.ts';
import { voteIn } from '../../core/providers/read-content.ts';
import { isLid, isOfPerson } from '../../core/shared/addresses/chat-address.ts';
import { createKeyedMutex } from '../../core/shared/async/mutex.ts';
import { AppError, failure, messageOf, NotConnected } from '../../core/shared/errors.ts';
import type { WhatsAppConnection } from './connection.ts';
import type { SessionContext } from './context.ts';
import type { Baileys, BinaryNode, WAMessage, WASocket } from './engine/surface.ts';
import { type Files, withUploadedFiles } from './files.ts';
import { beforeSending, HandOver, OutgoingRecords } from './hand-over.ts';
import { sealedVote } from './message-secrets.ts';
import type { MessageTimers } from './message-timers.ts';
import type { Recipients } from './numbers/look-up.ts';
import { otherAddress } from './other-address.ts';
import { interactiveNodes, withSecret } from './relay/message-kind.ts';
import type { ViewersOf } from './relay/status-viewers.ts';
import type { RememberedMessage } from './retry-requests.ts';
import { unwrap } from './translate/content.ts';
import { isAdminOf } from './translate/group-metadata.ts';
import { jidOf, type Self } from './translate/jids.ts';
import { recordOf, sentMessageData } from './translate/message.ts';

interface SendingDeps
  extends Pick<SessionContext, 'baileys' | 'clock' | 'log' | 'host' | 'self' | 'groups'> {
  readonly connection: WhatsAppConnection;
  readonly recipients: Recipients;
  /** Keyed by message id. */
  readonly sent: Map<string, RememberedMessage>;
  readonly timers: MessageTimers;
  readonly viewersOf: ViewersOf;
  readonly files: Files;
}

/** The most messages of all chats that have not ended, and how long one may wait for those before it. */
const WAITING_MAX = 1_000;
const WAIT_MS = 10_000;

const busy = (): AppError =>
  failure('too_many_messages_waiting', {}, { headers: { 'retry-after': '10' } });

interface ComposedMessage {
  readonly said: Fields;
  /** The sealed content that is sent in place of `said`. */
  readonly sealed?: Fields;
  /** For a file in a channel: the handle by which WhatsApp finds it. */
  readonly handle?: string | undefined;
  /** For buttons and the like: what phones require beside them. */
  readonly nodes?: readonly BinaryNode[];
}

interface RecordedMessage {
  readonly data: MessageData;
  /** The encoding of what is sent. */
  readonly content: Uint8Array;
}

interface MessageOptions {
  readonly socket: WASocket;
  readonly id: string | undefined;
  /** Seconds after which the message disappears, or 0 when it stays. */
  readonly timer: number;
}

const ABOUT_ANOTHER: ReadonlySet<string> = new Set(['reaction', 'edit', 'revoke', 'vote']);

type Compose = (context: ContentContext, socket: WASocket) => Promise<ComposedMessage>;

export class Sending {
  readonly #deps: SendingDeps;
  readonly #handOver: HandOver;
  readonly #records: OutgoingRecords;
  /** Keyed by recipient, as callers name them. */
  readonly #inOrder = createKeyedMutex();
  #waiting = 0;

  constructor(deps: SendingDeps) {
    this.#deps = deps;
    this.#handOver = new HandOver(deps);
    this.#records = new OutgoingRecords(deps.host);
  }

  /**
   * Sends a message. Throws `conflict` when not connected, `invalid` for a number that WhatsApp does not know, and
   * `upstream` when it does not answer: with the id of the message if that may have been sent.
   */
  say(message: OutgoingMessage): Promise<SentMessage> {
    const { number, content } = message;
    if (headerFiles(content).length === 0) return this.#say(message);
    // They are uploaded before it is the message's turn, so that its chat does not wait for them.
    const { connection, files } = this.#deps;
    const { socket } = connection.requireOpen();
    const upload = (file: HeaderFile) => files.handOver({ ...file, number }, socket);
    const uploading = withUploadedFiles(content, upload);
    return uploading.then((uploaded) => this.#say({ ...message, content: uploaded }));
  }

  #say(message: OutgoingMessage): Promise<SentMessage> {
    const { content } = message;
    const { baileys, groups, self } = this.#deps;
    const compose = async (context: ContentContext, socket: WASocket): Promise<ComposedMessage> => {
      const said = messageContent(content, context);
      if (content.kind === 'revoke' && !content.about.isFromMe)
        await this.#requireAdmin(content.about.chatAddress, socket);
      if (content.kind !== 'vote')
        return { said, nodes: interactiveNodes(content.kind, said, this.#deps.clock.now()) };
      const voting = { baileys, socket, groups, self: self() };
      return { said, sealed: await sealedVote(said, content.about, voting) };
    };
    const inTime: Compose = (...args) => beforeSending(this.#deps.clock, compose(...args));
    return this.#inChat(message.number, () => this.#send(message, content.kind, inTime));
  }

  /**
   * Sends in the order of the calls. Other chats do not wait, and their writes share a commit with this one. Work that
   * has not begun in time is not sent any more, so its caller may send it again.
   */
  async #inChat<T>(number: string, send: () => Promise<T>): Promise<T> {
    const { clock } = this.#deps;
    if (this.#waiting >= WAITING_MAX) throw busy();
    const until = clock.steady() + WAIT_MS;
    this.#waiting++;
    try {
      return await this.#inOrder.run(number, async () => {
        if (clock.steady() > until) throw busy();
        return send();
      });
    } finally {
      this.#waiting--;
    }
  }

  /**
   * Sends a file. Throws the same errors, and `upstream` with the reason when the file cannot be
   * uploaded: then nothing was sent.
   */
  media(media: OutgoingMedia): Promise<SentMessage> {
    return this.#send(media, media.kind, async (context, socket) => {
      const { handle, ...file } = await this.#deps.files.handOver(media, socket);
      return { said: wrapInEnvelope(media, mediaContent(media, file, context)), handle };
    });
  }

  async #send(
    outgoing: OutgoingContext & { readonly number: string },
    kind: string,
    compose: Compose,
  ): Promise<SentMessage> {
    const { connection, clock, baileys, self, recipients } = this.#deps;
    const { number } = outgoing;
    const wire = connection.requireOpen();
    const { socket } = wire;
    try {
      const { audience } = outgoing;
      if (audience === undefined) await this.#requireChat(number);
      const viewers = audience && (await this.#deps.viewersOf(audience, socket));
      const finding = viewers ? Promise.resolve(STATUS_JID) : recipients.find(number, socket);
      const remoteJid = await beforeSending(clock, finding);
      const decode = (message: Pick<KeyedMessage, 'content'>) => decodeContent(baileys, message);
      const context = {
        ...outgoing,
        self: self().jid,
        chat: remoteJid,
        decode,
        nowMs: clock.now(),
      };
      const { said, sealed, handle, nodes } = await compose(context, socket);
      // Phones ignore a timer on a message that is about another one.
      const timer = ABOUT_ANOTHER.has(kind)
        ? 0
        : await beforeSending(clock, this.#deps.timers.of(remoteJid, socket));
      const message = this.#messageFor(remoteJid, said, { socket, id: outgoing.id, timer });
      const encoded = sealed && encodedContent(baileys, sealed);
      const { data, content } = await this.#record(message, kind, socket, encoded?.content);
      const { Info, Message } = data;
      const plain = encoded?.message ?? message.message ?? {};
      const beside = { viewers, handle, nodes };
      const relayed = { id: Info.ID, chat: remoteJid, message: plain, content, beside };
      await this.#handOver.inTime(relayed, wire);
      const timestamp = Math.floor(Date.parse(Info.Timestamp) / 1000);
      return { id: Info.ID, remoteJid, timestamp, message: Message, pushName: Info.PushName };
    } catch (error) {
      if (error instanceof AppError || isPassing(faultOf(error))) throw error;
      if (!connection.isOpen || !socket.ws.isOpen)
        throw new NotConnected('not_connected', 'connection_lost_before_sending');
      if (isNoGroupOfOurs(number, error)) throw failure('not_in_group', { group: number });
      throw failure('message_failed', { problem: messageOf(error) }, { cause: error });
    }
  }

  /**
   * Checks the rules for new chats before WhatsApp is asked for anything. Writing to a group or channel opens no chat.
   */
  async #requireChat(number: string): Promise<void> {
    const { clock, host } = this.#deps;
    const jid = jidOf(number);
    if (isOfPerson(jid)) await host.newChats.require(spellingsOf(jid), clock.now());
  }

  /** Throws `conflict` when the account is not an admin; rejects with WhatsApp's reason when it does not say. */
  async #requireAdmin(group: string, socket: WASocket): Promise<void> {
    const { groups, self } = this.#deps;
    const { jid, lid } = self();
    if (!isAdminOf(await groups.find(group, socket), [jid, lid ?? '']))
      throw failure('not_group_admin', { group });
  }

  #messageFor(
    remoteJid: string,
    content: Fields,
    { socket, id, timer }: MessageOptions,
  ): WAMessage {
    const { baileys } = this.#deps;
    const userJid = socket.user?.id ?? '';
    const messageId = id ?? baileys.generateMessageIDV2(userJid);
    return baileys.generateWAMessageFromContent(remoteJid, withSecret(content), {
      userJid,
      messageId,
      ephemeralExpiration: timer,
    });
  }

  /**
   * It is on disk before it is sent: its status may arrive before the call has ended. `sealed` is the encoding of what is
   * sent in its place, and stored for devices that ask for it again.
   */
  async #record(
    message: WAMessage,
    kind: string,
    socket: WASocket,
    sealed: Uint8Array | undefined,
  ): Promise<RecordedMessage> {
    const { baileys, clock } = this.#deps;
    const self = await this.#selfIn(message.key.remoteJid ?? '', socket);
    const data = sentMessageData(message, kind, self, clock.now());
    const vote = voteIn(record(message.message));
    const plain = recordOf(baileys, message, data, 'Pending');
    const stored = { ...plain, kind, vote, content: sealed ?? plain.content };
    await this.#records.store(data, stored);
    return { data, content: stored.content };
  }

  /** Returns the account's addresses, with the number behind the chat of a LID if Baileys knows it. Nobody is asked. */
  async #selfIn(chat: string, socket: WASocket): Promise<Self> {
    const self = this.#deps.self();
    if (!isLid(chat)) return self;
    const phone = await otherAddress(chat, socket).catch(() => '');
    return { ...self, phoneOf: (lid) => (lid === chat ? phone : null) };
  }
}

/** WhatsApp's codes for a group that the account cannot enter or that does not exist. */
const CLOSED: ReadonlySet<unknown> = new Set([401, 403, 404]);

const isNoGroupOfOurs = (number: string, error: unknown): boolean =>
  number.endsWith('@g.us') && error instanceof Error && CLOSED.has(record(error).data);

function encodedContent({ proto }: Baileys, fields: Fields) {
  const message = proto.Message.fromObject(fields);
  return { message, content: proto.Message.encode(message).finish() };
}

function decodeContent({ proto }: Baileys, { content }: Pick<KeyedMessage, 'content'>): Fields {
  return content === null ? {} : unwrap(proto.Message.decode(content)).content;
}
