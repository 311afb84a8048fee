/** Turns a message of a webhook into the form in which it is stored. Pure. */
import type { MessageRecord } from '../../core/messages/rows.ts';
import { isGroup } from '../../core/providers/chats.ts';
import { encodeContent } from './stored-content.ts';
import type { Incoming } from './translate/message.ts';

/** The type of what the platform itself says in a chat. */
const SYSTEM = 'system';

/** Messages of people open their chat for free answers; messages that the phone sent have reached the platform. */
export function recordOf({ data: { Info, Message }, media }: Incoming): MessageRecord {
  const { Chat: chat, Sender: sender, IsFromMe: isFromMe } = Info;
  const isInGroup = isGroup(chat);
  return {
    id: Info.ID,
    isFromMe,
    chat,
    sender,
    chatAddress: chat,
    authorAddress: isInGroup && !isFromMe ? sender : '',
    kind: Info.MediaType || Info.Type,
    content: encodeContent({ content: Message, file: media }),
    sentAt: Date.parse(Info.Timestamp),
    status: isFromMe ? 'ServerAck' : null,
    ...(!isFromMe && !isInGroup && Info.Type !== SYSTEM && { opensWindow: true }),
  };
}
