/** Confirming received messages as read or played. */
import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../../http/named-object.ts';
import { isInChat } from '../../../messages/find.ts';
import type { StoredMessage } from '../../../messages/rows.ts';
import { invalid, notFound } from '../../../shared/errors.ts';
import { RECEIVED_KEY } from '../examples/known.ts';
import { type Acting, chatOperation } from './operation.ts';

const MESSAGES_MAX = 500;
const VOICE_NOTES: ReadonlySet<string> = new Set(['audio', 'ptt', 'ptv']);

const MessageKey = NamedObject(
  'ChatMessageKey',
  {
    id: Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'Id of the message, `Info.ID` of its event',
    }),
    remoteJid: Type.Optional(
      Type.String({
        maxLength: 128,
        description: 'The chat that the message must be in; absent: whichever it is in',
      }),
    ),
    fromMe: Type.Optional(
      Type.Boolean({ description: 'Taken for clients that send it; it makes no difference' }),
    ),
  },
  { additionalProperties: true },
);
type MessageKey = Static<typeof MessageKey>;

const KEYS = Type.Array(MessageKey, {
  minItems: 1,
  maxItems: MESSAGES_MAX,
  description: `The messages to confirm, 1-${MESSAGES_MAX}`,
  failsWith: `must be a list of 1-${MESSAGES_MAX} keys of messages, each with its id`,
});

/** As the older clients do, messages of the account itself may be among them. */
const SENT_TOO = 'Messages that the account itself sent are passed over. ';

async function found(keys: readonly MessageKey[], { find }: Acting): Promise<StoredMessage[]> {
  const messages = await Promise.all(keys.map(({ id }) => find(id)));
  return messages.map((message, place) => {
    const { id, remoteJid } = keys[place] ?? { id: '' };
    if (message === null || !isIn(message, remoteJid)) throw notFound(`message ${id}`);
    return message;
  });
}

/** Whether a message is in the chat that a caller names. */
export const isIn = (message: StoredMessage, jid: string | undefined): boolean =>
  jid === undefined || isInChat(message, jid) || `${jid}@s.whatsapp.net` === message.chat;

export const markMessageAsRead = chatOperation('POST /chat/markMessageAsRead/:instanceName', {
  scope: 'send',
  summary: 'Mark messages as read',
  description: `${SENT_TOO}Those who wrote them see it, unless the account's privacy settings say otherwise.`,
  body: Type.Object({ readMessages: KEYS }, { additionalProperties: true }),
  status: 201,
  answer: Type.Object({ message: Type.String(), read: Type.Literal('success') }),
  agent: { tool: 'mark_messages_read', effect: 'adds', isRepeatable: true },
  example: {
    body: { readMessages: [RECEIVED_KEY] },
    answer: { message: 'Read messages', read: 'success' },
  },
  async act({ readMessages }, acting) {
    const messages = await found(readMessages, acting);
    await acting.chats.confirm('read', messages);
    await acting.wasRead(messages);
    return { message: 'Read messages', read: 'success' as const };
  },
});

export const markMessageAsPlayed = chatOperation('POST /chat/markMessageAsPlayed/:instanceName', {
  scope: 'send',
  summary: 'Mark voice notes as played',
  description: `${SENT_TOO}A message without sound is a bad request.`,
  body: Type.Object({ playedMessages: KEYS }, { additionalProperties: true }),
  status: 201,
  answer: Type.Object({ message: Type.String(), played: Type.Literal('success') }),
  example: {
    body: { playedMessages: [RECEIVED_KEY] },
    answer: { message: 'Played messages', played: 'success' },
  },
  async act({ playedMessages }, acting) {
    const messages = await found(playedMessages, acting);
    const silent = messages.find(({ kind, isFromMe }) => !isFromMe && !VOICE_NOTES.has(kind));
    if (silent)
      throw invalid(`message ${silent.id} cannot be played: it is of kind ${silent.kind}`);
    await acting.chats.confirm('played', messages);
    await acting.wasRead(messages);
    return { message: 'Played messages', played: 'success' as const };
  },
});
