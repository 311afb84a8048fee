/** Fetches the files above the texts of a message and its cards. */
import type { Outbound } from '../outbound/outbound.ts';
import type { HeaderFile } from '../providers/interactive.ts';
import { AppError } from '../shared/errors.ts';
import { describeFile } from './describe-file.ts';
import { type MediaBudget, unfetched } from './media.ts';
import type { FileSource } from './media-fields.ts';
import { nameInUrl } from './media-types.ts';

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
  for (const request of requests) {
    const found = await foundAt(request.file, left, outbound, signal);
    if (!('bytes' in request.file)) left -= found.bytes.byteLength;
    files.push(toHeaderFile(request, found));
  }
  return files;
}

interface FoundFile {
  readonly bytes: Uint8Array;
  readonly contentType: string | null;
  /** The name that it has there, or null. */
  readonly ownName: string | null;
}

/** Throws `too_large` for a file that is not in the body and has more than `bytesMax` bytes. */
async function foundAt(
  file: FileSource,
  bytesMax: number,
  outbound: HeaderFilesDeps['outbound'],
  signal: AbortSignal,
): Promise<FoundFile> {
  if ('bytes' in file) return { bytes: file.bytes, contentType: null, ownName: null };
  if ('url' in file) {
    const { bytes, contentType } = await fetched(outbound, file.url, bytesMax, signal);
    return { bytes, contentType, ownName: nameInUrl(file.url) };
  }
  const { size, mimetype, fileName } = file.uploaded;
  if (size > bytesMax) throw tooLarge();
  return { bytes: await file.uploaded.bytes(), contentType: mimetype, ownName: fileName };
}

function toHeaderFile(request: HeaderFileRequest, found: FoundFile): HeaderFile {
  const { kind, mimetype: named, fileName: given = null } = request;
  const { bytes, contentType: served, ownName } = found;
  const described = describeFile({ kind, bytes, named, served, fileName: given, ownName });
  const { mimetype, fileName } = described;
  return { kind, bytes, mimetype, ...(kind === 'document' && fileName !== null && { fileName }) };
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
