/** Fetches a file by its URL, over a few redirects: each address is checked like the first. */
import { fileNameIn } from '../shared/header-text.ts';
import {
  compressionProblem,
  readBody,
  redirectedTo,
  redirectProblem,
  shownDestination,
} from './answer.ts';
import type { MissingFile, Problem, UrlTarget } from './contract.ts';
import { failure, failureReason, requestFailure } from './failure-reason.ts';
import { type ProxyRoute, proxyUrlTo } from './proxy/local-proxy.ts';
import { connect, type RequestOptions, request, urlTarget, viaProxy } from './request.ts';

export interface FileLimits {
  /** The size limit; nothing beyond it is read. */
  readonly bytesMax: number;
  /** Whether the first `bytesMax` bytes of a larger file are enough. */
  readonly isCut?: boolean;
  /** How many redirects are followed; each address is checked like the first. If absent, none is. */
  readonly redirectsMax?: number;
  readonly signal: AbortSignal;
  /** Headers that are added to those of every request or replace them; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers for the scheme, host and port of the URL alone: no request goes elsewhere with them. */
  readonly originHeaders?: Readonly<Record<string, string>>;
  /** The only route to the file; the host's name is resolved at its other end. */
  readonly proxy?: ProxyRoute | null;
}

/** A file as it was fetched. */
export interface File {
  readonly bytes: Uint8Array;
  /** The type that the server named, unchecked, or null. */
  readonly contentType: string | null;
  /** The name that the server gave the file, without a path, or null. */
  readonly fileName: string | null;
  /** The URL after all redirects. */
  readonly url: string;
}

export type FetchedFile =
  | File
  /** The file is larger than allowed; its size is not known. */
  | { readonly isTooLarge: true }
  | MissingFile;

type FileRequest = Required<Omit<FileLimits, 'signal'>>;

export async function fetchFileAt(
  first: UrlTarget,
  limits: FileRequest,
  options: RequestOptions,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const visited = new Set([first.href]);
  let target = first;
  let headers = { ...limits.headers, ...limits.originHeaders };
  try {
    for (;;) {
      const answer = await answerAt(target, headers, limits.proxy, options, signal);
      if ('problem' in answer) return answer;
      const next = nextTarget(answer, target, limits.redirectsMax, visited, options);
      if (next === null) return await fileIn(answer, target, limits);
      if ('problem' in next) return next;
      await answer.body?.cancel();
      // Credentials that were dropped stay dropped, even if a later redirect leads back.
      if (next.origin !== target.origin) headers = limits.headers;
      visited.add(next.href);
      target = next;
    }
  } catch (error) {
    return { problem: failureReason(error) };
  }
}

async function answerAt(
  target: UrlTarget,
  headers: FileRequest['headers'],
  proxy: FileRequest['proxy'],
  options: RequestOptions,
  signal: AbortSignal,
): Promise<Response | Problem> {
  const route = proxy === null ? await connect(target, options, signal) : viaProxy(target);
  if ('problem' in route) return route;
  const through = proxy && { proxy: proxyUrlTo(proxy, target.url.hostname) };
  // A separate connection is used, because webhooks remember which receivers keep connections open.
  const sent = { method: 'GET', headers, keepalive: false, ...through } as const;
  const answer = request(route, target, sent, options, signal);
  if (proxy !== null) return answer;
  return answer.catch(async (error) => ({
    problem: await requestFailure(error, { target, url: route.url, signal }),
  }));
}

/** Returns where the answer sends us on to, or null when it is the last one. */
function nextTarget(
  answer: Response,
  { url, isSecure }: UrlTarget,
  redirectsMax: number,
  visited: ReadonlySet<string>,
  { guard }: RequestOptions,
): UrlTarget | Problem | null {
  const elsewhere = redirectsMax > 0 ? redirectedTo(answer, url) : null;
  if (elsewhere === null) return null;
  const unfollowed = (because: string): Problem => ({
    problem: failure(
      'redirect',
      `${answer.status}${shownDestination(answer, url)}, which is not followed: ${because}`,
    ),
  });
  if (visited.size > redirectsMax) return unfollowed(`${redirectsMax} redirects are the limit`);
  if (visited.has(elsewhere)) return unfollowed('it leads in a circle');
  const next = urlTarget(elsewhere, guard);
  if ('problem' in next) return next;
  return isSecure && !next.isSecure ? unfollowed('it leaves https') : next;
}

async function fileIn(
  answer: Response,
  target: UrlTarget,
  { bytesMax, isCut }: FileRequest,
): Promise<FetchedFile> {
  const problem = redirectProblem(answer, target.url) ?? problemOf(answer);
  if (problem !== null) return { problem, status: answer.status, url: target.href };
  const bytes = await readBody(answer, bytesMax, isCut);
  if (bytes === null) return { isTooLarge: true };
  if (bytes.byteLength === 0) return { problem: failure('empty', 'the file has no bytes') };
  const disposition = answer.headers.get('content-disposition');
  return {
    bytes,
    contentType: answer.headers.get('content-type'),
    fileName: disposition === null ? null : fileNameIn(disposition),
    url: target.href,
  };
}

const MEANINGS: ReadonlyMap<number, string> = new Map([
  [401, 'the server wants a log-in'],
  [403, 'the server refuses access'],
  [407, 'a proxy wants a log-in'],
]);

function problemOf(answer: Response): string | null {
  const { status } = answer;
  if (status === 200) return compressionProblem(answer);
  const meaning = MEANINGS.get(status);
  const text = `${status} instead of 200`;
  return failure('http_status', meaning === undefined ? text : `${text}, ${meaning}`);
}
