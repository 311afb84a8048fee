/** Keeps files that were sent and received recently, since the sandbox has no media servers. */
import type { StoredMessage } from '../../core/messages/rows.ts';
import { inOnePiece, type MessageFile, messageFile } from '../../core/providers/message-file.ts';
import { AppError, invalid } from '../../core/shared/errors.ts';
import { fileIn } from '../../core/shared/file-in-message.ts';
import { decode } from './sent-messages.ts';

/** The limit for all instances together. */
const BYTES_MAX = 64 * 1024 * 1024;

export class RecentFiles {
  /** Keyed by the digest that messages name; the oldest is first. */
  readonly #files = new Map<string, Uint8Array>();
  #bytes = 0;

  /** `digest` is SHA-256 in base64. */
  add(digest: string, bytes: Uint8Array): void {
    this.#remove(digest);
    this.#files.set(digest, bytes);
    this.#bytes += bytes.byteLength;
    for (const oldest of this.#files.keys()) {
      if (this.#bytes <= BYTES_MAX) break;
      this.#remove(oldest);
    }
  }

  /** Throws `invalid` for a message without a file, `gone` when its file is no longer kept. */
  of(message: StoredMessage): MessageFile {
    const found = fileIn(decode(message));
    // The header of what was sent here has no sums: it was never uploaded.
    if (typeof found?.said.fileSha256 !== 'string')
      throw invalid(`message ${message.id} holds no file`);
    const bytes = this.#files.get(found.said.fileSha256);
    if (bytes === undefined)
      throw new AppError(
        'gone',
        'the sandbox keeps only the newest files, and only until it is restarted',
      );
    return messageFile(found, inOnePiece(bytes));
  }

  #remove(digest: string): void {
    this.#bytes -= this.#files.get(digest)?.byteLength ?? 0;
    this.#files.delete(digest);
  }
}
