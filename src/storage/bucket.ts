/** A bucket of an S3-compatible store. */
import { S3Client } from 'bun';
import { codeOf } from '../shared/errors.ts';

interface BucketOptions {
  /** Origin of the store; the bucket goes into the path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
  /** How long a link opens: 7 days at most, which is all that signatures allow. */
  readonly linkTtlSeconds: number;
}

export interface ObjectContent {
  readonly bytes: Uint8Array;
  readonly mimetype: string;
}

export type PutOutcome =
  | { readonly kind: 'stored' }
  /** Something else has this key, and it was left as it is. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'failed'; readonly reason: string; readonly isTransient: boolean };

export interface Bucket {
  /** One request; never rejects. `signal` ends it, with its reason as the outcome's. */
  put(key: string, content: ObjectContent, signal: AbortSignal): Promise<PutOutcome>;
  /** As `put`, in the place of whatever is there. */
  replace(key: string, content: ObjectContent, signal: AbortSignal): Promise<PutOutcome>;
  /** A link that opens the object for anyone who has it, until it expires. */
  link(key: string): string;
}

/** A signed upload starts at once; this only has to cover clocks that differ. */
const UPLOAD_SIGNATURE_SECONDS = 900;
const MIMETYPE = /^[\w.+-]{1,127}\/[\w.+-]{1,127}(\s*;[\x20-\x7e]{0,127})?$/;

/** A type as it may stand in a header. */
export const contentTypeOf = (mimetype: string): string =>
  MIMETYPE.test(mimetype) ? mimetype : 'application/octet-stream';

export function createBucket(options: BucketOptions): Bucket {
  const client = new S3Client({
    endpoint: options.endpoint,
    bucket: options.bucket,
    // The client puts it into links as it is.
    accessKeyId: encodeURIComponent(options.accessKey),
    secretAccessKey: options.secretKey,
    region: options.region,
  });
  /** Some stores know no conditions on uploads, and refuse them: they are asked once. */
  let knowsConditions = true;

  async function send(
    key: string,
    { bytes, mimetype }: ObjectContent,
    signal: AbortSignal,
    isConditional: boolean,
  ): Promise<PutOutcome | 'unconditional'> {
    try {
      // The client's own upload cannot be broken off; a request signed by it can.
      const url = client.presign(key, { method: 'PUT', expiresIn: UPLOAD_SIGNATURE_SECONDS });
      const headers = {
        'content-type': contentTypeOf(mimetype),
        ...(isConditional && { 'if-none-match': '*' }),
      };
      const options = { method: 'PUT', body: bytes, headers, signal, redirect: 'manual' } as const;
      return await outcomeOf(await fetch(url, options), isConditional);
    } catch (error) {
      return signal.aborted ? broken(signal) : unreachable(error);
    }
  }

  async function put(
    key: string,
    content: ObjectContent,
    signal: AbortSignal,
    onlyNew: boolean,
  ): Promise<PutOutcome> {
    const outcome = await send(key, content, signal, onlyNew && knowsConditions);
    if (outcome !== 'unconditional') return outcome;
    knowsConditions = false;
    return put(key, content, signal, false);
  }

  return {
    put: (key, content, signal) => put(key, content, signal, true),
    replace: (key, content, signal) => put(key, content, signal, false),
    link: (key) => client.presign(key, { method: 'GET', expiresIn: options.linkTtlSeconds }),
  };
}

/** The token of temporary credentials that Bun's client took from the environment, as it stands in links; null: none. */
export const sessionTokenOf = (bucket: Bucket): string | null =>
  new URL(bucket.link('any')).searchParams.get('X-Amz-Security-Token');

async function outcomeOf(
  response: Response,
  isConditional: boolean,
): Promise<PutOutcome | 'unconditional'> {
  const { ok, status } = response;
  if (ok) return { kind: 'stored' };
  const code = await storeCodeOf(response);
  if (isConditional && status === 501) return 'unconditional';
  return isConditional && status === 412 ? { kind: 'taken' } : refused(status, code);
}

const broken = (signal: AbortSignal): PutOutcome => ({
  kind: 'failed',
  reason: String(signal.reason),
  isTransient: false,
});

function unreachable(error: unknown): PutOutcome {
  const code = codeOf(error);
  const shown = /^\w{1,64}$/.test(code) ? ` (${code})` : '';
  return { kind: 'failed', reason: `the store cannot be reached${shown}`, isTransient: true };
}

function refused(status: number, code: string | null): PutOutcome {
  const reason = `the store answered ${status}${code === null ? '' : ` ${code}`}`;
  return { kind: 'failed', reason, isTransient: status >= 500 || status === 429 || status === 409 };
}

/** The store's name for the error, such as `NoSuchBucket`; it stands at the beginning of the answer. */
async function storeCodeOf(response: Response): Promise<string | null> {
  const reader = response.body?.getReader();
  const start = await reader?.read();
  await reader?.cancel();
  const text = Buffer.from(start?.value ?? []).toString('latin1', 0, 4_096);
  return /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] ?? null;
}
