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
