/** The file of a stored message, and what the message says of it. Pure. */
import type { FileField, FileInMessage } from '../shared/file-in-message.ts';

export interface MessageFile {
  /** Read it at once, and once; it throws when the file turns out to be wrong or stops coming. */
  readonly content: AsyncIterable<Uint8Array>;
  /** The field that holds it, such as `imageMessage`. */
  readonly field: FileField;
  readonly mimetype: string;
  readonly fileName: string | null;
  readonly caption: string | null;
  /** In pixels. */
  readonly width: number | null;
  readonly height: number | null;
}

/** Returns the file with what its message says of it. */
export const messageFile = (
  { field, said }: FileInMessage,
  content: AsyncIterable<Uint8Array>,
): MessageFile => ({
  content,
  field,
  mimetype: textOf(said.mimetype) ?? 'application/octet-stream',
  fileName: textOf(said.fileName) ?? textOf(said.title),
  caption: textOf(said.caption),
  width: sizeOf(said.width),
  height: sizeOf(said.height),
});

/** Returns the content of a file that is completely in memory. */
export async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

const sizeOf = (value: unknown): number | null =>
  typeof value === 'number' && value > 0 ? value : null;
