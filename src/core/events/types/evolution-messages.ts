/** Messages, their edits and deletions in the shape of Evolution API v2. Pure. */

import { seconds, withoutDevice } from './event-type.ts';
import type { MessageContent, MessageData, MessageInfo } from './message-data.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of `data.Message` that are not its content. */
const BESIDE: ReadonlySet<string> = new Set([
  'messageContextInfo',
  'base64',
  'mediaUrl',
  'mediaError',
  'mimetype',
  'button_reply',
  'list_reply',
]);

/** `event` is the name for a message that is neither an edit nor a deletion. */
export function evolutionMessage(
  event: 'messages.upsert' | 'send.message',
  { Info, Message, IsEdit, standby }: MessageData,
  { instanceId }: { readonly instanceId: string },
) {
  const about = isFields(Message.protocolMessage) ? Message.protocolMessage : null;
  if (Info.Type === 'revoke' && about !== null)
    return { event: 'messages.delete', data: { ...keyIn(about, Info), status: 'DELETED' } };
  if (IsEdit && about !== null) {
    const edited = event === 'send.message' ? 'send.message.update' : 'messages.edited';
    return { event: edited, data: edit(about, Message, Info) };
  }
  const data = { ...message(Info, Message, event), ...(standby && { standby }), instanceId };
  return { event, data };
}

function edit(about: Fields, content: MessageContent, info: MessageInfo) {
  const { protocolMessage: _, ...rest } = content;
  return {
    key: keyIn(about, info),
    type: 'MESSAGE_EDIT',
    editedMessage: plain(isFields(about.editedMessage) ? about.editedMessage : rest),
    timestampMs: about.timestampMs ?? seconds(info.Timestamp) * 1000,
  };
}

/** Returns the key of the message that another one is about, or its own key when none is named. */
const keyIn = (about: Fields, info: MessageInfo): object =>
  isFields(about.key) ? about.key : key(info);

function message(info: MessageInfo, content: MessageContent, event: string) {
  const messageType = kindOf(content);
  const said = content[messageType];
  const contextInfo = isFields(said) ? said.contextInfo : undefined;
  const isOwn = info.IsFromMe;
  return {
    key: key(info),
    pushName: info.PushName,
    status: event === 'send.message' ? 'PENDING' : isOwn ? 'SERVER_ACK' : 'DELIVERY_ACK',
    message: plain(content),
    contextInfo: contextInfo ?? {},
    messageType: messageType === 'extendedTextMessage' ? 'conversation' : messageType,
    messageTimestamp: seconds(info.Timestamp),
    source: event === 'send.message' ? 'web' : 'unknown',
  };
}

function key({ Chat, Sender, SenderAlt, IsFromMe, IsGroup, ID }: MessageInfo) {
  const participant = withoutDevice(Sender);
  const alt = SenderAlt === '' ? null : withoutDevice(SenderAlt);
  const addressed = IsGroup ? participant : Chat;
  return {
    remoteJid: Chat,
    ...(!IsGroup && !IsFromMe && alt !== null && { remoteJidAlt: alt }),
    fromMe: IsFromMe,
    id: ID,
    ...(IsGroup && { participant, ...(alt !== null && { participantAlt: alt }) }),
    addressingMode: addressed.endsWith('@lid') ? 'lid' : 'pn',
  };
}

/** That system sends every text as a `conversation`, with everything else in `contextInfo`. */
function plain(content: Fields): Fields {
  const { extendedTextMessage: said, ...rest } = content;
  return isFields(said) ? { conversation: said.text, ...rest } : content;
}

const kindOf = (content: Fields): string =>
  Object.keys(content).find((field) => !BESIDE.has(field)) ?? '';

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
