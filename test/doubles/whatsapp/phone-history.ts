/** What a phone has of chats from before, and how it answers linked devices that ask for older messages. */
import { deflateSync } from 'node:zlib';
import { proto } from '@whiskeysockets/baileys';
import { sealMedia } from './media-keys.ts';
import type { Person } from './person.ts';
import type { ReadMessage } from './reading.ts';
import { newId } from './stanzas.ts';
import type { World } from './world.ts';
import { writeToOwnDevices } from './writing.ts';

const { PeerDataOperationRequestType, ProtocolMessage } = proto.Message;
const { EndOfHistoryTransferType } = proto.Conversation;
const MAX_KEPT = 1000;

export interface PastOptions {
  /** Seconds since 1970. */
  readonly timestamp: number;
  /** The account wrote it; absent: somebody else. */
  readonly fromMe?: boolean;
  /** Who wrote it in a group. */
  readonly author?: string;
  /** With what votes on it and the like are sealed. */
  readonly secret?: Uint8Array;
}

/** A chat as the phone files it. */
interface FiledChat {
  readonly id: string;
  /** The chat by phone number, where `id` hides that. */
  readonly pnJid?: string;
  readonly messages: proto.IWebMessageInfo[];
}

export class PhoneHistory {
  /** `silent`: switched off, as far as linked devices know. */
  behaviour: 'answers' | 'silent' = 'answers';
  /** Where the answer lies: within it, or on the media server. */
  share: 'inline' | 'uploaded' = 'inline';
  /** Answers that cannot be read. */
  isSpoilt = false;
  /** What linked devices asked for, oldest first. */
  readonly requests: proto.Message.PeerDataOperationRequestMessage.IHistorySyncOnDemandRequest[] =
    [];
  /** Copies of messages for which linked devices may ask, by message id, and the ids that they asked for. */
  readonly copies = new Map<string, proto.IWebMessageInfo>();
  readonly copyRequests: string[] = [];
  readonly #world: World;
  readonly #person: Person;
  readonly #chats: FiledChat[] = [];

  constructor(world: World, person: Person) {
    this.#world = world;
    this.#person = person;
    person.reactions.push({
      received: (_envelope, received) => this.#received(received),
      receipt: () => {},
    });
  }

  /** Files a message under the chat; gives its id. With `lid` the chat is filed under the address that hides its number. */
  had(
    chat: { readonly jid: string; readonly lid?: string },
    message: proto.IMessage,
    { timestamp: messageTimestamp, fromMe = false, author, secret }: PastOptions,
  ): string {
    const filed = this.#filed(chat);
    if (filed.messages.length >= MAX_KEPT) filed.messages.shift();
    const id = newId();
    filed.messages.push({
      key: { remoteJid: filed.id, fromMe, id },
      message,
      messageTimestamp,
      ...(!fromMe && { pushName: 'From before' }),
      ...(author !== undefined && { participant: author }),
      ...(secret !== undefined && { messageSecret: secret }),
    });
    return id;
  }

  #filed({ jid, lid }: { readonly jid: string; readonly lid?: string }): FiledChat {
    const id = lid ?? jid;
    const known = this.#chats.find((chat) => chat.id === id);
    if (known) return known;
    const filed = { id, messages: [], ...(lid !== undefined && { pnJid: jid }) };
    this.#chats.push(filed);
    return filed;
  }

  #received({ id, message }: ReadMessage): void {
    const asked = message.protocolMessage?.peerDataOperationRequestMessage;
    for (const { messageKey } of asked?.placeholderMessageResendRequest ?? [])
      this.#sendCopy(id, messageKey?.id ?? '').catch((reason) =>
        this.#world.complain(`a copy could not be sent: ${reason}`),
      );
    const type = PeerDataOperationRequestType.HISTORY_SYNC_ON_DEMAND;
    const request = asked?.historySyncOnDemandRequest;
    if (asked?.peerDataOperationRequestType !== type || !request) return;
    this.requests.push(request);
    if (this.behaviour === 'silent') return;
    this.#answer(id, request).catch((reason) =>
      this.#world.complain(`history could not be sent: ${reason}`),
    );
  }

  async #sendCopy(stanzaId: string, messageId: string): Promise<void> {
    this.copyRequests.push(messageId);
    const copy = this.copies.get(messageId);
    if (copy === undefined) return;
    const webMessageInfoBytes = proto.WebMessageInfo.encode(copy).finish();
    await writeToOwnDevices(this.#person, {
      protocolMessage: {
        type: ProtocolMessage.Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
        peerDataOperationRequestResponseMessage: {
          stanzaId,
          peerDataOperationRequestType: PeerDataOperationRequestType.PLACEHOLDER_MESSAGE_RESEND,
          peerDataOperationResult: [{ placeholderMessageResendResponse: { webMessageInfoBytes } }],
        },
      },
    });
  }

  async #answer(
    id: string,
    request: proto.Message.PeerDataOperationRequestMessage.IHistorySyncOnDemandRequest,
  ): Promise<void> {
    const history = proto.HistorySync.encode({
      syncType: proto.HistorySync.HistorySyncType.ON_DEMAND,
      conversations: this.#older(request),
    }).finish();
    await writeToOwnDevices(this.#person, {
      protocolMessage: {
        type: ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
        historySyncNotification: {
          syncType: proto.HistorySync.HistorySyncType.ON_DEMAND,
          peerDataRequestSessionId: id,
          ...this.#packed(this.isSpoilt ? Buffer.from('spoilt') : deflateSync(history)),
        },
      },
    });
  }

  /** Nothing for a chat that the phone does not have under the address. */
  #older({
    chatJid,
    oldestMsgTimestampMs,
    onDemandMsgCount,
  }: proto.Message.PeerDataOperationRequestMessage.IHistorySyncOnDemandRequest): proto.IConversation[] {
    const filed = this.#chats.find(({ id }) => id === chatJid);
    if (!filed) return [];
    const before = Number(oldestMsgTimestampMs) / 1000;
    const older = filed.messages.filter((one) => Number(one.messageTimestamp) < before);
    const count = onDemandMsgCount ?? 0;
    // The newest first, as phones send them.
    const messages = older.slice(-count).reverse();
    const endOfHistoryTransferType =
      older.length > count
        ? EndOfHistoryTransferType.COMPLETE_ON_DEMAND_SYNC_BUT_MORE_MSG_REMAIN_ON_PRIMARY
        : EndOfHistoryTransferType.COMPLETE_AND_NO_MORE_MESSAGE_REMAIN_ON_PRIMARY;
    const { id, pnJid } = filed;
    const conversation = { id, ...(pnJid && { pnJid }), endOfHistoryTransferType };
    return [{ ...conversation, messages: messages.map((message) => ({ message })) }];
  }

  #packed(bytes: Uint8Array): proto.Message.IHistorySyncNotification {
    if (this.share === 'inline') return { initialHistBootstrapInlinePayload: bytes };
    const { bytes: sealed, ...sums } = sealMedia(bytes, 'md-msg-hist');
    return { ...sums, directPath: this.#world.media.keep('md-msg-hist', sealed) };
  }
}
