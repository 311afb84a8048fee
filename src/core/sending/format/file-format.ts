/** The format of a file according to its bytes. */
export interface FileFormat {
  readonly type: string;
  /** As a sentence says it after `the file is`: `a PDF`. */
  readonly name: string;
  /** Returns whether a file of this format may be of the type as well, which then says more than the bytes. */
  readonly mayBe?: (type: string) => boolean;
}

/** Types of files that nobody could take for another: where the bytes say something else, it is not one of these. */
const RECOGNISED: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/zip',
  'application/gzip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/epub+zip',
  'application/vnd.rar',
  'application/x-7z-compressed',
]);

const MEDIA = /^(?:image|video|audio)\//;

/** For formats on which others are built: whatever is neither a picture, a video nor audio and begins so too. */
export const anyDocument = (type: string): boolean => !MEDIA.test(type) && !RECOGNISED.has(type);

export const oneOfTypes =
  (...types: readonly string[]) =>
  (type: string): boolean =>
    types.includes(type);
