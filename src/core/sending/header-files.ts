/** Fetches the files above the texts of a message and its cards. */
import type { Outbound } from '../outbound/outbound.ts';
import type { HeaderFile } from '../providers/interactive.ts';
import { type AppError, failure } from '../shared/errors.ts';
import { describeFile } from './describe-file.ts';
import { type FileSource, readFileSource, type SourceFile } from './fetched-file.ts';
import type { MediaBudget } from './media.ts';

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
    const inlineBytes = sizeOf(requests.map(({ file }) => file));
    if (inlineBytes > HEADER_BYTES_MAX) throw tooLarge();
    const isFetched = requests.some(({ file }) => !('bytes' in file));
    const wanted = isFetched ? HEADER_BYTES_MAX : inlineBytes;
    const reservation = await budget.take(instanceId, wanted, isFetched);
    try {
      const files = await fetchAll(requests, HEADER_BYTES_MAX - inlineBytes, outbound, signal);
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
    const { kind, file, mimetype, fileName } = request;
    const limits = { kind, mimetype, fileName: fileName ?? null, bytesMax: left, signal };
    const found = await readFileSource(outbound, file, limits);
    if (found === null) throw tooLarge();
    if (!('bytes' in file)) left -= found.bytes.byteLength;
    files.push(toHeaderFile(request, found));
  }
  return files;
}

function toHeaderFile(request: HeaderFileRequest, found: SourceFile): HeaderFile {
  const { kind, mimetype: named, fileName: requestedName = null } = request;
  const { bytes, contentType: served, fileName: ownName } = found;
  const described = describeFile({ kind, bytes, named, served, fileName: requestedName, ownName });
  const { mimetype, fileName } = described;
  return { kind, bytes, mimetype, ...(kind === 'document' && fileName !== null && { fileName }) };
}

const tooLarge = (): AppError =>
  failure('header_files_too_large', { max: HEADER_BYTES_MAX }, { kind: 'unusable_file' });
