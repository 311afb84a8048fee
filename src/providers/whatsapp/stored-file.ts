/** The file of a stored message, fetched from WhatsApp once more. */
import type { WAMessage } from '@whiskeysockets/baileys';
import type { StoredMessage } from '../../messages/rows.ts';
import type { Slots } from '../../shared/async/semaphore.ts';
import { AppError, conflict, invalid } from '../../shared/errors.ts';
import { fileIn, type MessageFile, messageFile } from '../message-file.ts';
import type { Client } from './client.ts';
import type { Aside, Files } from './files.ts';
import { mediaReference } from './translate/media-reference.ts';
import { unwrap } from './translate/unwrap.ts';

interface StoredFileDeps {
  readonly client: Client;
  readonly files: Files;
  /** Files in memory, of all sessions. */
  readonly slots: Slots;
  /** Aborts when the session ends. */
  readonly ended: AbortSignal;
}

/**
 * Throws `invalid` for a message without a file, `gone` when neither WhatsApp nor the phone has it any more, and
 * `unavailable` with the reason when it cannot be fetched at this moment.
 */
export async function storedFile(
  { client, files, slots, ended }: StoredFileDeps,
  stored: StoredMessage,
): Promise<MessageFile> {
  const message = client.proto.Message.decode(stored.content ?? new Uint8Array(0));
  const { content } = unwrap(message);
  const found = fileIn(content);
  const reference = found && mediaReference(found.field, content, stored.chatAddress);
  if (found === null || reference === null) throw invalid(`message ${stored.id} holds no file`);
  let hasSlot = await slots.acquire(ended);
  if (!hasSlot) throw conflict('not connected');
  const aside: Aside = async (wait) => {
    slots.release();
    hasSlot = false;
    const result = await wait();
    hasSlot = await slots.acquire(ended);
    return result;
  };
  try {
    const file = await files.find(reference, { key: keyOf(stored), message }, aside);
    if ('bytes' in file) return messageFile(found, file.bytes);
    throw new AppError(file.isGone ? 'gone' : 'unavailable', file.error);
  } finally {
    if (hasSlot) slots.release();
  }
}

/** As the phone knows the message that it is asked for. */
const keyOf = ({ id, isFromMe, chatAddress, authorAddress }: StoredMessage): WAMessage['key'] => ({
  id,
  fromMe: isFromMe,
  remoteJid: chatAddress,
  ...(authorAddress !== '' && { participant: authorAddress }),
});
