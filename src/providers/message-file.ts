/** The file of a message that is stored: which part of the content it is, and what is said of it. Pure. */
import type { Fields } from './message-content.ts';

export interface MessageFile {
  /** To be read at once, and once; throws when the file turns out not to be what it should be, or stops coming. */
  readonly content: AsyncIterable<Uint8Array>;
  /** The field that it stands in, such as `imageMessage`. */
  readonly field: string;
  readonly mimetype: string;
  readonly fileName: string | null;
  readonly caption: string | null;
  /** Pixels. */
  readonly width: number | null;
  readonly height: number | null;
}

const FIELDS = [
  'imageMessage',
  'videoMessage',
  'ptvMessage',
  'audioMessage',
  'documentMessage',
  'stickerMessage',
] as const;

interface Found {
  readonly field: string;
  readonly said: Fields;
}

/** `content` without envelopes; null when it has no file. */
export function fileIn(content: Fields): Found | null {
  for (const field of FIELDS) {
    const said = content[field];
    if (typeof said === 'object' && said !== null) return { field, said: said as Fields };
  }
  return null;
}

/** The file with what its message says of it. */
export const messageFile = (
  { field, said }: Found,
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

/** The content of a file that is here as a whole. */
export async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

const sizeOf = (value: unknown): number | null =>
  typeof value === 'number' && value > 0 ? value : null;
