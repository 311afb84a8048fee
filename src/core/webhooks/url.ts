/** Checks the URLs of webhooks as the URL parser reads them, not as they were typed. */
import { MASK, unmaskUrl } from '../shared/mask-url.ts';
import { type Problem, problem } from '../shared/reasons/problems.ts';

const URL_CHARACTERS_MAX = 2048;

/** The part of the network guard that this rule needs. */
export interface UrlGuard {
  /** Returns the reason why the URL's host may not be reached, or null. */
  refusesLiteral(url: URL): string | null;
}

interface UrlRules {
  readonly charactersMax?: number;
  /** The field of the request that may have credentials instead, or null. */
  readonly headers?: string | null;
}

type CheckedUrl = { readonly url: string } | { readonly problem: Problem };

/**
 * URL parsers drop tabs and line ends and turn a backslash into a slash, so another address than the typed one would be
 * called.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const MISLEADING = /[\s\u0000-\u001f\u007f-\u009f\\]/u;
/** The parser accepts `http:host` and `http:///host`, whose author has forgotten the host. */
const HTTP_WITH_HOST = /^https?:\/\/[^/?#]/i;

/**
 * Returns the URL in the form in which it is called (host in lower case and ASCII, path encoded, no fragment), or what
 * is wrong with it. Credentials belong into the headers: an address is shown in answers, logs
 * and lists. The refusal does not repeat them, since refusals are logged.
 */
export function checkWebhookUrl(
  text: string,
  guard: UrlGuard,
  { charactersMax = URL_CHARACTERS_MAX, headers = 'headers' }: UrlRules = {},
): CheckedUrl {
  const found = problemOfText(text, charactersMax);
  if (found !== null) return { problem: found };
  const url = URL.parse(text);
  if (url === null) return { problem: problem('not_url') };
  if (url.username !== '' || url.password !== '') return { problem: withoutCredentials(headers) };
  if (url.port === '0') return { problem: problem('port_zero') };
  const refusal = guard.refusesLiteral(url);
  if (refusal !== null) return { problem: problem('address_refused', { cause: refusal }) };
  // A fragment is never sent; keeping it would suggest that it is.
  url.hash = '';
  if (url.href.length > charactersMax) return { problem: tooLong(charactersMax) };
  return { url: url.href === `${text}/` ? text : url.href };
}

/**
 * Checks the new URL of a webhook that has the URL `stored`, or '' for a new webhook. The masked form of `stored` means
 * `stored`, so that an answer can be sent back. Any other masked URL is refused.
 */
export const checkChangedUrl = (text: string, guard: UrlGuard, stored: string): CheckedUrl =>
  text.includes(MASK) ? unmaskUrl(text, stored) : checkWebhookUrl(text, guard);

/** Tells whether scheme, host and port are the same; false for what is not a URL. */
export function isSameOrigin(one: string, other: string): boolean {
  const origin = URL.parse(one)?.origin;
  return origin !== undefined && origin === URL.parse(other)?.origin;
}

/** `user:password` is a name here, not what the URL had. */
const withoutCredentials = (headers: string | null): Problem =>
  headers === null
    ? problem('url_with_credentials')
    : problem('credentials_belong_in_headers', {
        headers,
        example: '{"authorization": "Basic …"}',
      });

const tooLong = (charactersMax: number): Problem => problem('url_too_long', { max: charactersMax });

function problemOfText(text: string, charactersMax: number): Problem | null {
  if (text.length > charactersMax) return tooLong(charactersMax);
  if (MISLEADING.test(text)) return problem('misleading_characters');
  if (!HTTP_WITH_HOST.test(text)) return problem('no_http_host');
  return null;
}
