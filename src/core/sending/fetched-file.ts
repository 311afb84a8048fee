/** Fetches files that callers give by URL, and explains links that lead to no file. */

import type { UploadedFile } from '../messages/uploaded-files.ts';
import type { MissingFile } from '../outbound/contract.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { SentMediaKind } from '../providers/outgoing.ts';
import { type AppError, failure } from '../shared/errors.ts';
import { bareType, typeOfName } from '../shared/media-types.ts';
import type { Headers } from '../webhooks/headers.ts';
import { isFileName, nameInUrl } from './describe-file.ts';
import { formatOf } from './format/format-of.ts';

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
    kind: limits.kind,
    bytes,
    isNamed: named !== '',
    mimetype: limits.mimetype ?? null,
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

// Advice on links of file hosts that open a page instead of the file.

interface SharePage {
  /** Matches the host of the link. */
  readonly host: RegExp;
  readonly advice: (url: URL) => string;
}

/** Ids of files at Google are made of these characters. */
const GOOGLE_ID = /\/d\/([\w-]{10,100})|[?&]id=([\w-]{10,100})/;

const PAGES: readonly SharePage[] = [
  {
    host: /^(?:drive|docs)\.google\.com$/,
    advice(url) {
      const [, inPath, inQuery] = GOOGLE_ID.exec(url.pathname + url.search) ?? [];
      const id = inPath ?? inQuery ?? 'FILE_ID';
      return `this link of Google Drive opens a page: share the file with anyone who has the link, and give https://drive.google.com/uc?export=download&id=${id}`;
    },
  },
  {
    host: /(?:^|\.)dropbox\.com$/,
    advice: () =>
      'this link of Dropbox opens a page: give it with dl=1 at its end in place of dl=0',
  },
  {
    host: /^1drv\.ms$|(?:^|\.)(?:onedrive\.live\.com|sharepoint\.com)$/,
    advice: () =>
      'this link of OneDrive opens a page: share the file with anyone who has the link, and give it with download=1 in its query',
  },
  {
    host: /^github\.com$/,
    advice: () => 'this link of GitHub opens a page: give it with raw=true in its query',
  },
  {
    host: /(?:^|\.)(?:wetransfer\.com|we\.tl|mega\.nz|mediafire\.com|icloud\.com|photos\.google\.com|photos\.app\.goo\.gl)$/,
    advice: () =>
      'links of this host open a page and never the file itself: put the file where its URL gives it without a page, or send it in base64 or as a form',
  },
];

/** Returns what to do about a link of a file host that opened a page or was refused; null for other links. */
function sharePageAdvice(link: string): string | null {
  const url = URL.parse(link);
  const page = url && PAGES.find(({ host }) => host.test(url.hostname));
  return page ? page.advice(url) : null;
}

// Refuses web pages that come in place of a file: log-ins, previews of file hosts, refusals in words.

/** The known facts about a fetched file. */
interface FetchedPage {
  readonly kind: SentMediaKind;
  readonly bytes: Uint8Array;
  /** The types and names that its caller and its URL give the file; null where none is given. */
  readonly mimetype: string | null;
  readonly names: readonly (string | null)[];
  /** Whether its server gives it a name, which it does for a file that is meant. */
  readonly isNamed: boolean;
  /** Advice on this link, for known file hosts; otherwise null. */
  readonly advice: string | null;
}

const HINT =
  'a page came in place of the file: give a URL that opens the file itself without a log-in, or the headers that its server wants in mediaHeaders';

/** The nouns for media files in sentences, by kind. */
const MEDIA: Readonly<Record<SentMediaKind, string>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  ptv: 'video',
  sticker: 'image',
  voice: 'audio',
  document: 'document',
};

/**
 * Throws invalid if the bytes are a web page where the caller wants something else: for a kind other than document, and
 * for a document whose type, name or known file host promises another file.
 */
function refuseWebPage(page: FetchedPage): void {
  const { kind, bytes, isNamed, advice } = page;
  const declared = kind === 'document' ? declaredType(page) : null;
  if (kind === 'document' && (isNamed || (declared === null && advice === null))) return;
  const title = titleOf(bytes);
  if (title === null) return;
  const found = title === '' ? 'a web page' : `a web page called "${title}"`;
  throw failure(
    'file_of_another_kind',
    { kind: declared ?? MEDIA[kind], found },
    { hint: advice ?? HINT, kind: 'unusable_file' },
  );
}

/** A page may have these types without being another file. */
const PAGE_TYPES = /^(?:text\/|application\/(?:xhtml\+xml|xml|octet-stream)$)/;

function declaredType({ mimetype, names }: FetchedPage): string | null {
  const ofNames = names.map((name) => name && typeOfName(name));
  const type = [mimetype, ...ofNames].find((one) => (one ?? '') !== '');
  return type && !PAGE_TYPES.test(bareType(type)) ? bareType(type) : null;
}

const LOOKED_AT = 1024;

/** Returns the title of a web page, empty if it has none in its beginning; null for another file. */
function titleOf(bytes: Uint8Array): string | null {
  if (formatOf(bytes)?.type !== 'text/html') return null;
  const text = new TextDecoder().decode(bytes.subarray(0, LOOKED_AT));
  const [, title = ''] = /<title[^>]{0,100}>([^<]{1,200})/i.exec(text) ?? [];
  const shown = title.replace(/[\s"\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return shown.slice(0, 80).toWellFormed();
}

/** A file at a URL, with the headers that its server wants. */
interface FileAtUrl {
  readonly url: string;
  readonly headers?: Headers;
}

/** Where the bytes of a file are. */
export type FileSource =
  | { readonly bytes: Uint8Array }
  | FileAtUrl
  | { readonly uploaded: UploadedFile };
