/** Confirming received messages as read or played. */

import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../../core/http/named-object.ts';
import { isInChat } from '../../../core/messages/find.ts';
import type { KeyedMessage, StoredMessage } from '../../../core/messages/rows.ts';
import { keyedMessage, keyFields } from '../../../core/sending/keyed-message.ts';
import { chatNamed, chatsNamed } from '../../../core/sending/recipient.ts';
import { failure, invalid } from '../../../core/shared/errors.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import { type ChatContext, chatOperation, UNAUDITED_EVERYDAY } from './operation.ts';

const MESSAGES_MAX = 500;
const VOICE_NOTES: ReadonlySet<string> = new Set(['audio', 'ptt', 'ptv']);

const MessageKey = NamedObject(
  'ChatMessageKey',
  {
    ...keyFields,
    fromMe: Type.Optional(
      Type.Boolean({
        description:
          'Whether the account wrote the message and has nothing to confirm; absent uses the stored value, otherwise false',
      }),
    ),
  },
  { additionalProperties: true },
);
type MessageKey = Static<typeof MessageKey>;

const KEYS = Type.Array(MessageKey, {
  minItems: 1,
  maxItems: MESSAGES_MAX,
  description: `The messages to confirm, 1-${MESSAGES_MAX}`,
  failsWith: problem('not_message_keys', { max: MESSAGES_MAX }),
});

/** The older clients may name messages of the account itself too. */
const SENT_TOO =
  'Messages that the account sent are skipped. A message that is not stored needs `remoteJid`, and in a group `participant`.';

/** A message that is not stored needs the rest of its key: otherwise it is a 404 that says what the key lacks. */
async function found(keys: readonly MessageKey[], { find }: ChatContext) {
  const messages = await Promise.all(
    keys.map(({ id, remoteJid }) => find(id, chatsNamed(remoteJid))),
  );
  return keys.map((key, place) => {
    const message = messages[place] ?? keyedMessage({ fromMe: false, ...key }, null);
    if (isStored(message) && !isInNamedChat(message, key.remoteJid))
      throw failure('named_message_not_found', { id: key.id });
    return message;
  });
}

const isStored = (message: KeyedMessage): message is StoredMessage => 'kind' in message;

/** Whether a message is in the chat that a caller names. */
export const isInNamedChat = (message: StoredMessage, jid: string | undefined): boolean =>
  jid === undefined || isInChat(message, chatNamed(jid));

export const markMessageAsRead = chatOperation('POST /chat/markMessageAsRead/:instanceName', {
  scope: 'send',
  audit: UNAUDITED_EVERYDAY,
  summary: 'Mark messages as read',
  description: `Confirms messages as read, which their authors see unless the privacy settings of the account say otherwise. ${SENT_TOO}`,
  body: Type.Object({ readMessages: KEYS }, { additionalProperties: true }),
  status: 201,
  answer: Type.Object({ message: Type.String(), read: Type.Literal('success') }),
  agent: { tool: 'mark_messages_read', effect: 'adds', isRepeatable: true },
  example: { answer: { message: 'Read messages', read: 'success' } },
  async act({ readMessages }, acting) {
    const messages = await found(readMessages, acting);
    await acting.chats.confirm('read', messages);
    await acting.markRead(messages);
    return { message: 'Read messages', read: 'success' as const };
  },
});

export const markMessageAsPlayed = chatOperation('POST /chat/markMessageAsPlayed/:instanceName', {
  scope: 'send',
  audit: UNAUDITED_EVERYDAY,
  summary: 'Mark voice notes as played',
  description: `Confirms voice notes as played. ${SENT_TOO} A message without sound is answered 400.`,
  body: Type.Object({ playedMessages: KEYS }, { additionalProperties: true }),
  status: 201,
  answer: Type.Object({ message: Type.String(), played: Type.Literal('success') }),
  example: { answer: { message: 'Played messages', played: 'success' } },
  async act({ playedMessages }, acting) {
    const messages = await found(playedMessages, acting);
    const silent = messages
      .filter(isStored)
      .find(({ kind, isFromMe }) => !isFromMe && !VOICE_NOTES.has(kind));
    if (silent)
      throw invalid(`message ${silent.id} cannot be played: it is of kind ${silent.kind}`);
    await acting.chats.confirm('played', messages);
    await acting.markRead(messages);
    return { message: 'Played messages', played: 'success' as const };
  },
});
