/** Accesses a bucket of an S3-compatible store. */
import { S3Client } from 'bun';
import { messageOf } from '../../core/shared/errors.ts';
import { type AskStore, StoreFault } from './store-requests.ts';

interface LinkOptions {
  /** Origin of the store; the bucket becomes part of the path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
  /** How long a link is valid: at most 7 days, which is all that signatures allow. */
  readonly linkTtlSeconds: number;
}

/** Returns a link that opens the object for anyone who has it, until it expires. */
export type LinkTo = (key: string) => string;

export interface ObjectContent {
  readonly bytes: Uint8Array;
  readonly mimetype: string;
}

export type PutOutcome =
  | { readonly kind: 'stored' }
  /** Something else has this key, and was left as it is. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'failed'; readonly reason: string; readonly isTransient: boolean };

export interface Bucket {
  /** Makes one request; never rejects. `signal` ends it, and its reason becomes the outcome's. */
  put(key: string, content: ObjectContent, signal: AbortSignal): Promise<PutOutcome>;
  /** Makes one request that replaces what is there; never rejects, and `signal` ends it. */
  replace(key: string, content: ObjectContent, signal: AbortSignal): Promise<PutOutcome>;
  readonly link: LinkTo;
}

/** Hashing 100 MB would block the event loop, and each part of a large file is signed. */
const UNSIGNED = 'UNSIGNED-PAYLOAD';
const MIMETYPE = /^[\w.+-]{1,127}\/[\w.+-]{1,127}(\s*;[\x20-\x7e]{0,127})?$/;

/** Returns a type that is safe in a header. */
export const contentTypeOf = (mimetype: string): string =>
  MIMETYPE.test(mimetype) ? mimetype : 'application/octet-stream';

export function createLinks(options: LinkOptions): LinkTo {
  const client = new S3Client({
    endpoint: options.endpoint,
    bucket: options.bucket,
    // The client puts it into links unchanged.
    accessKeyId: encodeURIComponent(options.accessKey),
    secretAccessKey: options.secretKey,
    region: options.region,
  });
  return (key) => client.presign(key, { method: 'GET', expiresIn: options.linkTtlSeconds });
}

/**
 * Returns the token of temporary credentials that Bun's client took from the environment, read from a link; or null.
 */
export const sessionTokenOf = (link: LinkTo): string | null =>
  new URL(link('any')).searchParams.get('X-Amz-Security-Token');

export function createBucket(ask: AskStore, link: LinkTo): Bucket {
  /** Some stores do not support conditions on uploads and refuse them; they are tried once. */
  let knowsConditions = true;

  async function put(
    key: string,
    content: ObjectContent,
    signal: AbortSignal,
    mustBeNew: boolean,
  ): Promise<PutOutcome> {
    const isConditional = mustBeNew && knowsConditions;
    const headers = {
      'content-type': contentTypeOf(content.mimetype),
      ...(isConditional && { 'if-none-match': '*' }),
    };
    const body = { body: content.bytes, bodyHash: UNSIGNED, isLong: true, isOnce: true };
    try {
      await ask({ method: 'PUT', key, headers, ...body }, signal);
      return { kind: 'stored' };
    } catch (error) {
      const status = error instanceof StoreFault ? error.status : null;
      if (isConditional && status === 412) return { kind: 'taken' };
      if (!isConditional || status !== 501) return failedOutcome(error);
      knowsConditions = false;
      return put(key, content, signal, false);
    }
  }

  return {
    put: (key, content, signal) => put(key, content, signal, true),
    replace: (key, content, signal) => put(key, content, signal, false),
    link,
  };
}

const failedOutcome = (error: unknown): PutOutcome => ({
  kind: 'failed',
  reason: messageOf(error),
  isTransient: error instanceof StoreFault && error.isPassing,
});
