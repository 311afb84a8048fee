/**
 * Recognises files by their bytes, whatever their sender, their server and their name say. Pure; it looks at a bounded
 * part of any file.
 */
import { formatOfArchive, formatOfCompound } from './archives.ts';
import { formatByContainer } from './containers.ts';
import type { FileFormat } from './file-format.ts';
import { formatBySignature, formatOfText } from './signatures.ts';

/** So much of a file is enough for all but archives, whose list of entries is at the end. */
export const FORMAT_BYTES = 1024;

/** Returns null for a format that is not known. `bytes` may be the beginning of the file. */
export function formatOf(bytes: Uint8Array): FileFormat | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const beginning = file.subarray(0, FORMAT_BYTES);
  const head = beginning.toString('latin1');
  return (
    formatBySignature(head) ??
    formatOfArchive(head, file) ??
    formatOfCompound(head, file) ??
    formatByContainer(head, file) ??
    formatOfText(beginning)
  );
}
