/** Sends a message again to one device that could not read it. */
import { isGroup, STATUS_JID } from '../../../core/providers/chats.ts';
import { encodeStanza } from '../engine/stanza-encoder.ts';
import type { Baileys, proto, WASocket } from '../engine/surface.ts';
import { ciphertextAttributes, requiredParts, stanzaType } from './message-kind.ts';
import type { RelayedMessage } from './relay.ts';
import { addPadding, deviceIdentity, sealFor } from './sealing.ts';

export interface RepeatTarget {
  /** The JID of the device. */
  readonly device: string;
  /** Whether the device is another one of the account. */
  readonly isOwn: boolean;
  /** The how manieth request of the device for this message it is, as the device counts them. */
  readonly count: number;
}

/** Resolves when the message was handed to the connection. Rejects when there is no session with the device. */
export async function sendAgain(
  socket: WASocket,
  baileys: Baileys,
  { id, chat, message, beside }: Omit<RelayedMessage, 'content'>,
  target: RepeatTarget,
): Promise<void> {
  const { device: jid, count } = target;
  const content = await contentFor(socket, { chat, message }, target);
  const data = addPadding(baileys.proto.Message.encode(content).finish());
  const inner = baileys.normalizeMessageContent(message) ?? {};
  const attrs = { count: `${count}`, ...ciphertextAttributes(message, inner) };
  const { enc, opensSession } = await sealFor(socket, jid, { data, attrs });
  const required = requiredParts(message, beside);
  const stanza = {
    tag: 'message',
    attrs: {
      id,
      type: stanzaType(inner),
      ...addressing(chat, target),
      ...required.attrs,
    },
    content: [
      enc,
      ...(opensSession ? deviceIdentity(baileys, socket.authState.creds) : []),
      ...required.nodes,
    ],
  };
  await socket.sendRawMessage(encodeStanza(stanza));
}

const isForMany = (chat: string): boolean => isGroup(chat) || chat === STATUS_JID;

function addressing(chat: string, { device, isOwn }: RepeatTarget): Record<string, string> {
  if (isForMany(chat)) return { to: chat, participant: device };
  return { to: device, device_fanout: 'false', ...(isOwn && { recipient: chat }) };
}

/** A device in a group may lack the account's key for it too, so it comes along. */
async function contentFor(
  { signalRepository, authState: { creds } }: WASocket,
  { chat, message }: Pick<RelayedMessage, 'chat' | 'message'>,
  { isOwn }: RepeatTarget,
): Promise<proto.IMessage> {
  const { messageContextInfo = null } = message;
  if (!isForMany(chat))
    return isOwn
      ? { deviceSentMessage: { destinationJid: chat, message }, messageContextInfo }
      : message;
  for (const meId of [creds.me?.lid, creds.me?.id]) {
    if (!meId || !(await signalRepository.hasSenderKey({ group: chat, meId }))) continue;
    const key = await signalRepository.getSenderKeyDistributionMessage({ group: chat, meId });
    const senderKeyDistributionMessage = {
      groupId: chat,
      axolotlSenderKeyDistributionMessage: key,
    };
    return { ...message, senderKeyDistributionMessage };
  }
  return message;
}
