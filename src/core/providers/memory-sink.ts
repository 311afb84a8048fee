/** Files that are collected in memory. */
import type { FileSink } from '../events/publish/media-links.ts';

export interface FileInMemory {
  readonly bytes: Uint8Array;
}

/** Collects a file in memory. */
export function memorySink(): FileSink<FileInMemory> {
  let chunks: Uint8Array[] = [];
  return {
    async write(bytes) {
      chunks.push(bytes);
      return true;
    },
    finish: async () => ({ bytes: Buffer.concat(chunks) }),
    async abandon() {
      chunks = [];
    },
  };
}
