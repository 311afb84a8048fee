/**
 * Checks the extra headers of a webhook. They are sent unchanged, so none may alter the request's frame or its
 * signature.
 */
import { MASK } from '../shared/mask-url.ts';

const HEADERS_MAX = 20;
const HEADER_BYTES_MAX = 4096;

export type Headers = Readonly<Record<string, string>>;
type CheckedHeaders = { readonly headers: Headers } | { readonly problems: string[] };

/** A token as defined in RFC 9110. */
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,256}$/;
const VALUE = /^[\t\x20-\x7e]*$/;
/** Set by this service or by the connection, or dangerous as names of an object's fields. */
const REFUSED_NAMES =
  /^(host|connection|transfer-encoding|te|trailer|upgrade|keep-alive|__proto__|x-hub-signature-256|(content|proxy|webhook|x-gatehouse)-.*)$/i;

/**
 * The stored headers of a webhook; `isElsewhere` when they were meant for another origin than the one that is set now.
 */
interface StoredHeaders {
  readonly headers: Headers;
  readonly isElsewhere: boolean;
}

const NONE: StoredHeaders = { headers: {}, isElsewhere: false };

/**
 * Checks `value`, which the caller sent as `field`. A masked value means the one stored under that name, so that an
 * answer of webhook/find can be sent back; it never follows the webhook to another origin. Problems name the header:
 * `headers.host must not be set`.
 */
export function checkHeaders(
  value: unknown,
  stored: StoredHeaders = NONE,
  field = 'headers',
): CheckedHeaders {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problems: [`${field} must be an object of texts`] };
  const given = Object.entries(value);
  if (given.length > HEADERS_MAX)
    return { problems: [`${field} must be at most ${HEADERS_MAX}, not ${given.length}`] };
  const present = lowerCased(stored.isElsewhere ? {} : stored.headers);
  const seen = new Set<string>();
  const headers: [string, string][] = [];
  const problems: string[] = [];
  for (const [name, text] of given) {
    const lower = name.toLowerCase();
    const actual = text === MASK ? present.get(lower) : text;
    const problem = problemOfName(name) ?? problemOfValue(actual, stored);
    if (problem !== null) problems.push(`${field}.${shownName(name)} ${problem}`);
    else if (seen.has(lower)) problems.push(`${field}.${shownName(name)} must not be given twice`);
    else headers.push([name, String(actual)]);
    seen.add(lower);
  }
  return problems.length > 0 ? { problems } : { headers: Object.fromEntries(headers) };
}

/** Returns header values as every answer shows them. */
export const maskHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, MASK]));

const lowerCased = (headers: Headers): Map<string, string> =>
  new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function problemOfName(name: string): string | null {
  if (!NAME.test(name)) return 'must have a valid header name';
  return REFUSED_NAMES.test(name) ? 'must not be set' : null;
}

const NOT_STORED =
  'must have a value: ******** keeps a stored value, and none is stored under this name';
/** The problem of a value that was meant for another origin than the one that is set now. */
export const STAYS_WITH_ORIGIN =
  'must be given again: a stored value stays with its scheme, host and port';

function problemOfValue(value: unknown, { isElsewhere }: StoredHeaders): string | null {
  if (value === undefined) return isElsewhere ? STAYS_WITH_ORIGIN : NOT_STORED;
  if (typeof value !== 'string') return 'must be a text';
  if (!VALUE.test(value)) return 'must hold only visible ASCII characters, spaces and tabs';
  return value.length > HEADER_BYTES_MAX ? `must have at most ${HEADER_BYTES_MAX} bytes` : null;
}

/** A refused name may be anything, so it is shortened and its unusual characters are escaped. */
const shownName = (name: string): string =>
  NAME.test(name) ? name : JSON.stringify(name.slice(0, 64));
