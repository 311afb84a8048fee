/** Sends requests to an S3-compatible store: signed, each with a time limit, tried again where that may help. */
import { isIP } from 'node:net';
import { requestFailure } from '../../core/outbound/failure-reason.ts';
import { abortError, runWithin } from '../../core/shared/async/deadline.ts';
import { Backoff } from '../../core/shared/async/repeat.ts';
import { type Clock, sleep } from '../../core/shared/clock.ts';
import { sha256 } from '../../core/shared/crypto.ts';
import { codeOf } from '../../core/shared/errors.ts';

export interface StoreAccess {
  /** Origin of the store; the bucket becomes part of the path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Only for temporary credentials. */
  readonly sessionToken: string | null;
}

/** Why a request to the store failed. Its message contains neither the address nor a credential. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault';

  constructor(
    message: string,
    /** The status of the answer, or null without an answer. */
    readonly status: number | null,
    /** The store's name of the error, such as `NoSuchBucket`. */
    readonly code: string | null = null,
  ) {
    super(message);
  }

  /** Whether the same request may succeed later. */
  get isPassing(): boolean {
    const { status } = this;
    return status === null || status >= 500 || status === 429 || status === 408 || status === 409;
  }
}

interface StoreRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** The key of the object; '' means the bucket. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /**
   * SHA-256 of the body as hex, where it is known already. With it the store refuses a body that was changed on its
   * way.
   */
  readonly bodyHash?: string;
  /** A longer answer is a fault. The default is 4 MiB. */
  readonly bytesMax?: number;
  /** The request moves much data or is expensive for the store: a try may take ten times as long. */
  readonly isLong?: boolean;
  /** The request is not tried again. */
  readonly isOnce?: boolean;
}

interface StoreAnswer {
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** Rejects with a StoreFault, and with the reason of `signal` when that aborts. */
export type AskStore = (request: StoreRequest, signal: AbortSignal) => Promise<StoreAnswer>;

/** The limit of one try. Ten times of it are enough for 8 MiB at 0.25 Mbit/s. */
const TRY_MS = 30_000;
const LONGER = 10;
const TRIES = 4;
const PAUSES = { firstMs: 500, maxMs: 4_000 };
const BYTES_MAX = 4 * 1024 * 1024;
/** How much of a refusal is read, enough for the store's name of the error. */
const REFUSAL_BYTES = 4_096;
const EMPTY = new Uint8Array();

interface StoreDeps {
  readonly access: StoreAccess;
  readonly clock: Clock;
  /** The limit of one try that is not long, in ms. */
  readonly tryMs?: number;
}

export function createStoreRequests({ access, clock, tryMs = TRY_MS }: StoreDeps): AskStore {
  const once = (request: StoreRequest, outer: AbortSignal) => {
    const ms = request.isLong ? tryMs * LONGER : tryMs;
    return runWithin({ clock, ms, signal: outer }, async ({ signal, isOver }) => {
      try {
        return await send(access, clock, request, signal);
      } catch (error) {
        if (outer.aborted) throw abortError(outer);
        if (isOver()) throw new StoreFault(`no answer within ${ms / 1_000} s`, null);
        throw error instanceof StoreFault ? error : await unreachedFault(error, access, signal);
      }
    });
  };
  return async (request, signal) => {
    const backoff = new Backoff(PAUSES);
    for (let left = request.isOnce ? 0 : TRIES - 1; ; left--) {
      try {
        return await once(request, signal);
      } catch (error) {
        if (!(error instanceof StoreFault) || !error.isPassing || left <= 0) throw error;
        await sleep(clock, backoff.next(), signal);
      }
    }
  };
}

async function send(
  access: StoreAccess,
  clock: Clock,
  request: StoreRequest,
  signal: AbortSignal,
): Promise<StoreAnswer> {
  const { method, body = EMPTY, bytesMax = BYTES_MAX } = request;
  const { url, headers } = await sign(access, request, clock.now());
  const response = await fetch(url, {
    method,
    headers,
    ...(body.length > 0 && { body }),
    signal,
    redirect: 'manual',
  });
  const bytes = await bytesOf(response, bytesMax);
  const code = errorCodeIn(bytes);
  // For a long operation the store sends the status before it knows the result.
  const isRefused = !response.ok || (method === 'POST' && code !== null);
  if (!isRefused) return { headers: response.headers, bytes };
  const status = response.ok ? 500 : response.status;
  const said = `the store answered ${response.status}${code === null ? '' : ` ${code}`}`;
  throw new StoreFault(said, status, code);
}

/**
 * Returns the address and headers of a request with its signature. `at` is ms since 1970, which stores compare with
 * their clock.
 */
async function sign(access: StoreAccess, request: StoreRequest, at: number) {
  const { endpoint, bucket, accessKey, secretKey, region, sessionToken } = access;
  const { method, key, query = {}, body = EMPTY, bodyHash = sha256(body) } = request;
  const path = [bucket, ...key.split('/')].map(encodeURIComponent).join('/');
  // Most services have no bucket.
  const { AwsV4Signer } = await import('aws4fetch');
  const signer = new AwsV4Signer({
    method,
    url: `${endpoint}/${path}?${new URLSearchParams(query)}`,
    headers: { ...request.headers, 'x-amz-content-sha256': bodyHash },
    service: 's3',
    region,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    ...(sessionToken !== null && { sessionToken }),
    datetime: new Date(at).toISOString().replace(/[-:]|\.\d+/g, ''),
  });
  const { headers } = await signer.sign();
  // Some stores compare the signature with the address as it came, so it is written as it was signed.
  const { encodedPath: pathname, encodedSearch: search } = signer;
  return { url: Object.assign(signer.url, { pathname, search }), headers };
}

/**
 * Returns the bytes of an answer, or the beginning of a refusal. Throws a StoreFault when there are more than `max`.
 */
async function bytesOf(response: Response, max: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    chunks.push(chunk);
    if (!response.ok && length > REFUSAL_BYTES) break;
    if (length > max) throw new StoreFault(`the store answered more than ${max} bytes`, 200);
  }
  return Buffer.concat(chunks);
}

/** Returns the store's name of the error, which is near the beginning of the answer. */
function errorCodeIn(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, REFUSAL_BYTES)).toString('latin1');
  return /<Error>[\s\S]*?<Code>(\w{1,64})<\/Code>/.exec(start)?.[1] ?? null;
}

async function unreachedFault(
  error: unknown,
  { endpoint }: StoreAccess,
  signal: AbortSignal,
): Promise<StoreFault> {
  const url = new URL(endpoint);
  const isNamed = isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0;
  const target = { url, isSecure: url.protocol === 'https:', isNamed };
  const reason = await requestFailure(error, { target, url: endpoint, signal });
  if (reason.startsWith('tls_error: ')) return new StoreFault(reason, null);
  const code = codeOf(error);
  const codeText = /^\w{1,64}$/.test(code) ? ` (${code})` : '';
  return new StoreFault(`the store cannot be reached${codeText}`, null);
}

/** HEAD answers 404 without a name, since it has no body: the bucket may be missing as well. */
export function unlessMissing(error: unknown): null {
  const { status, code } = error instanceof StoreFault ? error : { status: null, code: null };
  if (status === 404 && (code === null || code === 'NoSuchKey')) return null;
  throw error;
}
