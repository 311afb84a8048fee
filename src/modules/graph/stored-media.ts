/** The file of a message, available as long as the message is stored and the file still exists. */

import { createHash } from 'node:crypto';
import type { Fields } from '../../core/http/read-fields.ts';
import type { UploadedFile } from '../../core/messages/uploaded-files.ts';
import type { MessageFile } from '../../core/providers/message-files.ts';
import { AppError } from '../../core/shared/errors.ts';
import { fileIn } from '../../core/shared/file-in-message.ts';
import { fileOfMessage, type GatewayParts } from '../gateway/api.ts';
import { unknownObject } from './errors.ts';

type FileFacts = Pick<UploadedFile, 'mimetype' | 'size' | 'sha256'>;

export interface MessageMedia {
  /** Fetches the file where the message itself does not tell. Rejects as `content` throws. */
  facts(): Promise<FileFacts>;
  /** Throws `not_found` for a message without a file, and `gone` when the file no longer exists anywhere. */
  content(): AsyncGenerator<Uint8Array, void>;
}

/** Throws `not_found` when the instance has no such message. */
export async function messageMedia(
  parts: GatewayParts,
  instanceId: string,
  messageId: string,
): Promise<MessageMedia> {
  const stored = await parts.messages.find(instanceId, messageId);
  if (stored === null) throw unknownObject();
  const pieces = (open: (file: MessageFile) => AsyncIterable<Uint8Array>) =>
    withoutFileUnknown(fileOfMessage(parts, instanceId, stored, open));
  return {
    content: () => pieces(({ content }) => content),
    facts: async () => (await storedFacts(parts, instanceId, stored.id)) ?? measured(pieces),
  };
}

async function* withoutFileUnknown(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* pieces;
  } catch (error) {
    const hasNone = error instanceof AppError && error.reason === 'invalid';
    throw hasNone ? unknownObject() : error;
  }
}

/** Returns the facts of a file in a stored message, or null if one is missing. */
async function storedFacts(
  { messageStore }: Pick<GatewayParts, 'messageStore'>,
  instanceId: string,
  id: string,
): Promise<FileFacts | null> {
  const { messages } = await messageStore.messages(instanceId, { id, offset: 0, limit: 1 });
  const [found] = await messageStore.readMessages(messages);
  // The store has objects only.
  const content = found?.content ? (JSON.parse(found.content) as Fields) : {};
  const { mimetype, fileLength, fileSha256: sha256 } = fileIn(content)?.said ?? {};
  const size = Number(fileLength);
  const isKnown = typeof mimetype === 'string' && typeof sha256 === 'string' && size > 0;
  return isKnown ? { mimetype, size, sha256 } : null;
}

/** Fetches the file to see what it is. */
async function measured(
  pieces: (open: (file: MessageFile) => AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>,
): Promise<FileFacts> {
  const hash = createHash('sha256');
  let [mimetype, size] = ['', 0];
  const open = (file: MessageFile) => {
    mimetype = file.mimetype;
    return file.content;
  };
  for await (const piece of pieces(open)) {
    hash.update(piece);
    size += piece.byteLength;
  }
  return { mimetype, size, sha256: hash.digest('base64') };
}
