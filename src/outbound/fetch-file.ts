/**
 * Files that callers name by URL, fetched through the guard that webhooks go through.
 * Owns: what counts as a fetched file, and how much of one is read.
 * Must never: follow a redirect, trust a declared length, or leave a connection open behind it.
 */

import type { Clock } from '../shared/clock.ts';
import { startDeadline } from './deadline.ts';
import { failure, failureReason } from './failure-reason.ts';
import type { FetchedFile, FileFetcher } from './fetched-file.ts';
import { connectPinned, type PinnedFetchOptions } from './pinned-fetch.ts';
import { readBody } from './read-body.ts';
import { redirectProblem } from './redirect.ts';
import { type Route, routeTo } from './route.ts';

interface FileFetcherOptions extends PinnedFetchOptions {
  readonly clock: Clock;
  /** Product name and version, as `gatehouse/1.2.3`. */
  readonly userAgent: string;
  /** Nothing beyond it is read. */
  readonly bytesMax: number;
}

/** From the start to the last byte of the file. */
const TIMEOUT_MS = 30_000;

export function createFileFetcher(options: FileFetcherOptions): FileFetcher {
  const { clock, guard } = options;
  return {
    async fetch(address, signal) {
      const route = routeTo({ address, headers: {}, secrets: [] }, guard);
      if ('problem' in route) return route;
      const limit = startDeadline(clock, TIMEOUT_MS, signal, 'whole file');
      try {
        const fetched = await fetchFile(route, options, limit.signal);
        return 'problem' in fetched
          ? { problem: limit.endedBecause() ?? fetched.problem }
          : fetched;
      } finally {
        limit.close();
        limit.release();
      }
    },
  };
}

async function fetchFile(
  route: Route,
  options: FileFetcherOptions,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const dialled = await connectPinned(route, options, signal);
  if ('problem' in dialled) return dialled;
  const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': options.userAgent };
  try {
    // Not kept for another request: webhooks know which of their receivers keep connections open.
    const answer = await dialled.fetch({ method: 'GET', headers, keepalive: false });
    const problem = problemOf(answer, route.url);
    if (problem !== null) return { problem };
    const bytes = await readBody(answer, options.bytesMax);
    if (bytes === null) return { isTooLarge: true };
    if (bytes.byteLength === 0) return { problem: failure('empty', 'the file has no bytes') };
    return { bytes, contentType: answer.headers.get('content-type') };
  } catch (error) {
    return { problem: failureReason(error) };
  }
}

function problemOf(answer: Response, url: URL): string | null {
  const redirect = redirectProblem(answer, url);
  if (redirect !== null) return redirect;
  if (answer.status !== 200) return failure('http_status', `${answer.status} instead of 200`);
  const encoding = answer.headers.get('content-encoding')?.toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return null;
  return failure('malformed', 'the file came compressed, which was not asked for');
}
