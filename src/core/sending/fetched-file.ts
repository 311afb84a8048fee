/** Fetches files that callers give by URL, and explains links that lead to no file. */
import type { MissingFile } from '../outbound/fetch-file.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { SentMediaKind } from '../providers/outgoing.ts';
import { type AppError, failure } from '../shared/errors.ts';
import type { FileAtUrl, FileSource } from './file-source.ts';
import { isFileName, nameInUrl } from './media-types.ts';
import { sharePageAdvice } from './share-pages.ts';
import { refuseWebPage } from './web-page.ts';

interface FetchLimits {
  readonly kind: SentMediaKind;
  /** The types and names that the caller gives the file; null where none is given. */
  readonly mimetype?: string | null;
  readonly fileName?: string | null;
  readonly bytesMax: number;
  readonly signal: AbortSignal;
}

export interface SourceFile {
  readonly bytes: Uint8Array;
  /** The type that is known of it, unchecked. */
  readonly contentType: string | null;
  /** The name that it has where it is. */
  readonly fileName: string | null;
}

const REDIRECTS_MAX = 3;

/**
 * Returns a file with what is known of it. Throws gone when an uploaded file was removed, and what `fetchMedia` throws.
 * Returns null if it is not in the body and larger than `bytesMax`.
 */
export async function readFileSource(
  outbound: Pick<Outbound, 'fetchFile'>,
  file: FileSource,
  limits: FetchLimits,
): Promise<SourceFile | null> {
  if ('bytes' in file) return { bytes: file.bytes, contentType: null, fileName: null };
  if ('url' in file) return fetchMedia(outbound, file, limits);
  const { size, mimetype, fileName } = file.uploaded;
  if (size > limits.bytesMax) return null;
  return { bytes: await file.uploaded.bytes(), contentType: mimetype, fileName };
}

/**
 * Fetches a file. Returns null if it is larger than `bytesMax`. Throws invalid if the URL leads to no file or to a
 * page, with the server's answer and advice.
 */
export async function fetchMedia(
  { fetchFile }: Pick<Outbound, 'fetchFile'>,
  file: FileAtUrl,
  limits: FetchLimits,
): Promise<SourceFile | null> {
  const { bytesMax, signal } = limits;
  const fetched = await fetchFile(file.url, {
    bytesMax,
    signal,
    redirectsMax: REDIRECTS_MAX,
    ...(file.headers && { originHeaders: file.headers }),
  });
  if ('problem' in fetched) throw unfetched(fetched, file);
  if ('isTooLarge' in fetched) return null;
  const { bytes, contentType } = fetched;
  const named = fetched.fileName ?? '';
  refuseWebPage({
    ...{ kind: limits.kind, bytes, isNamed: named !== '', mimetype: limits.mimetype ?? null },
    names: [limits.fileName ?? null, nameInUrl(file.url)],
    advice: adviceFor(file, fetched.url),
  });
  const fileName = isFileName(named) ? named : (nameInUrl(fetched.url) ?? nameInUrl(file.url));
  return { bytes, contentType, fileName };
}

/** The statuses of servers that want to know who asks. */
const LOG_IN: ReadonlySet<number | undefined> = new Set([401, 403]);
const LOG_IN_HINT =
  'give a URL that opens the file without a log-in, or the headers that its server wants in mediaHeaders, such as {"authorization": "Bearer …"}';
const REFUSED_HINT = 'its server did not take mediaHeaders: check what it wants in them';

function unfetched({ problem, status, url }: MissingFile, file: FileAtUrl): AppError {
  const ownHint = file.headers ? REFUSED_HINT : LOG_IN_HINT;
  const hint = LOG_IN.has(status) ? (adviceFor(file, url ?? file.url) ?? ownHint) : undefined;
  return failure('file_not_fetched', { problem }, { hint, kind: 'unusable_file' });
}

/** Returns what to do about the link of a file host, or headers that did not go to where the answer came from. */
function adviceFor({ url, headers }: FileAtUrl, last: string): string | null {
  const share = sharePageAdvice(url);
  if (share !== null || headers === undefined) return share;
  const [first, final] = [new URL(url).origin, new URL(last).origin];
  if (first === final) return null;
  return `mediaHeaders went to ${first} alone and not to ${final}, where it redirects: give the URL of the file there`;
}
