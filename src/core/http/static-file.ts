/** Files with the same bytes for everybody. Each content coding is made once and sent without a copy. */
import { promisify } from 'node:util';
import { sha256 } from '../shared/crypto.ts';
import { matchesVersion } from './etag.ts';

export type Content = string | Uint8Array<ArrayBuffer>;

export interface StaticFile {
  /** Its media type. */
  readonly type: string;
  readonly plain: Blob;
  /** Changes whenever the content changes. */
  readonly version: string;
  /** Null for content that is compressed already. */
  readonly compressed: (() => Promise<Blob>) | null;
}

const VERSION_DIGITS = 16;

/** The content is compressed once, when somebody asks for that. */
export function prepareFile(content: Content, type: string): StaticFile {
  let compressed: Promise<Blob> | undefined;
  return {
    type,
    plain: new Blob([content]),
    version: sha256(content).slice(0, VERSION_DIGITS),
    compressed: type.startsWith('image/png')
      ? null
      : () => {
          compressed ??= compress(content);
          return compressed;
        },
  };
}

/** Large files take 60 ms, which the event loop does not wait for. */
async function compress(content: Content): Promise<Blob> {
  const { gzip } = await import('node:zlib');
  return new Blob([await promisify(gzip)(content)]);
}

/** Answers with a file, compressed for callers that take that, or with 304 when the caller has it already. */
export async function answerFile(
  request: Request,
  { type, plain, version, compressed }: StaticFile,
  options: Pick<PageAnswer, 'isForGood' | 'policy'> = {},
): Promise<Response> {
  const etag = `W/"${version}"`;
  const isKnown = matchesVersion(request.headers.get('if-none-match') ?? '', version);
  const isGzip = compressed !== null && !isKnown && takesGzip(request);
  const body = isKnown ? null : isGzip ? await compressed() : plain;
  const answer = pageAnswer({ ...options, type, body, status: isKnown ? 304 : 200 });
  answer.headers.set('vary', 'accept-encoding');
  answer.headers.set('etag', etag);
  if (isGzip) answer.headers.set('content-encoding', 'gzip');
  return answer;
}

const takesGzip = (request: Request): boolean =>
  /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');

/** Answers with a page or one of its assets. */
export const PAGE_POLICY: readonly string[] = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

export interface PageAnswer {
  readonly body: string | Blob | null;
  readonly type: string;
  readonly status?: number;
  /** By default the policy of every page. */
  readonly policy?: readonly string[];
  /** Whether the content at this address never changes. */
  readonly isForGood?: boolean;
}

/** A year, in seconds. */
const FOR_GOOD = 'public, max-age=31536000, immutable';

export const pageAnswer = ({
  body,
  type,
  status = 200,
  policy = PAGE_POLICY,
  isForGood = false,
}: PageAnswer): Response =>
  new Response(body, {
    status,
    headers: {
      'content-type': type,
      'content-security-policy': policy.join('; '),
      'referrer-policy': 'no-referrer',
      // Files belong together, so no old one may be used after an update.
      'cache-control': isForGood ? FOR_GOOD : 'no-cache',
    },
  });
