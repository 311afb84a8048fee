import type { UploadedFile } from '../messages/uploaded-files.ts';
import type { Headers } from '../webhooks/headers.ts';

/** A file at a URL, with the headers that its server wants. */
export interface FileAtUrl {
  readonly url: string;
  readonly headers?: Headers;
}

/** Where the bytes of a file are. */
export type FileSource =
  | { readonly bytes: Uint8Array }
  | FileAtUrl
  | { readonly uploaded: UploadedFile };
