/** The only way out for HTTP requests: to addresses that the guard allows, with limits of time and size. */
import { SharedTimer } from '../shared/async/shared-timer.ts';
import type { Clock } from '../shared/clock.ts';
import type { Problem, UrlTarget } from './contract.ts';
import { GoodAddresses } from './dialling.ts';
import { type FetchedFile, type FileLimits, fetchFileAt } from './fetch-file.ts';
import { createPost, Deadline, type Post } from './post.ts';
import { problemOrReason, type RequestOptions, urlTarget } from './request.ts';

export interface Outbound {
  /** Checks an http or https URL. The result can be used for any number of posts. */
  target(url: string): UrlTarget | Problem;
  readonly post: Post;
  /** Fetches the file at an http or https URL, within 30 s. Never rejects; settles at once when `signal` aborts. */
  fetchFile(url: string, limits: FileLimits): Promise<FetchedFile>;
}

interface OutboundOptions extends Omit<RequestOptions, 'addresses'> {
  readonly clock: Clock;
  /** The product name and version, such as `gatehouse/1.2.3`. */
  readonly userAgent: string;
}

/** The time limit from the start to the last byte of a file. */
const FILE_TIMEOUT_MS = 30_000;
/** The defaults of the limits of a file. */
const ONLY = { redirectsMax: 0, originHeaders: {}, proxy: null, isCut: false } as const;

export function createOutbound(outboundOptions: OutboundOptions): Outbound {
  const { clock, guard, userAgent } = outboundOptions;
  const options = { ...outboundOptions, addresses: new GoodAddresses(clock) };
  const fileTimer = new SharedTimer(clock, FILE_TIMEOUT_MS);
  const base = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': userAgent };
  return {
    target: (url) => urlTarget(url, guard),
    post: createPost(options),
    async fetchFile(url, { signal, headers, ...limits }) {
      const target = urlTarget(url, guard);
      if ('problem' in target) return target;
      const limit = new Deadline('whole file');
      limit.begin(fileTimer, signal);
      try {
        const sent = { ...ONLY, ...limits, headers: { ...base, ...headers } };
        const file = await fetchFileAt(target, sent, options, limit.signal);
        return 'problem' in file && limit.reason !== null
          ? { problem: problemOrReason(file, limit.reason) }
          : file;
      } finally {
        limit.close();
        limit.release();
      }
    },
  };
}
