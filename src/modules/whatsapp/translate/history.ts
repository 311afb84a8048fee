/** Reads the messages in a share of the phone's history. Pure. */
import { isBytes } from '../../../core/providers/foreign-values.ts';
import { isLid, isPhone } from '../../../core/shared/addresses/chat-address.ts';
import type { proto, WAMessage } from '../engine/surface.ts';
import { bareJid } from './jids.ts';

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
export function pastMessagesIn(
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
