/** The stored form of a message: its content, and where Meta keeps its file. Pure. */
import type { StoredMessage } from '../../core/messages/rows.ts';
import type { Fields } from '../../core/providers/foreign-values.ts';

/** How to ask for the file of a message. */
export interface StoredFile {
  /** Meta's id of the file, valid for 7 days. */
  readonly id: string;
  readonly mimetype: string;
  /** In base64 or hex; '' where it is not known. */
  readonly sha256: string;
}

export interface StoredContent {
  /** One field named after the kind, such as `imageMessage`, as events show it. */
  readonly content: Fields;
  /** Null when it has no file. */
  readonly file: StoredFile | null;
}

export const encodeContent = (stored: StoredContent): Uint8Array =>
  Buffer.from(JSON.stringify(stored));

const NOTHING: StoredContent = { content: {}, file: null };

/** Returns empty content where none was stored. */
export const decodeContent = ({ content }: Pick<StoredMessage, 'content'>): StoredContent =>
  // Only `encodeContent` writes it.
  content === null ? NOTHING : JSON.parse(Buffer.from(content).toString());
