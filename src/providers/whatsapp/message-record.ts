/** Turns messages of WhatsApp into the form in which they are stored. */
import type { MessageData } from '../../events/types/message-data.ts';
import type { MessageRecord } from '../../messages/rows.ts';
import { pollIn } from '../poll.ts';
import type { Baileys, proto, WAMessage } from './engine/surface.ts';
import { bareJid } from './translate/jids.ts';
import { unwrap } from './translate/unwrap.ts';

/**
 * `data` is the same message as its event shows it. A message of another device of the account has
 * reached the server; one of this device is Pending.
 */
export function recordOf(
  { proto }: Baileys,
  { key, message }: WAMessage,
  { Info }: MessageData,
  status: 'Pending' | 'ServerAck' = 'ServerAck',
): MessageRecord & { readonly content: Uint8Array } {
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

/**
 * Returns a message as JSON, to be published later. Only its content is a structure of Baileys; the rest is plain.
 */
export function waitingBody({ proto }: Baileys, { message, ...rest }: WAMessage): string {
  const content = Buffer.from(proto.Message.encode(message ?? {}).finish()).toString('base64');
  return JSON.stringify({ ...rest, message: content });
}

export function waitingMessage({ proto }: Baileys, body: string): WAMessage {
  // Only `waitingBody` writes this.
  const { message, ...rest } = JSON.parse(body) as Omit<WAMessage, 'message'> & { message: string };
  const content: proto.IMessage = proto.Message.decode(Buffer.from(message, 'base64'));
  return { ...rest, message: content };
}
