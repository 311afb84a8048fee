/** Which URLs a webhook may have: decided by what the URL parser made of them, not by the text that was typed. */
const URL_CHARACTERS_MAX = 2048;

/** What this rule needs of the network guard. */
export interface UrlGuard {
  /** The reason why the URL's host may not be reached, or null. */
  refusesLiteral(url: URL): string | null;
}

type CheckedUrl = { readonly url: string } | { readonly problem: string };

/** URL parsers drop tabs and line ends and turn a backslash into a slash: what was typed is not what is called. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const MISLEADING = /[\s\u0000-\u001f\u007f-\u009f\\]/u;
/** The parser forgives `http:host` and `http:///host`; a person who wrote that left the host out. */
const HTTP_WITH_HOST = /^https?:\/\/[^/?#]/i;

/**
 * The URL in the form it is called in (host in lower case and ASCII, path encoded, no fragment),
 * or what is wrong with it as a predicate: `must be …`.
 */
export function checkWebhookUrl(text: string, guard: UrlGuard): CheckedUrl {
  const problem = problemOfText(text);
  if (problem !== null) return { problem };
  const url = URL.parse(text);
  if (url === null) return { problem: 'must be a valid URL' };
  if (url.username !== '' || url.password !== '') return { problem: 'must not hold credentials' };
  if (url.port === '0') return { problem: 'must not name port 0' };
  const refusal = guard.refusesLiteral(url);
  if (refusal !== null) return { problem: `must not be called: ${refusal}` };
  // A fragment is never sent; left in the URL, it would suggest that it were.
  url.hash = '';
  if (url.href.length > URL_CHARACTERS_MAX) return { problem: TOO_LONG };
  return { url: url.href === `${text}/` ? text : url.href };
}

/** Whether scheme, host and port are the same; what is no URL has the origin of nothing. */
export function isSameOrigin(one: string, other: string): boolean {
  const origin = URL.parse(one)?.origin;
  return origin !== undefined && origin === URL.parse(other)?.origin;
}

const TOO_LONG = `must have at most ${URL_CHARACTERS_MAX} characters, percent-encoded`;

function problemOfText(text: string): string | null {
  if (text.length > URL_CHARACTERS_MAX) return TOO_LONG;
  if (MISLEADING.test(text)) return 'must not hold whitespace, control characters or backslashes';
  if (!HTTP_WITH_HOST.test(text)) return 'must begin with http:// or https:// and a host';
  return null;
}
