/** Asks the account's phone for older messages of a chat; it answers with shares of its history. */

import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { MessageData } from '../../core/events/types/message-data.ts';
import type { StoredMessage } from '../../core/messages/rows.ts';
import {
  beginningOf,
  type ChatHistory,
  type HistoryRequest,
} from '../../core/providers/chat-actions.ts';
import { isBytes, timeMs } from '../../core/providers/foreign-values.ts';
import type { SessionHost } from '../../core/providers/provider.ts';
import { isLid, isPhone } from '../../core/shared/addresses/chat-address.ts';
import { withTimeout } from '../../core/shared/async/deadline.ts';
import { type AppError, failure, messageOf } from '../../core/shared/errors.ts';
import type { Addresses } from './addresses.ts';
import { ask, type QuestionContext } from './ask.ts';
import type { SessionContext } from './context.ts';
import type { proto, WAMessage, WASocket } from './engine/surface.ts';
import type { Files } from './files.ts';
import type { Recipients } from './numbers/look-up.ts';
import { byLid } from './other-address.ts';
import { askPhone } from './relay/phone-questions.ts';
import { bareJid, isNewsletter } from './translate/jids.ts';
import { historyReference } from './translate/media-reference.ts';
import { messageEvent, recordOf } from './translate/message.ts';

interface HistoryDeps extends Pick<SessionContext, 'baileys' | 'clock'> {
  readonly host: Pick<SessionHost, 'oldestIn' | 'emitAll'>;
  readonly files: Pick<Files, 'fetchHistory'>;
  readonly addresses: Pick<Addresses, 'forMessage'>;
}

/** The parts that are needed to ask. */
interface HistoryContext extends QuestionContext {
  readonly recipients: Pick<Recipients, 'find'>;
}

/** Where in a chat a request begins. */
interface Beginning {
  /** The chat's JID. */
  readonly chat: string;
  /** The address under which the phone keeps the chat. */
  readonly address: string;
  readonly anchor: StoredMessage;
}

/** The message before which older ones are asked for. */
interface Place {
  readonly key: WAMessage['key'];
  /** Ms since 1970. */
  readonly sentAt: number;
}

type Notification = proto.Message.IHistorySyncNotification;

interface PendingRequest {
  /** The id of the request, which its answer names; it is known only once the request has left. */
  readonly id: PromiseWithResolvers<string>;
  /** Resolves with null when the connection was lost. */
  readonly answer: PromiseWithResolvers<Notification | null>;
}

const ANSWER_MS = 15_000;
/** The most shares in the answer to one request. */
const SHARES_MAX = 10;
/** Fifty messages with their thumbnails are far smaller. */
const SHARE_BYTES_MAX = 16 * 1024 * 1024;
/** A value of `HistorySync.HistorySyncType`. */
const ON_DEMAND = 6;

const inflated = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflate);

/** The requests of one session, over all its connections. */
export class HistoryRequests {
  readonly #deps: HistoryDeps;
  #waiting: PendingRequest | null = null;
  #isAsking = false;

  constructor(deps: HistoryDeps) {
    this.#deps = deps;
  }

  /**
   * Listens for answers on a new connection. Baileys' own event is not used: it leaves out
   * messages that it has reported before.
   */
  listenTo(socket: WASocket): void {
    socket.ev.on('messages.upsert', ({ messages }) => {
      for (const message of messages) this.#takeAnswer(message);
    });
    socket.ev.on('connection.update', ({ connection }) => {
      if (connection === 'close') this.#waiting?.answer.resolve(null);
    });
  }

  /** Implements `ChatActions.history`. An answer that comes too late is dropped. */
  async ask(asking: HistoryContext, request: HistoryRequest): Promise<ChatHistory> {
    if (this.#isAsking) throw busy();
    this.#isAsking = true;
    const over = new AbortController();
    try {
      const { clock } = this.#deps;
      const limit = { clock, ms: ANSWER_MS };
      return await withTimeout(limit, this.#find(asking, request, over.signal), noAnswer);
    } finally {
      over.abort();
      this.#isAsking = false;
      this.#waiting = null;
    }
  }

  /** Asks further back when a share holds only notes, since the next request would begin at the same message again. */
  async #find(
    asking: HistoryContext,
    request: HistoryRequest,
    over: AbortSignal,
  ): Promise<ChatHistory> {
    const { chat, address, anchor } = await ask(asking, (socket) =>
      this.#beginning(asking, request, socket),
    );
    const { id, isFromMe: fromMe, sentAt } = anchor;
    let from: Place = { key: { remoteJid: address, fromMe, id }, sentAt };
    for (let shares = 1; ; shares++) {
      // Another request may be running by then.
      over.throwIfAborted();
      const share = await this.#answerTo(asking, from, request.count);
      over.throwIfAborted();
      const found = pastMessagesIn(share, [chat, address, anchor.chatAddress]);
      const messages = await this.#stored(found.messages.slice(-request.count));
      const { isBeginning } = found;
      const [oldest] = found.messages;
      if (messages.length > 0 || isBeginning || oldest === undefined || shares === SHARES_MAX)
        return { chat, messages, isBeginning };
      from = {
        key: { ...oldest.key, remoteJid: address },
        sentAt: timeMs(oldest.messageTimestamp, from.sentAt),
      };
    }
  }

  async #answerTo(
    asking: QuestionContext,
    from: Place,
    count: number,
  ): Promise<proto.IHistorySync> {
    const waiting: PendingRequest = {
      id: Promise.withResolvers(),
      answer: Promise.withResolvers(),
    };
    this.#waiting = waiting;
    waiting.id.resolve(await ask(asking, (socket) => this.#askForOlder(socket, from, count)));
    const notification = await waiting.answer.promise;
    if (notification === null) throw failure('phone_connection_lost');
    return this.#shareOf(notification);
  }

  #askForOlder(socket: WASocket, { key, sentAt }: Place, count: number): Promise<string> {
    const { baileys } = this.#deps;
    return askPhone(socket, baileys, {
      peerDataOperationRequestType:
        baileys.proto.Message.PeerDataOperationRequestType.HISTORY_SYNC_ON_DEMAND,
      historySyncOnDemandRequest: {
        chatJid: key.remoteJid ?? null,
        oldestMsgFromMe: key.fromMe ?? null,
        oldestMsgId: key.id ?? null,
        oldestMsgTimestampMs: sentAt,
        onDemandMsgCount: count,
      },
    });
  }

  async #beginning(
    { recipients }: HistoryContext,
    { number, before }: HistoryRequest,
    socket: WASocket,
  ): Promise<Beginning> {
    const chat = await recipients.find(number, socket);
    if (isNewsletter(chat)) throw failure('no_history_of_channels');
    const anchor = await beginningOf(chat, before, this.#deps.host);
    // Phones keep a person's chat under the LID, if there is one.
    const address = await byLid(anchor.chatAddress, socket).catch(() => anchor.chatAddress);
    return { chat, address, anchor };
  }

  /** Only answers of the account's own phone are read, and only to what was asked. */
  #takeAnswer({ key, message }: WAMessage): void {
    const waiting = this.#waiting;
    const notification = message?.protocolMessage?.historySyncNotification;
    if (waiting === null || !notification || !key.fromMe) return;
    if (notification.syncType !== ON_DEMAND) return;
    void waiting.id.promise.then((id) => {
      if (notification.peerDataRequestSessionId === id) waiting.answer.resolve(notification);
    });
  }

  async #shareOf(notification: Notification): Promise<proto.IHistorySync> {
    const { baileys, files } = this.#deps;
    const inline = notification.initialHistBootstrapInlinePayload;
    const packed = isBytes(inline) && inline.byteLength > 0 ? { bytes: inline } : null;
    const found = packed ?? (await files.fetchHistory(historyReference(notification)));
    if ('error' in found) throw unreadable(found.error);
    try {
      const bytes = await inflated(found.bytes, { maxOutputLength: SHARE_BYTES_MAX });
      return baileys.proto.HistorySync.decode(bytes);
    } catch (error) {
      throw unreadable(messageOf(error));
    }
  }

  /** Reactions, edits and the like are not messages of the history. */
  async #stored(messages: readonly WAMessage[]): Promise<MessageData[]> {
    const { baileys, clock, host, addresses } = this.#deps;
    const fetchedAt = clock.now();
    const past = [];
    for (const message of messages) {
      const self = await addresses.forMessage(message);
      const incoming = messageEvent(message, self, fetchedAt);
      if (incoming === null || incoming.target) continue;
      const { data } = incoming;
      past.push({ data, record: { ...recordOf(baileys, message, data), fetchedAt, shown: data } });
    }
    await host.emitAll(
      [],
      past.map(({ record }) => record),
    );
    return past.map(({ data }) => data);
  }
}

const busy = (): AppError =>
  failure('phone_asked_already', {}, { headers: { 'retry-after': `${ANSWER_MS / 1_000}` } });

const noAnswer = (): Error => failure('phone_unanswered', { seconds: ANSWER_MS / 1_000 });

const unreadable = (problem: string): AppError => failure('phone_answer_unreadable', { problem });

interface PastMessages {
  /** The oldest is first. */
  readonly messages: readonly WAMessage[];
  /** The phone says that it has no older ones. */
  readonly isBeginning: boolean;
}

/** The value of `Conversation.EndOfHistoryTransferType` that says: complete, and the phone has no more. */
const NO_MORE = 1;

/**
 * Returns the messages of one chat. `addresses` are all its JIDs, first the one by phone number where that is known.
 */
function pastMessagesIn(
  { conversations }: Pick<proto.IHistorySync, 'conversations'>,
  addresses: readonly string[],
): PastMessages {
  const isAsked = ({ id, pnJid, lidJid }: proto.IConversation) =>
    [id, pnJid, lidJid].some((jid) => addresses.includes(bareJid(jid)));
  const asked = (conversations ?? []).filter(isAsked);
  const messages = asked.flatMap(({ messages }) =>
    (messages ?? []).flatMap(({ message }) => (message?.key ? liveForm(message, addresses) : [])),
  );
  messages.sort((one, other) => Number(one.messageTimestamp) - Number(other.messageTimestamp));
  return {
    messages,
    isBeginning: asked.some(({ endOfHistoryTransferType }) => endOfHistoryTransferType === NO_MORE),
  };
}

/** History has author and secret in other places than messages that arrive, and no second address. */
function liveForm(past: proto.IWebMessageInfo, addresses: readonly string[]): WAMessage {
  const { key, participant, message, messageSecret } = past;
  const phone = addresses.find(isPhone);
  const author = key?.participant || participant;
  const content = isBytes(messageSecret) ? withSecret(message, messageSecret) : message;
  return {
    ...past,
    key: {
      ...key,
      ...(author && { participant: author }),
      ...(isLid(bareJid(key?.remoteJid)) && phone !== undefined && { remoteJidAlt: phone }),
    },
    ...(content && { message: content }),
  };
}

const withSecret = (
  message: proto.IMessage | null | undefined,
  messageSecret: Uint8Array,
): proto.IMessage | null | undefined =>
  message && {
    ...message,
    messageContextInfo: { messageSecret, ...message.messageContextInfo },
  };
