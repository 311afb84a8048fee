/** Fetches the files above the texts of a message and its cards. */
import type { Outbound } from '../outbound/outbound.ts';
import type { HeaderFile } from '../providers/interactive.ts';
import { AppError } from '../shared/errors.ts';
import { refuseForeignBytes } from './foreign-bytes.ts';
import { type MediaBudget, unfetched } from './media.ts';
import type { FileSource } from './media-fields.ts';
import { mediaTypeOf, nameInUrl, pngTypeOf } from './media-types.ts';

export interface HeaderFileRequest {
  readonly kind: HeaderFile['kind'];
  readonly file: FileSource;
  /** The type that a data: URL or an upload names, or null. */
  readonly mimetype: string | null;
  /** The name that the caller gives a document. */
  readonly fileName?: string;
}

/** The limit of all files of one message together. */
export const HEADER_BYTES_MAX = 16 * 1024 * 1024;

interface HeaderFilesDeps {
  readonly outbound: Pick<Outbound, 'fetchFile'>;
  readonly budget: MediaBudget;
}

/**
 * Calls `use` with the files, whose memory is reserved until it has ended. Throws invalid when a URL gives no file,
 * too_large when they are too large together, rate_limited when too much media is under way: nothing is sent then.
 */
export type WithHeaderFiles = <T>(
  instanceId: string,
  requests: readonly HeaderFileRequest[],
  signal: AbortSignal,
  use: (files: readonly HeaderFile[]) => Promise<T>,
) => Promise<T>;

export function createHeaderFiles({ outbound, budget }: HeaderFilesDeps): WithHeaderFiles {
  return async (instanceId, requests, signal, use) => {
    const given = sizeOf(requests.map(({ file }) => file));
    if (given > HEADER_BYTES_MAX) throw tooLarge();
    const isFetched = requests.some(({ file }) => !('bytes' in file));
    const wanted = isFetched ? HEADER_BYTES_MAX : given;
    const reservation = await budget.take(instanceId, wanted, isFetched);
    try {
      const files = await fetchAll(requests, HEADER_BYTES_MAX - given, outbound, signal);
      reservation.shrink(sizeOf(files));
      return await use(files);
    } finally {
      reservation.release();
    }
  };
}

const sizeOf = (files: readonly object[]): number =>
  files.reduce(
    (sum, file) =>
      sum + ('bytes' in file && file.bytes instanceof Uint8Array ? file.bytes.byteLength : 0),
    0,
  );

/** One after another, so that no more than `room` bytes come. */
async function fetchAll(
  requests: readonly HeaderFileRequest[],
  room: number,
  outbound: HeaderFilesDeps['outbound'],
  signal: AbortSignal,
): Promise<HeaderFile[]> {
  const files: HeaderFile[] = [];
  let left = room;
  for (const { kind, file, mimetype, fileName: given = null } of requests) {
    const named = (name: string | null) =>
      kind === 'document' && { fileName: given ?? name ?? 'file' };
    if ('bytes' in file) {
      const type = mediaTypeOf(kind, mimetype ?? pngTypeOf(file.bytes), [given]);
      files.push({ kind, bytes: file.bytes, mimetype: type, ...named(null) });
      continue;
    }
    if ('uploaded' in file) {
      const { uploaded } = file;
      left -= uploaded.size;
      if (left < 0) throw tooLarge();
      const { mimetype: known, fileName } = uploaded;
      const type = mediaTypeOf(kind, known, [fileName]);
      files.push({ kind, bytes: await uploaded.bytes(), mimetype: type, ...named(fileName) });
      continue;
    }
    const { bytes, contentType } = await fetched(outbound, file.url, left, signal);
    refuseForeignBytes(kind, bytes);
    left -= bytes.byteLength;
    const fileName = nameInUrl(file.url);
    const type = mediaTypeOf(kind, contentType, [given, fileName]);
    files.push({ kind, bytes, mimetype: type, ...named(fileName) });
  }
  return files;
}

async function fetched(
  { fetchFile }: HeaderFilesDeps['outbound'],
  url: string,
  bytesMax: number,
  signal: AbortSignal,
) {
  const file = await fetchFile(url, { bytesMax, signal });
  if ('problem' in file) throw unfetched(file.problem);
  if ('isTooLarge' in file) throw tooLarge();
  return file;
}

const tooLarge = (): AppError =>
  new AppError(
    'too_large',
    `the files of the message are larger than ${HEADER_BYTES_MAX} bytes together`,
    { kind: 'unusable_file' },
  );
