/** Which stored message a caller means. */
import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../../http/named-object.ts';
import { isInChat } from '../../../messages/find.ts';
import type { StoredMessage } from '../../../messages/rows.ts';
import type { FindMessage } from '../../../sending/context.ts';
import { chatOf } from '../../../sending/recipient.ts';
import { invalid, notFound } from '../../../shared/errors.ts';

const ID_CHARACTERS_MAX = 128;

/** The fields of a key, as answers and events have them; what is absent is not compared. */
export const keyFields = {
  id: Type.String({
    minLength: 1,
    maxLength: ID_CHARACTERS_MAX,
    description:
      'Id of the message, `key.id` of the answer that sending gave, `Info.ID` of its event',
    failsWith: 'must be the id of a message',
  }),
  remoteJid: Type.Optional(
    Type.String({
      description:
        'The chat that the message is in: a phone number or a JID; absent: whichever it is in',
      failsWith: 'must be a JID',
    }),
  ),
  fromMe: Type.Optional(
    Type.Boolean({
      description: 'Whether the account itself wrote the message; absent: it does not matter',
      failsWith: 'must be true or false',
    }),
  ),
};

/** The field `key` of what is said about another message. */
export const Key = NamedObject('MessageKey', keyFields, {
  additionalProperties: true,
  description: 'A message that was sent or received through the instance',
});

/** 404 when no message of the instance has this id in that chat, or it is from the other side. */
export async function findByKey(
  { id, remoteJid, fromMe }: Static<typeof Key>,
  find: FindMessage,
): Promise<StoredMessage> {
  const found = await find(id);
  if (
    found === null ||
    (remoteJid !== undefined && !isChatOf(found, remoteJid)) ||
    (fromMe !== undefined && fromMe !== found.isFromMe)
  )
    throw notFound('message');
  return found;
}

const CHATS = /@(s\.whatsapp\.net|lid|g\.us)$/;

/** The same for words that go to the chat of the message: 400 where it is a channel or a status. */
export async function findInChat(
  key: Static<typeof Key>,
  find: FindMessage,
): Promise<StoredMessage> {
  const found = await findByKey(key, find);
  if (CHATS.test(found.chatAddress)) return found;
  throw invalid(
    'messages of channels and statuses cannot be reacted to, voted on, edited or removed',
  );
}

const isChatOf = (message: StoredMessage, given: string): boolean =>
  isInChat(message, chatOf(given.includes('@') ? given : given.replace(/[^0-9]/g, '')));
