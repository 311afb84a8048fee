/** A message of WhatsApp as it is stored, for what is said about it later. */
import type { proto, WAMessage } from '@whiskeysockets/baileys';
import type { MessageData } from '../../events/types/message-data.ts';
import type { MessageRecord } from '../../messages/rows.ts';
import { pollIn } from '../poll.ts';
import type { Client } from './client.ts';
import { bareJid } from './translate/jids.ts';
import { unwrap } from './translate/unwrap.ts';

/**
 * `data` is the same message as its event shows it. What another device of the account sent has been taken by the
 * server; what this one sends is Pending.
 */
export function recordOf(
  { proto }: Client,
  { key, message }: WAMessage,
  { Info }: MessageData,
  status: 'Pending' | 'ServerAck' = 'ServerAck',
): MessageRecord {
  return {
    id: Info.ID,
    isFromMe: Info.IsFromMe,
    chat: Info.Chat,
    sender: Info.Sender,
    chatAddress: bareJid(key.remoteJid),
    authorAddress: bareJid(key.participant),
    kind: Info.MediaType || Info.Type,
    content: proto.Message.encode(message ?? {}).finish(),
    sentAt: Date.parse(Info.Timestamp),
    status: Info.IsFromMe ? status : null,
    poll: pollIn(unwrap(message).content),
  };
}

/** A message as JSON, to be published later. Only its content is a vendor's structure; all else is plain. */
export function waitingBody({ proto }: Client, { message, ...rest }: WAMessage): string {
  const content = Buffer.from(proto.Message.encode(message ?? {}).finish()).toString('base64');
  return JSON.stringify({ ...rest, message: content });
}

export function waitingMessage({ proto }: Client, body: string): WAMessage {
  // Written above and by nobody else.
  const { message, ...rest } = JSON.parse(body) as Omit<WAMessage, 'message'> & { message: string };
  const content: proto.IMessage = proto.Message.decode(Buffer.from(message, 'base64'));
  return { ...rest, message: content };
}
