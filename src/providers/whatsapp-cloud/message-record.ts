/** A message that came by a webhook, as it is stored. Pure. */
import type { MessageRecord } from '../../messages/rows.ts';
import { isGroup } from '../chats.ts';
import { encodeContent } from './stored-content.ts';
import type { Incoming } from './translate/message.ts';

/** What people write opens their chat for free answers; what the phone has sent was taken by the platform. */
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
    ...(!isFromMe && !isInGroup && { opensWindow: true }),
  };
}
