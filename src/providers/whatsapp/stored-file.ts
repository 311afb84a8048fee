/** The file of a stored message, fetched from WhatsApp once more. */
import type { WAMessage } from '@whiskeysockets/baileys';
import type { StoredMessage } from '../../messages/rows.ts';
import { AppError, invalid } from '../../shared/errors.ts';
import { FileFlow } from '../file-flow.ts';
import { fileIn, type MessageFile, messageFile } from '../message-file.ts';
import type { Client } from './client.ts';
import type { Files } from './files.ts';
import { mediaReference } from './translate/media-reference.ts';
import { unwrap } from './translate/unwrap.ts';

interface StoredFileDeps {
  readonly client: Client;
  readonly files: Pick<Files, 'flow'>;
}

/**
 * Throws `invalid` for a message without a file, `gone` when neither WhatsApp nor the phone has it any more, and
 * `unavailable` with the reason when it cannot be fetched at this moment.
 */
export async function storedFile(
  { client, files }: StoredFileDeps,
  stored: StoredMessage,
): Promise<MessageFile> {
  const message = client.proto.Message.decode(stored.content ?? new Uint8Array(0));
  const { content } = unwrap(message);
  const found = fileIn(content);
  const reference = found && mediaReference(found.field, content, stored.chatAddress);
  if (found === null || reference === null) throw invalid(`message ${stored.id} holds no file`);
  const flow = new FileFlow();
  void files.flow(reference, { key: keyOf(stored), message }, flow).then((fetched) => {
    if (fetched === true) return flow.end(null);
    const { isGone, error } = fetched || BROKEN_OFF;
    flow.end(new AppError(isGone ? 'gone' : 'unavailable', error));
  });
  return messageFile(found, await flow.content());
}

const BROKEN_OFF = { isGone: false, error: 'the file stopped coming: ask for it again' };

/** As the phone knows the message that it is asked for. */
const keyOf = ({ id, isFromMe, chatAddress, authorAddress }: StoredMessage): WAMessage['key'] => ({
  id,
  fromMe: isFromMe,
  remoteJid: chatAddress,
  ...(authorAddress !== '' && { participant: authorAddress }),
});
