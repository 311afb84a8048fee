/** Turns a message of a webhook into the form in which it is stored. Pure. */
import { type MessageRecord, messageRecord } from '../../core/messages/rows.ts';
import { isGroup } from '../../core/providers/chats.ts';
import { encodeContent } from './stored-content.ts';
import type { TranslatedMessage } from './translate/message.ts';

/** The type of messages that the platform itself writes in a chat. */
const SYSTEM = 'system';

/** Messages of people open their chat for free answers; messages that the phone sent have reached the platform. */
export function recordOf({ data: { Info, Message }, media }: TranslatedMessage): MessageRecord {
  const { Chat, IsFromMe, Type } = Info;
  const opensWindow = !IsFromMe && !isGroup(Chat) && Type !== SYSTEM;
  return {
    ...messageRecord({ Info }, encodeContent({ content: Message, file: media })),
    ...(opensWindow && { opensWindow }),
  };
}
