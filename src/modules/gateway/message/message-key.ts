/** Finds the stored message that a caller names. */
import type { Static } from '@sinclair/typebox';
import { NamedObject } from '../../../core/http/named-object.ts';
import type { InstanceRecord } from '../../../core/instances/directory.ts';
import { type FindMessage, isInChat } from '../../../core/messages/find.ts';
import type { KeyedMessage, StoredMessage } from '../../../core/messages/rows.ts';
import { keyedMessage, keyFields } from '../../../core/sending/keyed-message.ts';
import { chatNamed, chatsNamed } from '../../../core/sending/recipient.ts';
import { failure } from '../../../core/shared/errors.ts';

/** The field `key` of messages that are about another message. */
export const Key = NamedObject('MessageKey', keyFields, {
  additionalProperties: true,
  description: 'Key of a message that was sent or received through the instance',
});

/** 404 when no message of the instance has this id in that chat, or it is from the other side. */
export async function findByKey(
  key: Static<typeof Key>,
  find: FindMessage,
): Promise<StoredMessage> {
  const found = await find(key.id, chatsNamed(key.remoteJid));
  if (found === null) throw failure('message_not_found');
  requireMatch(found, key);
  return found;
}

function requireMatch(found: StoredMessage, { remoteJid, fromMe }: Static<typeof Key>): void {
  if (
    (remoteJid !== undefined && !isChatOf(found, remoteJid)) ||
    (fromMe !== undefined && fromMe !== found.isFromMe)
  )
    throw failure('message_not_found');
}

/** The same for words that go to the chat of the message: 400 where it is a channel or a status. */
export const findInChat = async (
  key: Static<typeof Key>,
  find: FindMessage,
): Promise<StoredMessage> => inChat(await findByKey(key, find));

/**
 * Finds the message in the chat as `findInChat` does. A message that is not stored only needs its whole key; otherwise
 * throws a 404 that names the missing part.
 */
export async function findNamedInChat(
  key: Static<typeof Key>,
  find: FindMessage,
  { ownerJid }: Pick<InstanceRecord, 'ownerJid'>,
): Promise<KeyedMessage> {
  const found = await find(key.id, chatsNamed(key.remoteJid));
  if (found === null) return inChat(keyedMessage(key, ownerJid));
  requireMatch(found, key);
  return inChat(found);
}

const CHATS = /@(s\.whatsapp\.net|lid|g\.us)$/;

function inChat<M extends KeyedMessage>(message: M): M {
  if (CHATS.test(message.chatAddress)) return message;
  throw failure('message_only_read');
}

const isChatOf = (message: StoredMessage, address: string): boolean =>
  isInChat(message, chatNamed(address));
