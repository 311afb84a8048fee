/** Fetches the file of a stored message from WhatsApp again. */
import type { StoredMessage } from '../../messages/rows.ts';
import { invalid } from '../../shared/errors.ts';
import { fileIn } from '../../shared/file-in-message.ts';
import { contentOf } from '../file-flow.ts';
import { type MessageFile, messageFile } from '../message-file.ts';
import type { Baileys, WAMessage } from './engine/surface.ts';
import type { Files } from './files.ts';
import { unwrap } from './translate/content.ts';
import { mediaReference } from './translate/media-reference.ts';

interface StoredFileDeps {
  readonly baileys: Baileys;
  readonly files: Pick<Files, 'flow'>;
}

/**
 * Throws `invalid` for a message without a file, `gone` when neither WhatsApp nor the phone has it
 * any more, and `unavailable` with the reason when it cannot be fetched now.
 */
export async function storedFile(
  { baileys, files }: StoredFileDeps,
  stored: StoredMessage,
): Promise<MessageFile> {
  const message = baileys.proto.Message.decode(stored.content ?? new Uint8Array(0));
  const { content } = unwrap(message);
  const found = fileIn(content);
  if (found === null) throw invalid(`message ${stored.id} holds no file`);
  const reference = mediaReference(found, stored.chatAddress);
  const key = keyOf(stored);
  const coming = await contentOf((flow) => files.flow(reference, { key, message }, flow));
  return messageFile(found, coming);
}

/** Returns the key by which the phone knows the message. */
const keyOf = ({ id, isFromMe, chatAddress, authorAddress }: StoredMessage): WAMessage['key'] => ({
  id,
  fromMe: isFromMe,
  remoteJid: chatAddress,
  ...(authorAddress !== '' && { participant: authorAddress }),
});
