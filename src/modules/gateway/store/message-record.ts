/** Stored messages as answers show them. */

import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../../core/http/named-object.ts';
import { words } from '../../../core/http/read-fields.ts';
import type { MessageStatus } from '../../../core/messages/status.ts';
import type { FoundMessage, MessageFate } from '../../../core/messages/store/queries.ts';
import { spliceJson } from './reading.ts';

export const MessageRecord = NamedObject('MessageRecord', {
  id: Type.String({ description: 'Id of the record' }),
  key: Type.Object({
    id: Type.String({ description: 'Id of the message' }),
    fromMe: Type.Boolean(),
    remoteJid: Type.String(),
    remoteJidAlt: Type.Optional(Type.String({ description: 'LID of the chat, if known' })),
    participant: Type.Optional(Type.String({ description: 'Author of the message in a group' })),
    participantAlt: Type.Optional(Type.String({ description: 'LID of the author' })),
  }),
  pushName: Type.String({ description: 'Name of the author; empty if unknown' }),
  messageType: Type.String({ description: 'Field of `message` that holds the content' }),
  message: Type.Object(
    {},
    {
      additionalProperties: true,
      description: "Content in WhatsApp's own spelling, without its file",
    },
  ),
  messageTimestamp: Type.Integer({ description: 'Seconds since 1970' }),
  instanceId: Type.String({ format: 'uuid' }),
  source: words('web', 'unknown'),
  contextInfo: Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()]),
  MessageUpdate: Type.Array(Type.Object({ status: Type.String() }), {
    description: 'Status changes of a message that was sent through the instance, oldest first',
  }),
  messageLeftOut: Type.Optional(
    Type.Literal(true, {
      description:
        'Only in a list of chats that has become too large: `message` is empty here, and `/chat/findMessages` returns it',
    }),
  ),
});

const WORDS: Readonly<Record<MessageStatus, string>> = {
  Queued: 'PENDING',
  Pending: 'PENDING',
  Unknown: 'UNKNOWN',
  ServerAck: 'SERVER_ACK',
  Delivered: 'DELIVERY_ACK',
  Read: 'READ',
  Played: 'PLAYED',
  Error: 'ERROR',
};

export const statusWord = (status: MessageStatus): string => WORDS[status];

/** Undefined where the chat is with the one who wrote it. */
export const participantOf = ({ chat, isFromMe, sender }: MessageFate): string | undefined =>
  isFromMe || sender === chat ? undefined : sender;

type RecordFields = Static<typeof MessageRecord>;

/** A `MessageRecord` as JSON; the stored content is put into it as the text that it is. */
export function messageRecordText(instanceId: string, message: FoundMessage): string {
  const { place, id, chat, chatAlt, senderAlt, isFromMe, kind, sentAt, history } = message;
  const content = message.content ?? '{}';
  const participant = participantOf(message);
  const before: Pick<RecordFields, 'id' | 'key' | 'pushName' | 'messageType'> = {
    id: String(place),
    key: {
      id,
      fromMe: isFromMe,
      remoteJid: chat,
      ...(chatAlt !== null && { remoteJidAlt: chatAlt }),
      ...(participant !== undefined && {
        participant,
        ...(senderAlt !== null && { participantAlt: senderAlt }),
      }),
    },
    pushName: message.pushName,
    messageType: kind,
  };
  const after: Omit<RecordFields, keyof typeof before | 'message'> = {
    messageTimestamp: Math.floor(sentAt / 1000),
    instanceId,
    source: message.source,
    contextInfo: contextIn(content, kind),
    MessageUpdate: history.map(({ status }) => ({ status: statusWord(status) })),
    ...(message.content === null && { messageLeftOut: true as const }),
  };
  return spliceJson(before, 'message', content, after);
}

/** Content is parsed only where there may be some. */
function contextIn(content: string, kind: string): Record<string, unknown> | null {
  if (!content.includes('"contextInfo"')) return null;
  const { [kind]: said } = JSON.parse(content) as Record<string, unknown>;
  const { contextInfo } = (said ?? {}) as { contextInfo?: unknown };
  // WhatsApp's own, which is an object where it is given.
  return (contextInfo as Record<string, unknown> | undefined) ?? null;
}
