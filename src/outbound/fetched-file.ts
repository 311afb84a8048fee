/**
 * The port through which media given by URL comes in.
 * Owns: its words. Must never: know how a request is made, or which networks it may reach.
 */
export type FetchedFile =
  | {
      readonly bytes: Uint8Array;
      /** As the server put it, unchecked; null when it did not. */
      readonly contentType: string | null;
    }
  /** The file is larger than it may be; how large is not known. */
  | { readonly isTooLarge: true }
  /** Why there is no file, in words for whoever gave the URL. */
  | { readonly problem: string };

export interface FileFetcher {
  /** The file at an http or https URL, within 30 s. Never rejects; settles at once when `signal` aborts. */
  fetch(url: string, signal: AbortSignal): Promise<FetchedFile>;
}
