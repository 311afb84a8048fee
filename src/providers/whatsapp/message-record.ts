/** A message of WhatsApp as it is stored, for what is said about it later. */
import type { WAMessage } from '@whiskeysockets/baileys';
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
